import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedEngine, type EmbeddedEngine } from "./open";
import type { EngineRequest } from "../port";
import { judgedMs, MOST_MS } from "../../../tests/setup/busy";

// Calls that ask for too much: each is refused in words, or done in slices between which others have their turn.

type Call = {
  method?: EngineRequest["method"];
  path: string;
  query?: Record<string, string>;
  body?: object | string;
  status?: number;
};

const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));
const nest = (levels: number, wrap: (inner: object) => object, inner: object): object =>
  levels === 0 ? inner : wrap(nest(levels - 1, wrap, inner));
const search = (body: object, status = 200): Call => ({ method: "POST", path: "/hostile/_search", body, status });
const analyze = (body: object, status: number): Call => ({ method: "POST", path: "/_analyze", body, status });

const WORDS = times(20_000, (at) => `word${at % 5_000}`).join(" ");
const ALL = { type: "edge_ngram", min_gram: 1, max_gram: 1_000_000 };

const CALLS: Record<string, () => Call> = {
  "_analyze of 2 MB": () => analyze({ text: "word ".repeat(400_000) }, 400),
  "_analyze of 100,000 texts": () => analyze({ text: times(100_000, (at) => `t${at}`) }, 400),
  "_analyze of 9,000 texts": () => analyze({ text: times(9_000, (at) => `t${at}`) }, 200),
  "_analyze of 100,000 empty texts": () => analyze({ text: times(100_000, () => "") }, 200),
  "_analyze with explain": () =>
    analyze(
      { tokenizer: "standard", filter: times(20, () => "lowercase"), text: WORDS.slice(0, 50_000), explain: true },
      400,
    ),
  "_analyze of edge n-grams of 1 to 1,000,000": () => analyze({ tokenizer: ALL, text: "a".repeat(9_000) }, 400),
  "_analyze of edge n-grams by a filter": () =>
    analyze({ tokenizer: "keyword", filter: [ALL], text: "a".repeat(1_000_000) }, 400),
  "_analyze of one word of 1 MB": () => analyze({ tokenizer: "keyword", text: "a".repeat(1_000_001) }, 400),
  "_analyze with an expression that goes back": () =>
    analyze({ tokenizer: { type: "pattern", pattern: "(a+)+$" }, text: `${"a".repeat(50_000)}!` }, 200),
  "_analyze with an expression that looks to the end": () =>
    analyze({ tokenizer: { type: "pattern", pattern: "(a.*z|a)" }, text: "a".repeat(200_000) }, 400),
  "_analyze with replacements that grow": () =>
    analyze(
      {
        char_filter: [{ type: "pattern_replace", pattern: "a", replacement: "b".repeat(100_000) }],
        tokenizer: "keyword",
        text: "a".repeat(10_000),
      },
      400,
    ),
  "_analyze of HTML without ends": () =>
    analyze({ char_filter: ["html_strip"], tokenizer: "keyword", text: "<!-- ".repeat(100_000) }, 200),
  "settings with an expression of 100,000 characters": () => ({
    method: "PUT",
    path: "/h-1",
    body: { settings: { analysis: { tokenizer: { t: { type: "pattern", pattern: "(a|b)*".repeat(17_000) } } } } },
    status: 400,
  }),
  "a dynamic template with a hostile expression": () => ({
    method: "PUT",
    path: "/h-2",
    body: {
      mappings: {
        dynamic_templates: [{ t: { match: "(a+)+$", match_pattern: "regex", mapping: { type: "keyword" } } }],
      },
    },
    status: 200,
  }),
  "a field for that template": () => ({
    method: "PUT",
    path: "/h-2/_doc/1",
    body: { [`${"a".repeat(5_000)}!`]: "x" },
    status: 201,
  }),
  "a key of 10,000 dots": () => ({
    method: "PUT",
    path: "/hostile/_doc/d",
    body: { [times(10_000, () => "k").join(".")]: 1 },
    status: 400,
  }),
  "objects 999 deep": () => ({
    method: "PUT",
    path: "/hostile/_doc/d",
    body: nest(990, (o) => ({ o }), { last: 1 }),
    status: 400,
  }),
  "20,000 fields": () => ({
    method: "PUT",
    path: "/hostile/_doc/d",
    body: Object.fromEntries(times(20_000, (at) => [`f${at}`, at])),
    status: 400,
  }),
  "20,000 fields in a mapping": () => ({
    method: "PUT",
    path: "/hostile/_mapping",
    body: { properties: Object.fromEntries(times(20_000, (at) => [`f${at}`, { type: "long" }])) },
    status: 400,
  }),
  "a list of 100,000 numbers": () => ({
    method: "PUT",
    path: "/hostile/_doc/d",
    body: { n: times(100_000, (at) => at) },
  }),
  "JSON 10,000 deep": () => ({
    method: "POST",
    path: "/hostile/_search",
    body: `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
    status: 400,
  }),
  "a document of 1 MB": () => ({
    method: "PUT",
    path: "/hostile/_doc/long",
    body: { body: "some words of a long text ".repeat(40_000) },
  }),
  "highlight of it": () => search({ query: { match: { body: "words" } }, highlight: { fields: { body: {} } } }),
  "synonyms of 5,000 rules": () => ({
    method: "PUT",
    path: "/h-3",
    body: {
      settings: {
        analysis: {
          filter: { s: { type: "synonym", synonyms: times(5_000, (at) => `a${at}, b${at}, c${at} d${at}`) } },
          analyzer: { a: { tokenizer: "standard", filter: ["s"] } },
        },
      },
    },
    status: 200,
  }),
  "a regular expression of many states": () => search({ query: { regexp: { tag: { value: "(.*a){30}.{1,200}" } } } }),
  "an expression of alternatives": () =>
    search({ query: { regexp: { tag: { value: times(200, (at) => `a${at}`).join("|") } } } }),
  "a wildcard of 1,000 stars": () => search({ query: { wildcard: { tag: { value: "a*".repeat(1_000) } } } }),
  "fuzzy over a long term": () => search({ query: { fuzzy: { tag: { value: "a".repeat(20_000), fuzziness: 2 } } } }),
  "65,536 terms": () => search({ query: { terms: { tag: times(65_536, (at) => `t${at}`) } } }),
  "65,537 terms": () => search({ query: { terms: { tag: times(65_537, (at) => `t${at}`) } } }, 400),
  "1,025 clauses": () =>
    search({ query: { bool: { should: times(1_025, (at) => ({ term: { tag: `t${at}` } })) } } }, 400),
  "500 levels of bool": () => search({ query: nest(490, (must) => ({ bool: { must } }), { match_all: {} }) }, 400),
  "query_string of 100,000 characters": () => search({ query: { query_string: { query: "a ".repeat(50_000) } } }),
  "query_string of deep parentheses": () =>
    search({ query: { query_string: { query: `${"(".repeat(50_000)}a${")".repeat(50_000)}` } } }, 400),
  "simple_query_string of 100,000 characters": () =>
    search({ query: { simple_query_string: { query: "(a | b) ".repeat(12_500) } } }, 400),
  "a match of 20,000 words": () => search({ query: { match: { body: WORDS } } }, 400),
  "a phrase of 20,000 words": () => search({ query: { match_phrase: { body: WORDS } } }),
  "a date format that may leave all out": () =>
    search({ query: { range: { day: { gte: `${"1".repeat(60)}x`, format: "[d]".repeat(40) } } } }, 400),
  "a date format of 10,000 characters": () =>
    search({ query: { range: { day: { gte: "1", format: "y".repeat(10_000) } } } }, 400),
  "a histogram of 10 billion buckets": () =>
    search({ size: 0, aggs: { h: { histogram: { field: "n", interval: 1e-9, min_doc_count: 0 } } } }, 503),
  "aggregations 100 deep": () =>
    search({
      size: 0,
      aggs: nest(100, (aggs) => ({ a: { terms: { field: "tag" }, aggs } }), { z: { max: { field: "n" } } }),
    }),
  "1,000 sort keys": () => search({ sort: times(1_000, () => ({ n: "asc" })) }),
  "from beyond the window": () => search({ from: 1_000_000_000 }, 400),
  "function_score of 1,000 functions": () =>
    search({ query: { function_score: { functions: times(1_000, () => ({ weight: 2 })) } } }),
  "_mget of 100,000": () => ({
    method: "POST",
    path: "/hostile/_mget",
    body: { ids: times(100_000, (at) => `m${at}`) },
  }),
  "_msearch of 2,000": () => ({ method: "POST", path: "/hostile/_msearch", body: '{}\n{"size":1}\n'.repeat(2_000) }),
  "source filters of many stars": () => search({ _source: times(200, () => "*a*b*c*d*e*f*"), size: 100 }),
  "a column pattern of many stars": () => ({ path: "/_cat/indices", query: { h: `${"*".repeat(5_000)}x` } }),
  "an index pattern of many stars": () => ({
    path: `/${"*a".repeat(100)}/_search`,
    query: { allow_no_indices: "true" },
  }),
};

/** What holds on for longer yet, and how long at most. */
const KNOWN: Readonly<Record<string, number>> = { "a histogram of 10 billion buckets": 500 };

let engine: EmbeddedEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hostile-calls-"));
  engine = await openEmbeddedEngine({ folder });
  await ask({
    method: "PUT",
    path: "/hostile",
    body: {
      mappings: {
        properties: { tag: { type: "keyword" }, body: { type: "text" }, n: { type: "double" }, day: { type: "date" } },
      },
    },
  });
  const lines = times(
    2_000,
    (at) =>
      `${JSON.stringify({ index: { _id: String(at) } })}\n${JSON.stringify({ tag: `t${at}`, body: `word${at} and more`, n: at, day: "2026-01-01" })}\n`,
  ).join("");
  await ask({ method: "POST", path: "/hostile/_bulk", query: { refresh: "true" }, body: lines });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function ask({ method = "GET", path, query, body }: Call) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return engine.handle({
    method,
    path,
    ...(query && { query }),
    ...(text !== undefined && { body: Buffer.from(text) }),
  });
}

/** The longest time in a call in which nobody else had a turn; no more than the processor worked for it. */
async function longestStop(call: Call): Promise<{ status: number; body: string; stop: number }> {
  const text = call.body === undefined || typeof call.body === "string" ? call.body : JSON.stringify(call.body);
  const prepared = text === undefined ? call : { ...call, body: text };
  await new Promise((resolve) => setTimeout(resolve, 15));
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await new Promise((resolve) => setTimeout(resolve, 5));
  delays.reset();
  const used = process.cpuUsage();
  const { status, body } = await ask(prepared);
  await new Promise((resolve) => setTimeout(resolve, 5));
  delays.disable();
  const { user, system } = process.cpuUsage(used);
  return { status, body: String(body), stop: Math.min(delays.max / 1e6, (user + system) / 1e3) };
}

test.each(Object.keys(CALLS))("%s holds nobody up", async (name) => {
  const call = CALLS[name]!();
  const most = KNOWN[name] ?? MOST_MS;
  const first = await longestStop(call);
  const stop =
    first.stop < most
      ? first.stop
      : await judgedMs({ most, measure: async () => (await longestStop(call)).stop, clock: "processor" });
  expect(first.status, first.body.slice(0, 300)).toBeLessThan(504);
  expect(first.status).not.toBe(500);
  if (call.status === 400) expect(first.status, first.body.slice(0, 300)).toBe(400);
  expect(stop).toBeLessThan(most);
});
