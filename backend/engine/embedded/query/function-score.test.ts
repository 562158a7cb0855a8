import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { fill } from "../../../../tests/engines/stand";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

const PHRASES = [
  { id: "1", source: { key: "red boots", count: 100, shop: "a" } },
  { id: "2", source: { key: "red sandals", count: 9, shop: "b" } },
  { id: "3", source: { key: "blue boots", shop: "a" } },
];
const mappings = { properties: { key: { type: "text" }, count: { type: "integer" }, shop: { type: "keyword" } } };
const AnswerSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number().nullable() })) }),
});
const folder = mkdtempSync(join(tmpdir(), "searchdeck-functions-"));
let opened: EmbeddedEngine;

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  await fill(opened.handle, { index: "phrases", mappings, documents: PHRASES });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function search(settings: object) {
  return opened.handle({
    method: "POST",
    path: "/phrases/_search",
    body: JSON.stringify({ query: { function_score: settings } }),
  });
}

async function scores(settings: object): Promise<[string, number | null][]> {
  const answer = await search(settings);
  return AnswerSchema.parse(JSON.parse(answer.body)).hits.hits.map(({ _id, _score }) => [_id, _score]);
}

test("a number of the document becomes its score", async () => {
  expect(await scores({ field_value_factor: { field: "count", modifier: "sqrt", missing: 1 } })).toEqual([["1", 10], ["2", 3], ["3", 1]]); // prettier-ignore
});

test("functions count for the documents of their filters", async () => {
  const functions = [
    { filter: { term: { shop: "a" } }, weight: 4 },
    { filter: { match: { key: "red" } }, weight: 2 },
  ];
  expect(await scores({ functions })).toEqual([["1", 8], ["3", 4], ["2", 2]]); // prettier-ignore
  expect(await scores({ functions, score_mode: "avg" })).toEqual([["3", 1], ["1", 1], ["2", 1]].sort()); // prettier-ignore
  expect(await scores({ functions, score_mode: "max", boost_mode: "sum" })).toEqual([["1", 5], ["3", 5], ["2", 3]]); // prettier-ignore
  expect(await scores({ functions, min_score: 3 })).toEqual([["1", 8], ["3", 4]]); // prettier-ignore
});

test("a document that has gone says nothing, one without a number is refused", async () => {
  expect((await search({ field_value_factor: { field: "count" } })).body).toContain("Missing value for field [count]");
  await opened.handle({ method: "DELETE", path: "/phrases/_doc/3" });
  expect(await scores({ field_value_factor: { field: "count" } })).toEqual([["1", 100], ["2", 9]]); // prettier-ignore
});
