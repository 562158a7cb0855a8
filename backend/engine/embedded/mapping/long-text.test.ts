import { DEFAULT_TEMPLATE } from "@backend/gateway/resources/indices/template/default-template";
import { isJsonObject, stringifyJson } from "@common/text/json";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { createAnalysis } from "../analysis/create-analysis";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";
import { segmentOf } from "../store/build/memory";
import type { FieldReader } from "../store/types";
import { createMapping } from "./create-mapping";
import { layoutFor } from "../store/segment/layout";

// Texts above 8,192 units are analysed in pieces while they are written: nobody may notice.

const WORDS = ["The", "running", "foxes", "café", "Wi-Fi", "2,5", "USA", "of", "jumped", "Straße", "日本"];
const textOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `${WORDS[(at * 7) % WORDS.length]}${at % 13 === 0 ? at % 500 : ""}`).join(
    " ",
  );

const { settings } = DEFAULT_TEMPLATE;
const analysis = createAnalysis(isJsonObject(settings) ? settings : {});
const analyzers = [
  "standard",
  "english",
  "whitespace",
  "ngram_analyzer",
  "autosuggest_analyzer",
  "universal_delimiter_analyzer",
];
const definition = {
  properties: Object.fromEntries(
    analyzers.map((analyzer) => [analyzer, { type: "text", analyzer, index_phrases: analyzer === "standard" }]),
  ),
};

/** All that a field holds: terms with documents, frequencies and positions, norms and counts. */
function heldBy(field: FieldReader | undefined) {
  if (!field) return undefined;
  const terms = [...field.terms.from("")].map((term) => [
    term.term,
    term.totalTermFreq,
    [...field.postings(term).freqs],
    [...field.positions(term).positions],
  ]);
  return { terms, norms: [...(field.norms ?? [])], docCount: field.docCount, total: field.sumTotalTermFreq };
}

test("a long text gives the terms, places and norms that its analyzer gives for the whole", () => {
  const mapping = createMapping({ definition, analysis });
  const long = textOf(14_000);
  expect(long.length).toBeGreaterThan(65_536);
  for (const path of analyzers) {
    const values = ["a short one first", long, "and Another after it"];
    const parsed = mapping.parseDocument({ [path]: values }).fields;
    expect(parsed.get(path)?.later, path).toBeDefined();
    const layout = (name: string) => layoutFor(mapping, name);
    const segment = segmentOf(
      [
        { id: "0", fields: mapping.parseDocument({ [path]: "before" }).fields },
        { id: "1", fields: parsed },
      ],
      { layout },
    );
    const analyzer = mapping.field(path)?.analyzer;
    let base = 0;
    let length = 0;
    const places = new Map<string, number[]>();
    for (const value of values) {
      let last = -1;
      for (const { term, position } of analyzer?.analyze(value) ?? []) {
        places.set(term, [...(places.get(term) ?? []), base + position]);
        if (position !== last) length++;
        last = position;
      }
      base += last + 1 + 100;
    }
    const field = segment.field(path);
    for (const [term, expected] of places) {
      const entry = field?.terms.find(term);
      if (!field || !entry) throw new Error(`${path} lacks ${term}`);
      const found = field.positions(entry);
      expect([...found.positions.subarray(found.starts[entry.docFreq - 1])], `${path} ${term}`).toEqual(expected);
    }
    expect(heldBy(field)?.total, path).toBe(
      [...places.values()].reduce((sum, list) => sum + list.length, 0) + (analyzer?.analyze("before").length ?? 0),
    );
    expect(field?.docCount, path).toBe(2);
    const same = segmentOf([{ id: "1", fields: new Map([[path, { tokens: [], length, present: true }]]) }], { layout });
    expect(heldBy(field)?.norms[1], path).toBe(same.field(path)?.norms?.[0]);
  }
});

let engine: EmbeddedEngine;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "long-text-"));
  engine = await openEmbeddedEngine({ folder });
  await engine.handle({
    method: "PUT",
    path: "/_template/default",
    body: stringifyJson({ ...DEFAULT_TEMPLATE, index_patterns: ["*"] }),
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

test("others get their turn while a document of megabytes is written", async () => {
  const body = stringifyJson({ text: textOf(80_000) });
  const written = engine.handle({ method: "PUT", path: "/large/_doc/1", body });
  let turns = 0;
  let done = false;
  void written.finally(() => (done = true));
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  expect((await written).status).toBe(201);
  // One stretch of work is 4 ms where nothing is taken in one piece.
  expect(turns).toBeGreaterThan(50);
  const answer = await engine.handle({
    method: "POST",
    path: "/large/_search",
    body: stringifyJson({ query: { match_phrase: { text: "running wi fi" } } }),
  });
  expect(
    z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) }).parse(JSON.parse(answer.body)).hits.total
      .value,
  ).toBe(0);
}, 120_000);

test("an immense term in a long text is refused, and nothing of the document is kept", async () => {
  const body = stringifyJson({ text: "x".repeat(70_000) });
  const mapping = { mappings: { properties: { text: { type: "text", analyzer: "keyword" } } } };
  expect((await engine.handle({ method: "PUT", path: "/immense", body: stringifyJson(mapping) })).status).toBe(200);
  const refused = await engine.handle({ method: "PUT", path: "/immense/_doc/1", body });
  expect([
    refused.status,
    refused.body.includes('Document contains at least one immense term in field=\\"text\\"'),
  ]).toEqual([400, true]);
  expect((await engine.handle({ method: "GET", path: "/immense/_doc/1" })).status).toBe(404);
  const count = await engine.handle({ method: "GET", path: "/immense/_count" });
  expect(count.body).toContain('"count":0');
});
