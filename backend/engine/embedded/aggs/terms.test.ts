import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

// Many terms over several segments and two indices, of which an answer shows few: against plain loops.

type Sale = { term?: string; price: number; clicks: number[]; parts: { name: string }[] };
const NAMES = ["plain", "größe", "日本", "a".repeat(130)];
const NONE = "<none>";
const folder = mkdtempSync(join(tmpdir(), "searchdeck-terms-"));
const sales: Sale[] = Array.from({ length: 3_000 }, (_, n) => {
  const rank = Math.floor(((n * 7919) % 3_000 ** 0.9) / (1 + (n % 7)));
  return {
    ...(n % 50 === 0 ? {} : { term: `${NAMES[rank % NAMES.length]} ${rank}` }),
    price: n % 13,
    clicks: n % 3 === 0 ? [n % 5, n % 11] : [],
    parts: n % 4 === 0 ? [{ name: `p${n % 9}` }, { name: `p${n % 2}` }] : [],
  };
});
let opened: EmbeddedEngine;

async function call(method: "POST" | "PUT", path: string, body: object | string) {
  const answer = await opened.handle({ method, path, body: typeof body === "string" ? body : JSON.stringify(body) });
  expect(answer.status, answer.body).toBeLessThan(300);
  return JSON.parse(answer.body);
}

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  const properties = {
    term: { type: "keyword" },
    price: { type: "integer" },
    clicks: { type: "integer" },
    parts: { type: "nested", properties: { name: { type: "keyword" } } },
  };
  for (const index of ["one", "two"]) await call("PUT", `/${index}`, { mappings: { properties } });
  // A refresh after each makes segments.
  for (let from = 0; from < sales.length; from += 600) {
    const lines = sales
      .slice(from, from + 600)
      .flatMap((sale, n) => [JSON.stringify({ index: { _index: n % 3 === 0 ? "two" : "one" } }), JSON.stringify(sale)]);
    await call("POST", "/_bulk", `${lines.join("\n")}\n`);
    await call("POST", "/one,two/_refresh", {});
  }
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** What the answer should be: the first terms by `figure`, then by key. */
function expected(figure: (sales: readonly Sale[]) => number, { size, missing }: { size: number; missing: boolean }) {
  const groups = new Map<string, Sale[]>();
  for (const sale of sales) {
    const key = sale.term ?? (missing ? NONE : undefined);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), sale]);
  }
  const rows = [...groups].map(([key, found]) => ({ key, figure: figure(found), found }));
  rows.sort((a, b) => b.figure - a.figure || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return rows.slice(0, size).map(({ key, found }) => ({
    key,
    doc_count: found.length,
    price: { value: total(found.map(({ price }) => price)) },
    cheapest: { value: Math.min(...found.map(({ price }) => price)) },
    clicks: { value: total(found.flatMap(({ clicks }) => clicks)) },
    units: { value: found.length },
    parts: {
      doc_count: total(found.map(({ parts }) => parts.length)),
      names: { value: new Set(found.flatMap(({ parts }) => parts.map(({ name }) => name))).size },
    },
  }));
}

const inner = {
  price: { sum: { field: "price" } },
  cheapest: { min: { field: "price" } },
  clicks: { sum: { field: "clicks" } },
  // No document has this field: what stands in for it is added up.
  units: { sum: { field: "units", missing: 1 } },
  parts: { nested: { path: "parts" }, aggs: { names: { cardinality: { field: "parts.name" } } } },
};

it.each([
  ["by count", { _count: "desc" }, (found: readonly Sale[]) => found.length],
  ["by a figure", { price: "desc" }, (found: readonly Sale[]) => total(found.map(({ price }) => price))],
  ["by a figure of what is missing", { "units.value": "desc" }, (found: readonly Sale[]) => found.length],
  ["by objects", { parts: "desc" }, (found: readonly Sale[]) => total(found.map(({ parts }) => parts.length))],
])("the first terms %s have the figures of all their documents", async (_, order, figure) => {
  for (const [size, missing] of [
    [3, true],
    [20, false],
    [10_000, true],
  ] as const) {
    const terms = { field: "term", size, order: [order, { _key: "asc" }], ...(missing ? { missing: NONE } : {}) };
    const different = { cardinality: { field: "term", ...(missing ? { missing: NONE } : {}) } };
    const { aggregations } = await call("POST", "/one,two/_search", {
      size: 0,
      aggs: { terms: { terms, aggs: inner }, different },
    });
    expect(aggregations.terms.buckets).toEqual(expected(figure, { size, missing }));
    expect(aggregations.different.value).toBe(new Set(sales.flatMap(({ term = missing ? NONE : [] }) => term)).size);
  }
});

it("what stands in for a missing number counts once a document", async () => {
  const aggs = {
    price: { sum: { field: "price", missing: 100 } },
    clicks: { sum: { field: "clicks", missing: 100 } },
    most: { max: { field: "clicks", missing: 100 } },
  };
  const { aggregations } = await call("POST", "/one,two/_search", { size: 0, aggs });
  expect(aggregations.price.value).toBe(total(sales.map(({ price }) => price)));
  expect(aggregations.clicks.value).toBe(total(sales.flatMap(({ clicks }) => (clicks.length === 0 ? [100] : clicks))));
  expect(aggregations.most.value).toBe(100);
});

it("by key chooses by min_doc_count among no more terms than were asked for, as a shard does", async () => {
  // So many documents have each key.
  const counts = [3, 1, 4, 1, 2, 2, 1, 3];
  await call("PUT", "/keyed", { mappings: { properties: { key: { type: "long" } } } });
  const lines = counts.flatMap((count, key) =>
    Array.from({ length: count }, () => `{"index":{}}\n${JSON.stringify({ key })}`),
  );
  await call("POST", "/keyed/_bulk", `${lines.join("\n")}\n`);
  await call("POST", "/keyed/_refresh", {});
  for (const order of ["asc", "desc"] as const) {
    for (const size of [1, 2, 3, 5]) {
      const keys = order === "asc" ? [...counts.keys()] : [...counts.keys()].reverse();
      const given = keys.slice(0, size);
      const found = given.filter((key) => (counts[key] ?? 0) >= 2);
      const left = total(keys.slice(size).map((key) => counts[key] ?? 0));
      const aggs = { keys: { terms: { field: "key", size, min_doc_count: 2, order: { _key: order } } } };
      const { aggregations } = await call("POST", "/keyed/_search", { size: 0, aggs });
      const buckets = found.map((key) => ({ key, doc_count: counts[key] }));
      expect(aggregations.keys, `${order} ${size}`).toEqual({
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: left,
        buckets,
      });
    }
  }
});
