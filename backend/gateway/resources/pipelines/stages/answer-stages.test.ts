// @vitest-environment node
import type { JsonObject } from "@common/text/json";
import { expect, test } from "vitest";
import * as z from "zod";
import { customData, hideResults, promoteResults } from "./answer-stages";

const hit = (id: string, more: JsonObject = {}): JsonObject => ({
  _id: id,
  _index: "books",
  _source: { name: id },
  ...more,
});
const hits = (...list: JsonObject[]): JsonObject => ({
  took: 3,
  hits: { total: { value: list.length, relation: "eq" }, hits: list },
});
const ANSWER: JsonObject = {
  main: hits(hit("1"), hit("2"), hit("3")),
  typed: {
    hits: { total: { value: 1, relation: "eq" }, hits: [{ value: "two", label: "two", _id: "2", _source: {} }] },
  },
  facet: { aggregations: { brand: { buckets: [{ key: "a", top: { hits: { hits: [hit("1"), hit("9")] } } }] } } },
  broken: { error: { reason: "no" }, hits: { hits: [hit("1")] } },
  settings: { took: 4 },
};
const QUERIES = [
  { id: "main", type: "search", fields: ["name"] },
  { id: "typed", type: "suggestion", fields: ["name.keyword"] },
  { id: "facet", type: "term", fields: ["brand"] },
];
const AnswerSchema = z.looseObject({
  hits: z.object({ total: z.unknown().optional(), hits: z.array(z.looseObject({})) }).optional(),
});
const at = (answer: JsonObject, id: string) => AnswerSchema.parse(answer[id]);
const listed = (answer: JsonObject, id: string) => at(answer, id).hits?.hits ?? [];
const found = (answer: JsonObject, id: string) => listed(answer, id).map(({ _id }) => _id);
const doc = (id: string, more: JsonObject = {}): JsonObject => ({ _id: id, _source: { name: `p${id}` }, ...more });

test("promoted documents stand beside the hits of searches, with their positions", () => {
  const after = promoteResults(ANSWER, { data: [{ doc: doc("9"), position: 2 }, { doc: doc("8") }] }, QUERIES);
  expect(at(after, "main")["promoted"]).toEqual([{ doc: doc("9"), position: 2 }, { doc: doc("8") }]);
  expect(found(after, "main")).toEqual(["1", "2", "3"]);
  expect(at(after, "facet")).toEqual(ANSWER["facet"]);
  expect(at(after, "broken")).toEqual(ANSWER["broken"]);
  expect(after["settings"]).toEqual({ took: 4 });
});

test("one that was found too stands once", () => {
  const after = promoteResults(ANSWER, { data: [{ doc: doc("2"), position: 1 }] }, QUERIES);
  expect(found(after, "main")).toEqual(["1", "3"]);
  expect(found(after, "typed")).toEqual(["2"]);
});

test("one of another index is another one", () => {
  const after = promoteResults(ANSWER, { data: [{ doc: doc("2", { _index: "films" }) }] }, QUERIES);
  expect(found(after, "main")).toEqual(["1", "2", "3"]);
  expect(found(promoteResults(ANSWER, { data: [{ doc: doc("2", { _index: "books" }) }] }, QUERIES), "main")).toEqual([
    "1",
    "3",
  ]);
});

test("promoted suggestions come first, with a text from their fields", () => {
  const after = promoteResults(ANSWER, { data: [{ doc: doc("9") }] }, QUERIES);
  expect(listed(after, "typed").map(({ value }) => value)).toEqual(["p9", "two"]);
  expect(at(after, "typed").hits?.total).toEqual({ value: 2, relation: "eq" });
});

test("what several stages promote adds up, the first one having its place", () => {
  const once = promoteResults(ANSWER, { data: [{ doc: doc("9"), position: 1 }] }, QUERIES);
  const twice = promoteResults(once, { data: [{ doc: doc("8") }, { doc: doc("9"), position: 5 }] }, QUERIES);
  expect(at(twice, "main")["promoted"]).toEqual([{ doc: doc("9"), position: 1 }, { doc: doc("8") }]);
  expect(found(twice, "typed").sort()).toEqual(["2", "8", "9"]);
});

test("hidden documents are gone wherever they stand, and counted", () => {
  const after = hideResults(ANSWER, { data: ["1", "2"] }, QUERIES);
  expect(found(after, "main")).toEqual(["3"]);
  expect(at(after, "main")["hidden"]).toBe(2);
  expect(found(after, "typed")).toEqual([]);
  expect(JSON.stringify(after["facet"])).not.toContain('"_id":"1"');
  expect(JSON.stringify(after["facet"])).toContain('"_id":"9"');
});

test("what several stages hide adds up", () => {
  const after = hideResults(hideResults(ANSWER, { data: ["1"] }, QUERIES), { data: ["3", "1"] }, QUERIES);
  expect(found(after, "main")).toEqual(["2"]);
  expect(at(after, "main")["hidden"]).toBe(2);
});

test("one that was promoted before it is hidden is gone", () => {
  const before = promoteResults(ANSWER, { data: [{ doc: doc("9") }, { doc: doc("8") }] }, QUERIES);
  const after = hideResults(before, { data: ["9"] }, QUERIES);
  expect(at(after, "main")["promoted"]).toEqual([{ doc: doc("8") }]);
  expect(found(after, "typed")).toEqual(["8", "2"]);
});

test("custom data stand in each search and suggestion, and add up", () => {
  const once = customData(ANSWER, { data: { a: 1, b: 1 } }, QUERIES);
  const twice = customData(once, { data: { b: 2, c: [] } }, QUERIES);
  expect(at(twice, "main")["customData"]).toEqual({ a: 1, b: 2, c: [] });
  expect(at(twice, "typed")["customData"]).toEqual({ a: 1, b: 2, c: [] });
  expect(at(twice, "facet")["customData"]).toBeUndefined();
  expect(found(twice, "main")).toEqual(["1", "2", "3"]);
});

test("without the queries, what has hits is a search", () => {
  const after = customData(ANSWER, { data: { a: 1 } });
  expect(at(after, "main")["customData"]).toEqual({ a: 1 });
  expect(at(after, "facet")["customData"]).toBeUndefined();
});

test("answers that are no objects, and hits that are none, stay", () => {
  const odd: JsonObject = { a: "text", b: null, c: { hits: null }, d: { hits: { hits: "x" } } };
  for (const stage of [
    () => promoteResults(odd, { data: [{ doc: doc("1") }] }),
    () => hideResults(odd, { data: ["1"] }),
    () => customData(odd, { data: {} }),
  ]) {
    const after = stage();
    expect([after["a"], after["b"], after["c"]]).toEqual(["text", null, { hits: null }]);
  }
});

test.each([
  [() => promoteResults(ANSWER, { data: [{ doc: {} }] }), "data of the stage promoteResults"],
  [() => promoteResults(ANSWER, {}), "data of the stage promoteResults"],
  [() => hideResults(ANSWER, { data: [1] }), "data of the stage hideResults"],
  [() => customData(ANSWER, { data: [1] }), "data of the stage customData must be an object"],
])("inputs that do not fit are refused (%#)", (stage, message) => expect(stage).toThrow(message));

test("what came in is not changed in place", () => {
  const before = JSON.stringify(ANSWER);
  promoteResults(ANSWER, { data: [{ doc: doc("2") }] }, QUERIES);
  hideResults(ANSWER, { data: ["1"] }, QUERIES);
  customData(ANSWER, { data: { a: 1 } }, QUERIES);
  expect(JSON.stringify(ANSWER)).toBe(before);
});
