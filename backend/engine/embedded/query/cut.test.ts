import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { SEARCH_LIMITS } from "@common/limits/search";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";
import { waitedMs } from "../../../../tests/setup/busy";

// What the texts of a search come to is counted before they are cut, and a text that is to become clauses is cut no
// further than clauses go.

let engine: EmbeddedEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cut-"));
  engine = await openEmbeddedEngine({ folder });
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, { type: "text" }]));
  await engine.handle({
    method: "PUT",
    path: "/cut",
    body: JSON.stringify({ mappings: { properties: { ...properties, title: { type: "text" } } } }),
  });
  await engine.handle({
    method: "PUT",
    path: "/cut/_doc/1",
    body: JSON.stringify({ title: "a lamp of glass", f1: "lamp" }),
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function asked(query: object): Promise<string> {
  const { status, body } = await engine.handle({
    method: "POST",
    path: "/cut/_search",
    body: JSON.stringify({ query, size: 0 }),
  });
  return status === 200 ? "found" : body;
}

const { clauses, analysed, queryString } = SEARCH_LIMITS;
const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
const KINDS: Record<string, (text: string) => object> = {
  match: (query) => ({ match: { title: query } }),
  "match, all words": (query) => ({ match: { title: { query, operator: "and" } } }),
  match_bool_prefix: (query) => ({ match_bool_prefix: { title: query } }),
  "multi_match over fields as one": (query) => ({
    multi_match: { query, fields: ["title", "f1"], type: "cross_fields" },
  }),
  "multi_match of the best field": (query) => ({ multi_match: { query, fields: ["title", "f1"] } }),
  query_string: (query) => ({ query_string: { query, default_field: "title" } }),
  simple_query_string: (query) => ({ simple_query_string: { query, fields: ["title"] } }),
};

it.each(Object.entries(KINDS))("%s takes as many words as there may be clauses", async (_, make) => {
  expect(await asked(make(words(clauses.most)))).toBe("found");
  expect(await asked(make(words(clauses.most + 1)))).toMatch(/maxClauseCount is set to 1024|too_many_clauses/);
});

it.each(Object.entries(KINDS))("%s of ten megabytes is refused at once", async (_, make) => {
  const query = make("lorem ipsum ".repeat(10_000_000 / 12));
  const refused = async () => expect(await asked(query)).not.toBe("found");
  // Most of it is the reading of the body.
  expect(await waitedMs(refused, 400)).toBeLessThan(400);
});

test("the texts of all clauses and fields count together", async () => {
  const text = "lorem ipsum ".repeat(1_000);
  const phrases = (count: number) => ({
    bool: { should: Array.from({ length: count }, () => ({ match_phrase: { title: text } })) },
  });
  const most = Math.floor(analysed.most / (text.length + 16));
  expect(await asked(phrases(most))).toBe("found");
  expect(await asked(phrases(most + 1))).toContain(
    `the texts of the search come to more than [${analysed.most}] characters`,
  );
  const over = (fields: string[]) => ({ multi_match: { query: text, type: "phrase", fields } });
  expect(await asked(over(["title"]))).toBe("found");
  expect(await asked(over(["f*", "title"]))).toContain("come to more than");
});

test("a query string has a length of its own", async () => {
  const query = (length: number) => ({ query_string: { query: "a".repeat(length), default_field: "title" } });
  expect(await asked(query(queryString.most))).toBe("found");
  expect(await asked(query(queryString.most + 1))).toContain("Query string length exceeds max allowed length");
});
