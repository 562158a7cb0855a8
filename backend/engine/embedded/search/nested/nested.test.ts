import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject, parseJson, type JsonValue } from "@common/text/json";
import { SqliteDatabase } from "@common/storage/sqlite";
import { openEmbeddedEngine, type EmbeddedEngine } from "../../open";
import type { EngineRequest } from "../../../port";

let engine: EmbeddedEngine;
let folder: string;

const MAPPINGS = {
  properties: {
    title: { type: "text" },
    lines: {
      type: "nested",
      properties: {
        sku: { type: "keyword" },
        qty: { type: "integer" },
        note: { type: "text" },
        tags: { type: "nested", properties: { name: { type: "keyword" } } },
      },
    },
  },
};
const ORDERS = [
  {
    title: "first",
    lines: [
      { sku: "a", qty: 1, note: "red pen", tags: [{ name: "x" }, { name: "y" }] },
      { sku: "b", qty: 5, note: "blue pen pen" },
    ],
  },
  { title: "second", lines: { sku: "a", qty: 5, note: "green book", tags: [{ name: "y" }] } },
  { title: "third", lines: [] },
  { title: "fourth" },
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nested-"));
  engine = await openEmbeddedEngine({ folder });
  await ask("PUT", "/orders", { mappings: MAPPINGS });
  for (const [at, order] of ORDERS.entries()) await ask("PUT", `/orders/_doc/${at + 1}`, order);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function ask(method: EngineRequest["method"], path: string, body?: object) {
  const { status, body: text } = await engine.handle({ method, path, ...(body && { body: JSON.stringify(body) }) });
  return { status, body: parseJson(text) };
}

function at(value: JsonValue | undefined, ...path: (string | number)[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (found, key) => (Array.isArray(found) ? found[Number(key)] : isJsonObject(found) ? found[String(key)] : undefined),
    value,
  );
}

async function search(body: object) {
  const answer = await ask("POST", "/orders/_search", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function ids(query: object): Promise<string[]> {
  const hits = at(await search({ query }), "hits", "hits");
  return (Array.isArray(hits) ? hits : []).map((hit) => String(at(hit, "_id"))).sort();
}

const lines = (query: object, more: object = {}) => ({ nested: { path: "lines", query, ...more } });
const both = lines({ bool: { must: [{ term: { "lines.sku": "a" } }, { term: { "lines.qty": 5 } }] } });

test("a nested query finds documents by one of their objects, which others do not see", async () => {
  expect(await ids(both)).toEqual(["2"]);
  expect(await ids({ term: { "lines.sku": "a" } })).toEqual([]);
  expect(await ids(lines({ match_all: {} }))).toEqual(["1", "2"]);
  expect(await ids({ bool: { must_not: [lines({ exists: { field: "lines.qty" } })] } })).toEqual(["3", "4"]);
  expect(await ids(lines({ bool: { must_not: [{ term: { "lines.sku": "a" } }] } }))).toEqual(["1"]);
  expect(await ids({ match_all: {} })).toHaveLength(4);
  expect(at(await search({ track_total_hits: true }), "hits", "total", "value")).toBe(4);
});

test("objects inside of objects are found from the document and from the object around", async () => {
  const tagged = (name: string) => ({ nested: { path: "lines.tags", query: { term: { "lines.tags.name": name } } } });
  expect(await ids(tagged("y"))).toEqual(["1", "2"]);
  expect(await ids(lines({ bool: { must: [{ term: { "lines.qty": 5 } }, tagged("y")] } }))).toEqual(["2"]);
  expect(await ids(lines({ bool: { must: [{ term: { "lines.sku": "b" } }, tagged("x")] } }))).toEqual([]);
});

test.each([
  ["sum", 6],
  ["max", 5],
  ["min", 1],
  ["avg", 3],
  ["none", 0],
])("scores of objects become their %s", async (mode, score) => {
  const factor = {
    function_score: { query: { match_all: {} }, field_value_factor: { field: "lines.qty" }, boost_mode: "replace" },
  };
  const hits = at(
    await search({
      query: { bool: { must: [lines(factor, { score_mode: mode })], filter: [{ ids: { values: ["1"] } }] } },
    }),
    "hits",
  );
  expect(at(hits, "max_score")).toBe(score);
});

test("inner hits show the objects that matched, with their place", async () => {
  const query = lines(
    { match: { "lines.note": "pen" } },
    { inner_hits: { highlight: { fields: { "lines.note": {} } }, docvalue_fields: ["lines.qty"] } },
  );
  const inner = at(await search({ query }), "hits", "hits", 0, "inner_hits", "lines", "hits");
  expect(at(inner, "total")).toEqual({ value: 2, relation: "eq" });
  expect(at(inner, "hits", 0)).toMatchObject({
    _id: "1",
    _nested: { field: "lines", offset: 1 },
    _source: { sku: "b", qty: 5, note: "blue pen pen" },
    fields: { "lines.qty": [5] },
    highlight: { "lines.note": ["blue <em>pen</em> <em>pen</em>"] },
  });
  const deep = {
    nested: { path: "lines.tags", query: { term: { "lines.tags.name": "y" } }, inner_hits: { name: "t" } },
  };
  const tag = at(
    await search({ query: lines(deep, { inner_hits: { _source: "lines.sku" } }) }),
    "hits",
    "hits",
    0,
    "inner_hits",
    "lines",
    "hits",
    "hits",
    0,
  );
  expect(tag).toMatchObject({
    _source: { sku: "a" },
    inner_hits: { t: { hits: { hits: [{ _nested: { field: "lines", offset: 0, _nested: { field: "tags" } } }] } } },
  });
});

test("aggregations go into objects and back", async () => {
  const skus = {
    terms: { field: "lines.sku" },
    aggs: {
      qty: { sum: { field: "lines.qty" } },
      back: { reverse_nested: {}, aggs: { t: { value_count: { field: "_id" } } } },
    },
  };
  const deep = {
    nested: { path: "lines.tags" },
    aggs: {
      n: {
        terms: { field: "lines.tags.name" },
        aggs: { up: { reverse_nested: { path: "lines" }, aggs: { q: { sum: { field: "lines.qty" } } } } },
      },
    },
  };
  const found = at(
    await search({ size: 0, aggs: { l: { nested: { path: "lines" }, aggs: { skus, deep } } } }),
    "aggregations",
    "l",
  );
  expect(found).toMatchObject({
    doc_count: 3,
    skus: {
      buckets: [
        { key: "a", doc_count: 2, qty: { value: 6 }, back: { doc_count: 2 } },
        { key: "b", doc_count: 1, qty: { value: 5 }, back: { doc_count: 1 } },
      ],
    },
    deep: {
      doc_count: 3,
      n: {
        buckets: [
          { key: "y", doc_count: 2, up: { doc_count: 2, q: { value: 6 } } },
          { key: "x", doc_count: 1, up: { doc_count: 1, q: { value: 1 } } },
        ],
      },
    },
  });
  expect((await ask("POST", "/orders/_search", { aggs: { r: { reverse_nested: {} } } })).status).toBe(400);
});

test("what is wrong is refused", async () => {
  for (const query of [
    { nested: { path: "nothing", query: { match_all: {} } } },
    { nested: { query: { match_all: {} } } },
    { nested: { path: "lines" } },
    lines({ match_all: {} }, { score_mode: "most" }),
    lines({ match_all: {} }, { inner_hits: { foo: 1 } }),
    lines({ match_all: {} }, { foo: 1 }),
  ])
    expect((await ask("POST", "/orders/_search", { query })).status, JSON.stringify(query)).toBe(400);
  expect(await ids({ nested: { path: "nothing", query: { match_all: {} }, ignore_unmapped: true } })).toEqual([]);
});

test("objects go with their documents, through merges, changes and a restart", async () => {
  for (let round = 0; round < 15; round++) {
    await ask("PUT", `/orders/_doc/more${round}`, {
      lines: [
        { sku: "m", qty: round },
        { sku: round % 2 === 0 ? "even" : "odd", tags: [{ name: `t${round}` }] },
      ],
    });
  }
  await ask("DELETE", "/orders/_doc/more3");
  await ask("PUT", "/orders/_doc/more4", { lines: [{ sku: "changed", tags: [{ name: "t3" }] }] });
  await ask("POST", "/orders/_forcemerge");
  const copies = at(
    (await ask("GET", "/orders/_segments")).body,
    "indices",
    "orders",
    "shards",
    "0",
    0,
    "num_search_segments",
  );
  expect(Number(copies)).toBeLessThan(12);
  const expectAll = async () => {
    expect(await ids(lines({ term: { "lines.sku": "odd" } }))).toEqual([
      "more1",
      "more11",
      "more13",
      "more5",
      "more7",
      "more9",
    ]);
    expect(await ids(lines({ term: { "lines.sku": "changed" } }))).toEqual(["more4"]);
    expect(await ids({ nested: { path: "lines.tags", query: { term: { "lines.tags.name": "t3" } } } })).toEqual([
      "more4",
    ]);
    expect(await ids({ nested: { path: "lines.tags", query: { term: { "lines.tags.name": "t12" } } } })).toEqual([
      "more12",
    ]);
    expect(await ids(both)).toEqual(["2"]);
    const sum = { nested: { path: "lines" }, aggs: { q: { sum: { field: "lines.qty" } } } };
    expect(at(await search({ size: 0, aggs: { sum } }), "aggregations", "sum")).toEqual({
      doc_count: 30,
      q: { value: 109 },
    });
  };
  await expectAll();
  await engine.close();
  engine = await openEmbeddedEngine({ folder });
  await expectAll();
  // As an older engine left it, without the objects.
  await engine.close();
  const database = new SqliteDatabase(join(folder, "engine.db"));
  database.prepare("UPDATE meta SET value = '1' WHERE key = 'format'").run();
  for (const { number, meta } of database
    .prepare<{ number: number; meta: string }>("SELECT number, meta FROM segment")
    .all())
    database
      .prepare("UPDATE segment SET meta = ? WHERE number = ?")
      .run(JSON.stringify({ ...JSON.parse(meta), nested: undefined }), number);
  database.close();
  engine = await openEmbeddedEngine({ folder });
  await expectAll();
  await engine.rebuild();
  await expectAll();
});

test("objects count as the document's where the mapping says so", async () => {
  await ask("PUT", "/boxes", {
    mappings: {
      properties: {
        a: {
          type: "nested",
          include_in_root: true,
          properties: { k: { type: "keyword" }, b: { type: "nested", include_in_parent: true } },
        },
      },
    },
  });
  expect((await ask("GET", "/boxes/_mapping")).body).toMatchObject({
    boxes: { mappings: { properties: { a: { include_in_root: true } } } },
  });
  await ask("PUT", "/boxes/_doc/1", { a: [{ k: "x", b: { n: "deep" } }] });
  const count = async (query: object) => at((await ask("POST", "/boxes/_count", { query })).body, "count");
  expect(await count({ term: { "a.k": "x" } })).toBe(1);
  // What is the parent's goes on with it.
  expect(await count({ term: { "a.b.n.keyword": "deep" } })).toBe(1);
  expect(await count({ nested: { path: "a", query: { term: { "a.b.n.keyword": "deep" } } } })).toBe(1);
});

test("documents are sorted by their objects: all, those that match, so many of them, those of objects", async () => {
  const sortedBy = async (sort: object) => {
    const hits = at(
      await search({ query: { ids: { values: ["1", "2", "3", "4"] } }, sort: [sort, "_doc"], _source: false }),
      "hits",
      "hits",
    );
    return (Array.isArray(hits) ? hits : []).map((hit) => [at(hit, "_id"), at(hit, "sort", 0)]);
  };
  const none = [
    ["3", 2147483647],
    ["4", 2147483647],
  ];
  expect(await sortedBy({ "lines.qty": { nested: { path: "lines" } } })).toEqual([["1", 1], ["2", 5], ...none]);
  expect(await sortedBy({ "lines.qty": { mode: "sum", nested: { path: "lines" } } })).toEqual([
    ["2", 5],
    ["1", 6],
    ...none,
  ]);
  expect(
    await sortedBy({ "lines.qty": { nested: { path: "lines", filter: { term: { "lines.sku": "b" } } } } }),
  ).toEqual([["1", 5], ["2", 2147483647], ...none]);
  expect(await sortedBy({ "lines.qty": { mode: "max", nested: { path: "lines", max_children: 1 } } })).toEqual([
    ["1", 1],
    ["2", 5],
    ...none,
  ]);
  const tags = { path: "lines", filter: { term: { "lines.qty": 5 } }, nested: { path: "lines.tags" } };
  expect((await sortedBy({ "lines.tags.name": { nested: tags } })).slice(0, 2)).toEqual([
    ["2", "y"],
    ["1", null],
  ]);
});
