import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ELASTIC_ROUTES } from "@backend/gateway/platform/http/engine-calls";
import { tellsInnerNames } from "@backend/gateway/resources/data/elasticsearch/known-names";
import { type Api, makeShoes, openApi } from "../api";

// What was re-indexed has the name that people know in every answer, by whichever expression it was asked for.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let api: Api;
beforeAll(async () => {
  api = await openApi();
  for (const index of ["boots", "other"]) await makeShoes(api, index);
  for (let round = 1; round <= 2; round++) expect((await api.call("POST", "/_reindex/boots", {})).status).toBe(200);
});
afterAll(() => api.close());

const INNER = '"boots_reindexed_2"';
const SEARCH = { size: 100, query: { match_all: {} } };
const LINES = `${JSON.stringify({ index: "b*" })}\n${JSON.stringify(SEARCH)}\n`;
const BULK = `${JSON.stringify({ update: { _index: "boots", _id: "1" } })}\n${JSON.stringify({ doc: { price: 91 } })}\n`;
const BODIES: Readonly<Record<string, unknown>> = {
  search: SEARCH,
  count: { query: { match_all: {} } },
  msearch: LINES,
  mget: { docs: [{ _index: "boots", _id: "1" }] },
  bulk: BULK,
  document: { name: "New", price: 1 },
  update: { doc: { price: 92 } },
};
// Those that read, and those that write a document; each other one changes or ends the index.
const ROUTES = ELASTIC_ROUTES.filter(
  ({ op, category, path }) =>
    (op === "read" && category !== "clusters") || (category === "docs" && /_bulk|_doc\b|_update\//.test(path)),
);

function pathsOf(path: string, index: string): string[] {
  if (!path.includes(":index") && path.includes("/:")) return [];
  return [
    path
      .replace(":index", index)
      .replace(":type", "_doc")
      .replace(":id", "1")
      .replace(":fields", "name")
      .replace(":metric", "docs")
      .replace(":name", "*"),
  ];
}

const calls = ROUTES.flatMap(({ methods, path, body, ...row }) =>
  ["boots", "b*", "*", "boots,other"].flatMap((index) =>
    pathsOf(path, index).flatMap((asked) =>
      methods.filter((method) => method !== "HEAD").map((method) => ({ method, asked, path, body, ...row })),
    ),
  ),
);

it("in the answers of every route that reads, or writes a document", async () => {
  const shown = new Set<string>();
  for (const { method, asked, path, body, ...row } of calls) {
    if (method === "DELETE" || path.includes("*rest") || path.includes("scroll")) continue;
    const answer = await api.call(method, asked, method === "GET" ? undefined : BODIES[body], {
      headers: { "Content-Type": body === "bulk" || body === "msearch" ? "application/x-ndjson" : "application/json" },
    });
    if (!tellsInnerNames({ ...row, path }))
      expect(`${method} ${asked}: ${answer.text.includes("boots_reindexed_2")}`).toBe(`${method} ${asked}: false`);
    if (answer.text.includes('"boots"')) shown.add(path);
  }
  // The walk is not empty: these show an index by its name.
  for (const path of [
    "/_search",
    "/:index/_search",
    "/_msearch",
    "/_mget",
    "/_bulk",
    "/:index",
    "/:index/_mapping",
    "/:index/_settings",
    "/_mapping",
    "/_stats",
  ])
    expect(shown).toContain(path);
});

it("but the calls that tell which index is behind a name tell it", async () => {
  expect((await api.call("GET", "/_alias")).text).toContain(INNER);
  expect((await api.call("GET", "/_cat/indices?format=json")).text).toContain(INNER);
  expect((await api.call("GET", "/_aliasedindices")).text).toContain(INNER);
});

it("but not where the name stands for several indices", async () => {
  await api.call("POST", "/_aliases", { actions: [{ add: { index: "other", alias: "boots" } }] });
  const found = await api.call("POST", "/b*/_search", SEARCH);
  expect(found.text).toContain(INNER);
  await api.call("POST", "/_aliases", { actions: [{ remove: { index: "other", alias: "boots" } }] });
  expect((await api.call("POST", "/b*/_search", SEARCH)).text).not.toContain(INNER);
});

it("in the place that a new document is told to have, and in a large answer", async () => {
  const made = await api.call("PUT", "/boots/_doc/placed", { name: "x".repeat(1_000) });
  expect(made.headers["location"]).toBe("/boots/_doc/placed");
  const rows = Array.from(
    { length: 3_000 },
    (_, n) => `{"index":{"_id":"l${n}"}}\n${JSON.stringify({ name: "y".repeat(600) })}\n`,
  ).join("");
  await api.call("POST", "/boots/_bulk?refresh=true", rows);
  const large = await api.call("POST", "/*/_search", { size: 5_000 });
  expect(large.text.length).toBeGreaterThan(1_500_000);
  expect(large.text).not.toContain(INNER);
});
