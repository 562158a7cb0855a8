import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { randomFrom } from "../../../../tests/engines/generate/random";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

const { below, pick } = randomFrom(31);
const COUNTRIES = ["AD", "BR", "CH", "DE", "Ö", "\u{1F600}", "fr"];
const CODES = ["PPL", "PPLA", "PPLC"];

type Place = { id: number; country: string | undefined; code: string | undefined; population: number };

const AnswerSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({
    by: z.object({
      buckets: z.array(z.object({ key: z.record(z.string(), z.string().nullable()), doc_count: z.number() })),
      after_key: z.record(z.string(), z.string().nullable()).optional(),
    }),
  }),
});

let folder: string;
let engine: EmbeddedEngine;
let places: Place[] = [];

async function ask(method: "POST" | "PUT" | "DELETE", path: string, body?: string): Promise<unknown> {
  const answer = await engine.handle({ method, path, ...(body !== undefined && { body }) });
  expect(answer.status, answer.body).toBeLessThan(300);
  return JSON.parse(answer.body);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "composite-test-"));
  engine = await openEmbeddedEngine({ folder });
  const keyword = { type: "keyword" };
  const properties = { country: keyword, code: { ...keyword, index: false }, population: { type: "integer" } };
  await ask("PUT", "/places", JSON.stringify({ mappings: { properties } }));
  // Three segments, some documents of which are dead.
  for (let part = 0; part < 3; part++) {
    const lines = Array.from({ length: 300 }, (_, at) => {
      const place = {
        id: part * 300 + at,
        country: below(10) === 0 ? undefined : pick(COUNTRIES.slice(0, 5 + part)),
        code: below(6) === 0 ? undefined : pick(CODES),
        population: below(100),
      };
      places.push(place);
      return `{"index":{"_id":"${place.id}"}}\n${JSON.stringify(place)}\n`;
    });
    await ask("POST", "/places/_bulk", lines.join(""));
  }
  for (const id of [1, 2, 3, 400, 401]) await ask("DELETE", `/places/_doc/${id}`);
  places = places.filter(({ id }) => ![1, 2, 3, 400, 401].includes(id));
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

type Setting = { field: "country" | "code"; order: "asc" | "desc"; missing: boolean; missingOrder?: "first" | "last" };
type Key = (string | null)[];

const bytesOf = (text: string) => Buffer.from(text, "utf8");

function compare(a: Key, b: Key, settings: readonly Setting[]): number {
  for (const [at, { order, missingOrder }] of settings.entries()) {
    const [x, y] = [a[at] ?? null, b[at] ?? null];
    if (x === y) continue;
    if (x === null || y === null) {
      const isFirst = missingOrder === undefined ? order === "asc" : missingOrder === "first";
      return (x === null) === isFirst ? -1 : 1;
    }
    return Buffer.compare(bytesOf(x), bytesOf(y)) * (order === "asc" ? 1 : -1);
  }
  return 0;
}

/** All buckets, counted document by document. */
function expected(settings: readonly Setting[], least: number): { key: Key; count: number }[] {
  const found = new Map<string, { key: Key; count: number }>();
  for (const place of places) {
    const key = settings.map(({ field }) => place[field] ?? null);
    if (place.population < least || settings.some(({ missing }, at) => !missing && key[at] === null)) continue;
    const text = JSON.stringify(key);
    found.set(text, { key, count: (found.get(text)?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => compare(a.key, b.key, settings));
}

/** All pages, one after the other. */
async function paged(settings: readonly Setting[], { size, least }: { size: number; least: number }) {
  const sources = settings.map(({ field, order, missing, missingOrder }) => {
    const terms = { field, order, missing_bucket: missing, ...(missingOrder && { missing_order: missingOrder }) };
    return { [field]: { terms } };
  });
  const pages: { key: Key; count: number }[] = [];
  const query = least > 0 ? { range: { population: { gte: least } } } : undefined;
  for (let after: Record<string, string | null> | undefined; ;) {
    const by = { composite: { size, sources, ...(after && { after }) } };
    const answer = AnswerSchema.parse(
      await ask("POST", "/places/_search", JSON.stringify({ size: 0, track_total_hits: true, query, aggs: { by } })),
    );
    expect(answer.hits.total.value).toBe(places.filter(({ population }) => population >= least).length);
    const { buckets, after_key: next } = answer.aggregations.by;
    pages.push(...buckets.map(({ key, doc_count: count }) => ({ key: Object.values(key), count })));
    if (buckets.length < size || !next) return pages;
    after = next;
  }
}

const country: Setting = { field: "country", order: "asc", missing: false };
const code: Setting = { field: "code", order: "asc", missing: false };

it.each([
  { what: "one source", settings: [country] },
  { what: "one source, descending", settings: [{ ...country, order: "desc" }] },
  { what: "a source that is not indexed", settings: [code, country] },
  { what: "two sources", settings: [country, code] },
  { what: "one of them descending", settings: [country, { ...code, order: "desc" }] },
  {
    what: "both descending",
    settings: [
      { ...country, order: "desc" },
      { ...code, order: "desc" },
    ],
  },
  { what: "missing values of the second", settings: [country, { ...code, missing: true }] },
  {
    what: "missing values of both",
    settings: [
      { ...country, missing: true },
      { ...code, missing: true },
    ],
  },
  {
    what: "missing values last, and first where it descends",
    settings: [
      { ...country, missing: true, missingOrder: "last" },
      { ...code, order: "desc", missing: true, missingOrder: "first" },
    ],
  },
] satisfies { what: string; settings: Setting[] }[])(
  "a composite gives every bucket once, in order: $what",
  async ({ settings }) => {
    for (const least of [0, 40])
      for (const size of [1, 2, 5, 1000])
        expect(await paged(settings, { size, least }), `size ${size}, from ${least} on`).toEqual(
          expected(settings, least),
        );
  },
);

it("begins behind a key that no document has", async () => {
  const sources = [{ country: { terms: { field: "country" } } }, { code: { terms: { field: "code" } } }];
  const by = { composite: { size: 3, sources, after: { country: "BZ", code: "A" } } };
  const answer = AnswerSchema.parse(await ask("POST", "/places/_search", JSON.stringify({ size: 0, aggs: { by } })));
  const wanted = expected([country, code], 0).filter(
    ({ key }) => Buffer.compare(bytesOf(key[0] ?? ""), bytesOf("BZ")) > 0,
  );
  expect(answer.aggregations.by.buckets.map(({ doc_count: count }) => count)).toEqual(
    wanted.slice(0, 3).map(({ count }) => count),
  );
});

it("counts a value once, whether its segment has documents of several values or not", async () => {
  await ask("PUT", "/tags", JSON.stringify({ mappings: { properties: { tag: { type: "keyword" } } } }));
  const counts = new Map<string, number>();
  // In turns segments where each document has one value at most, and such where some have several.
  for (let part = 0; part < 4; part++) {
    const lines = Array.from({ length: 50 }, () => {
      const tags = Array.from({ length: part % 2 === 0 ? below(2) : below(4) }, () => pick(COUNTRIES));
      for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      return `{"index":{}}\n${JSON.stringify({ tag: tags })}\n`;
    });
    await ask("POST", "/tags/_bulk", lines.join(""));
  }
  const wanted = [...counts].sort(([a], [b]) => Buffer.compare(bytesOf(a), bytesOf(b)));
  const found: [string | null, number][] = [];
  for (let after: Record<string, string | null> | undefined; ;) {
    const by = { composite: { size: 2, sources: [{ tag: { terms: { field: "tag" } } }], ...(after && { after }) } };
    const answer = AnswerSchema.parse(await ask("POST", "/tags/_search", JSON.stringify({ size: 0, track_total_hits: true, aggs: { by } }))); // prettier-ignore
    found.push(...answer.aggregations.by.buckets.map(({ key, doc_count: count }): [string | null, number] => [key["tag"] ?? null, count])); // prettier-ignore
    after = answer.aggregations.by.after_key;
    if (!after) break;
  }
  expect(found).toEqual(wanted);
});

const addresses = ["9.1.1.1", "10.0.0.2", "10.0.0.10", "192.168.0.1", "2001:db8::1", "::1"];
/** As addresses sort: by their bytes, those of four parts as `::ffff:…`. */
const inOrder = ["::1", "9.1.1.1", "10.0.0.2", "10.0.0.10", "192.168.0.1", "2001:db8::1"];

it.each([
  { what: "once", many: false, order: "asc" },
  { what: "once, descending", many: false, order: "desc" },
  { what: "several times a document", many: true, order: "asc" },
])("goes on behind an address that stands $what", async ({ many, order }) => {
  const index = `visits-${many}-${order}`;
  await ask("PUT", `/${index}`, JSON.stringify({ mappings: { properties: { from: { type: "ip" } } } }));
  const lines = addresses.map((from, at) => `{"index":{}}\n${JSON.stringify({ from: many ? [from, addresses[(at + 1) % addresses.length]] : from })}\n`); // prettier-ignore
  await ask("POST", `/${index}/_bulk`, lines.join(""));
  const found: [string | null | undefined, number][] = [];
  for (let after: Record<string, string | null> | undefined; ;) {
    const by = { composite: { size: 1, sources: [{ from: { terms: { field: "from", order } } }], ...(after && { after }) } }; // prettier-ignore
    const answer = AnswerSchema.parse(await ask("POST", `/${index}/_search`, JSON.stringify({ size: 0, track_total_hits: true, aggs: { by } }))); // prettier-ignore
    found.push(...answer.aggregations.by.buckets.map(({ key, doc_count: count }): [string | null | undefined, number] => [key["from"], count])); // prettier-ignore
    after = answer.aggregations.by.after_key;
    if (!after || found.length > addresses.length) break;
  }
  const wanted = order === "asc" ? inOrder : [...inOrder].reverse();
  expect(found).toEqual(wanted.map((from) => [from, many ? 2 : 1]));
});

it("refuses to go on behind what is no address", async () => {
  const by = { composite: { size: 1, sources: [{ from: { terms: { field: "from" } } }], after: { from: "x" } } };
  const body = JSON.stringify({ size: 0, aggs: { by } });
  const answer = await engine.handle({ method: "POST", path: "/visits-false-asc/_search", body });
  expect(answer).toMatchObject({ status: 400, body: expect.stringContaining("'x' is not an IP string literal.") });
});
