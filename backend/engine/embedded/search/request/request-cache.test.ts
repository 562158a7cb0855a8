import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fill } from "../../../../../tests/engines/stand";
import { openEmbeddedEngine, type EmbeddedEngine } from "../../open";
import { RequestCache } from "./request-cache";

const folder = mkdtempSync(join(tmpdir(), "searchdeck-request-cache-"));
const FACETS = { size: 0, query: { match: { title: "fox" } }, aggs: { tags: { terms: { field: "tag" } } } };
let opened: EmbeddedEngine;
const read = vi.spyOn(RequestCache.prototype, "get");

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await call("DELETE", "/foxes");
  const documents = [
    { id: "1", source: { title: "a fox", tag: "red" } },
    { id: "2", source: { title: "two fox", tag: "grey" } },
  ];
  await fill(opened.handle, {
    index: "foxes",
    mappings: { properties: { title: { type: "text" }, tag: { type: "keyword" } } },
    documents,
  });
  read.mockClear();
});

async function call(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body: unknown = {},
  query: Record<string, string> = {},
) {
  const answer = await opened.handle({
    method,
    path,
    query,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: { ...JSON.parse(answer.body), took: 0 } };
}
const facets = (body: object = FACETS, query: Record<string, string> = {}) =>
  call("POST", "/foxes/_search", body, query);
/** Whether the last search was answered from what was kept. */
const fromCache = () => read.mock.results.at(-1)?.value !== undefined;

it("answers the same search from what it kept, word for word", async () => {
  const first = await facets();
  expect(fromCache()).toBe(false);
  const second = await facets();
  expect(fromCache()).toBe(true);
  expect(second).toEqual(first);
  expect(first.body.aggregations.tags.buckets).toEqual([
    { key: "grey", doc_count: 1 },
    { key: "red", doc_count: 1 },
  ]);
  const lines = `{"index":"foxes"}\n${JSON.stringify(FACETS)}\n`;
  const several = await call("POST", "/_msearch", lines);
  expect((await call("POST", "/_msearch", lines)).body.responses.map((one: object) => ({ ...one, took: 0 }))).toEqual([
    { ...first.body, status: 200 },
  ]);
  expect(several.body.responses[0].hits).toEqual(first.body.hits);
  expect(fromCache()).toBe(true);
});

it.each([
  ["a document that comes", () => call("PUT", "/foxes/_doc/3", { title: "third fox", tag: "red" })],
  ["a document that goes", () => call("DELETE", "/foxes/_doc/1")],
  ["a document that changes", () => call("POST", "/foxes/_update/1", { doc: { tag: "white" } })],
  ["a new field", () => call("PUT", "/foxes/_mapping", { properties: { other: { type: "keyword" } } })],
])("%s makes it look again", async (_, change) => {
  await facets();
  const { status } = await change();
  expect(status).toBeLessThan(300);
  await facets();
  expect(fromCache()).toBe(false);
  const again = await facets(FACETS, { request_cache: "false" });
  expect(await facets()).toEqual(again);
});

it("tells apart what other parameters ask, and keeps nothing that depends on more than the documents", async () => {
  const plain = await facets();
  expect((await facets(FACETS, { typed_keys: "true" })).body.aggregations).toHaveProperty("sterms#tags");
  expect((await facets(FACETS, { rest_total_hits_as_int: "true" })).body.hits.total).toBe(2);
  expect((await facets()).body).toEqual(plain.body);
  read.mockClear();
  await facets({ ...FACETS, size: 1 });
  await facets({ ...FACETS, timeout: "5s" });
  await facets({ size: 0, query: { range: { day: { lte: "now" } } } });
  await call("POST", "/foxes/_search", '{"size":0,"query":{"range":{"day":{"lte":"n\\u006fw"}}}}');
  await facets({ size: 0, query: { terms: { tag: { index: "foxes", id: "1", path: "tag" } } } });
  await facets(FACETS, { request_cache: "false" });
  expect(read).not.toHaveBeenCalled();
});

it("keeps what was asked of several indices, until one of them changes", async () => {
  await call("PUT", "/hares", { mappings: { properties: { title: { type: "text" }, tag: { type: "keyword" } } } });
  await call("PUT", "/hares/_doc/1", { title: "a fox of hares", tag: "red" }, { refresh: "true" });
  const both = () => call("POST", "/foxes,hares/_search", FACETS);
  const first = await both();
  expect(fromCache()).toBe(false);
  expect(await both()).toEqual(first);
  expect(fromCache()).toBe(true);
  await call("PUT", "/hares/_doc/2", { title: "fox", tag: "white" }, { refresh: "true" });
  expect((await both()).body.hits.total.value).toBe(4);
  expect(fromCache()).toBe(false);
  await call("PUT", "/foxes/_doc/9", { title: "fox", tag: "white" }, { refresh: "true" });
  expect((await both()).body.hits.total.value).toBe(5);
  await both();
  expect(fromCache()).toBe(true);
});

it("keeps figures of nested objects, whose path is none of another document", async () => {
  const body = { size: 0, aggs: { parts: { nested: { path: "parts" } } } };
  await facets(body);
  await facets(body);
  expect(fromCache()).toBe(true);
});

it("filters an answer that it kept", async () => {
  await facets();
  expect((await facets(FACETS, { filter_path: "aggregations.tags.buckets.key" })).body.aggregations).toEqual({
    tags: { buckets: [{ key: "grey" }, { key: "red" }] },
  });
});

it("lets the oldest go when they grow too many", async () => {
  const wide = (at: number) => ({
    size: 0,
    query: { match: { title: `fox ${"x".repeat(100_000)}${at}` } },
    aggs: FACETS.aggs,
  });
  for (let at = 0; at < 60; at++) await facets(wide(at));
  await facets(wide(59));
  expect(fromCache()).toBe(true);
  await facets(wide(0));
  expect(fromCache()).toBe(false);
});
