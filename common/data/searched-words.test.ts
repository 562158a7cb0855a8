import { expect, test } from "vitest";
import { searchedWords, toldHits } from "./searched-words";

test.each<[string, unknown, string[]]>([
  [
    "the search API",
    {
      query: [
        { id: "s", value: "batman" },
        { id: "f", type: "term", value: "Action" },
      ],
    },
    ["batman"],
  ],
  ["a match", { query: { match: { title: "batman" } } }, ["batman"]],
  ["a match with options", { query: { match: { title: { query: "batman", operator: "and" } } } }, ["batman"]],
  ["a clause", { query: { bool: { filter: [], must: [{ multi_match: { query: "batman" } }] } } }, ["batman"]],
  ["no text", { query: { match_all: {} } }, []],
  ["no search", { title: "batman" }, []],
  ["nothing that can be read", "{", []],
])("words of %s", (_, body, words) => {
  expect(searchedWords(typeof body === "string" ? body : JSON.stringify(body))).toEqual(words);
});

test("words of each of several searches", () => {
  const search = (title: string) => `{}\n${JSON.stringify({ query: { match: { title } } })}\n`;
  expect(searchedWords(search("batman") + search("robin"))).toEqual(["batman", "robin"]);
});

test("hits of an answer, whatever its documents say", () => {
  const hits = [{ _source: { hits: { total: 7 } } }];
  expect(toldHits(JSON.stringify({ took: 1, hits: { total: { value: 39, relation: "eq" }, hits } }))).toBe(39);
  expect(toldHits(JSON.stringify({ s: { took: 1, hits: { total: { value: 0 }, hits: [] } }, settings: {} }))).toBe(0);
  expect(toldHits(JSON.stringify({ hits: { total: 5, hits } }))).toBe(5);
  expect(toldHits("")).toBeNull();
});
