import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchAsIs } from "../../replay/fetch-as-is";
import { ENGINE_URL } from "../../replay/target";
import { type Api, makeShoes, openApi, type Reply } from "../api";

/** The same seed gives the same calls: FUZZ_SEED plays a failure again. */
const SEED = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const CALLS = Number(process.env["FUZZ_CALLS"] ?? 400);

// mulberry32: small, and the same everywhere.
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const random = generator(SEED);
function pick<Item>(items: readonly Item[]): Item {
  return items[random(items.length)]!;
}

const BODIES: readonly object[] = [
  { query: { match: { name: { query: "boot", operator: "and", fuzziness: "AUTO" } } } },
  {
    query: {
      bool: {
        must: [{ term: { brand: "acme" } }],
        filter: { range: { price: { gte: 10, lt: 100 } } },
        minimum_should_match: 1,
      },
    },
  },
  {
    query: { multi_match: { query: "snow", fields: ["name^2", "brand"], type: "best_fields" } },
    size: 5,
    from: 0,
    sort: [{ price: "asc" }, "_score"],
  },
  {
    query: { query_string: { query: "name:boot AND price:[1 TO 50]" } },
    _source: { includes: ["name"] },
    highlight: { fields: { name: {} } },
  },
  { query: { geo_distance: { distance: "10km", place: { lat: 48, lon: 11 } } } },
  {
    query: { terms: { brand: ["acme", "other"] } },
    aggs: { a: { terms: { field: "brand", size: 3 }, aggs: { b: { avg: { field: "price" } } } } },
  },
  {
    aggs: {
      a: { date_histogram: { field: "made", calendar_interval: "month", format: "yyyy" } },
      b: { histogram: { field: "price", interval: 10 } },
      c: { composite: { sources: [{ x: { terms: { field: "brand" } } }] } },
    },
  },
  {
    query: { prefix: { brand: { value: "a" } } },
    search_after: [1],
    sort: [{ price: { order: "desc", missing: "_last" } }],
    track_total_hits: true,
  },
  {
    query: [
      { id: "a", type: "search", dataField: ["name"], value: "boot", size: 3, fuzziness: 1, react: { and: ["b"] } },
      { id: "b", type: "term", dataField: ["brand"], value: ["acme"] },
      { id: "c", type: "range", dataField: ["price"], value: { start: 1, end: 2 } },
    ],
    settings: { recordAnalytics: false },
  },
  {
    mappings: { properties: { a: { type: "text", fields: { k: { type: "keyword" } } } } },
    settings: {
      index: {
        number_of_shards: 1,
        analysis: { analyzer: { x: { type: "custom", tokenizer: "standard", filter: ["lowercase"] } } },
      },
    },
    aliases: { z: {} },
  },
  { docs: [{ _index: "fuzz", _id: "1" }], ids: ["1"] },
  { actions: [{ add: { index: "fuzz", alias: "other" } }] },
  { source: { index: "fuzz", query: { match_all: {} } }, dest: { index: "fuzz-copy" } },
  { doc: { name: "x" }, doc_as_upsert: true },
  { username: "fuzz-user", password: "quiet-owl", email: "f@example.org", allowed_actions: ["develop"] },
  { indices: ["fuzz"], categories: ["docs"], ops: ["read"], limits: { ip_limit: 5 }, ttl: 60 },
  { query: "boot", click_on: { 1: 1 }, query_id: "x", conversion_on: ["1"], favorite_on: "1", source: {} },
  { index_patterns: ["nobody-*"], template: { settings: {} } },
  { analyzer: "standard", text: "Two words" },
  { interval: 60 },
  { public_key: "x", role_key: "y" },
];
const PATHS = [
  "/_search",
  "/fuzz/_search",
  "/fuzz/_msearch",
  "/fuzz/_count",
  "/fuzz/_bulk",
  "/_bulk",
  "/fuzz/_doc",
  "/fuzz/_doc/1",
  "/fuzz/_create/2",
  "/fuzz/_update/1",
  "/fuzz/_source/1",
  "/_mget",
  "/fuzz/_mget",
  "/fuzz/_mapping",
  "/fuzz/_settings",
  "/fuzz/_analyze",
  "/_analyze",
  "/_aliases",
  "/fuzz/_alias/x",
  "/_alias/*",
  "/_template/fuzz",
  "/_index_template/fuzz",
  "/_reindex",
  "/_reindex/fuzz",
  "/_reindex/fuzz/fuzz-new",
  "/fuzz/_delete_by_query",
  "/fuzz/_update_by_query",
  "/fuzz/_validate/query",
  "/fuzz/_field_caps",
  "/_search/scroll",
  "/fuzz/_reactivesearch",
  "/fuzz/_reactivesearch/validate",
  "/_reactivesearch/validate",
  "/fuzz/_analytics/search",
  "/fuzz/_analytics/click",
  "/fuzz/_analytics/conversion",
  "/_analytics/favorite",
  "/_analytics/recent-searches",
  "/_logs",
  "/fuzz/_logs",
  "/_log/x",
  "/_user",
  "/_user/fuzz-user",
  "/_users",
  "/_permission",
  "/_permission/x",
  "/_role/x",
  "/_sync/preferences",
  "/_public_key",
  "/fuzz-2",
  "/fuzz",
  "/_cat/indices",
  "/_cat/x",
  "/_cluster/health",
  "/_tasks/a:1",
  "/_tasks/x/_cancel",
  "/fuzz/_stats/docs",
  "/_nodes/stats",
  "/fuzz/_close/x",
  "/arc/plan",
  "/_aliasedindices",
  "/fuzz/shoe/1",
  "/fuzz/_termvectors/1",
  "/fuzz/_explain/1",
  "/fuzz/_rollover",
];
const QUERIES = [
  "size=-1",
  "from=a",
  "sort=x:y",
  "q=(",
  "scroll=1x",
  "timeout=0",
  "refresh=maybe",
  "version=x",
  "if_seq_no=-5",
  "routing=",
  "expand_wildcards=none",
  "format=yaml",
  "pretty",
  "filter_path=**",
  "source=%7B",
  "_source=*",
  "wait_for_completion=x",
  "start_date=x",
  "from_timestamp=9e99",
  "op_type=x",
  "h=%00",
  "s=x",
  "%=",
  "size=99999999999999999999",
  "track_total_hits=x",
  "preference=_shards:9",
];
const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  "",
  "x",
  "*",
  "\u0000",
  "\ud800",
  "🦉",
  "../..",
  "{{x}}",
  "9999999999999999999999",
  [],
  [[]],
  {},
  [null],
  { "": null },
  { a: { b: { c: [] } } },
  "NaN",
  "now/x",
  "<x-{now/d{",
  "_all",
  ".users",
  "-x",
  "1d1d",
  "__proto__",
  { __proto__x: 1 },
  { constructor: 1 },
];

// Every place of a body: one is changed, taken out, or another key put in.
function mutated(value: unknown, place: { left: number }): unknown {
  if (place.left-- === 0) return pick(ODD);
  if (Array.isArray(value)) return value.map((item: unknown) => mutated(item, place));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const kind = place.left === 0 ? random(4) : 3;
    if (kind === 0) {
      place.left--;
      return [];
    }
    if (kind === 1) {
      place.left--;
      return [
        [String(pick(ODD)), inner],
        [key, inner],
      ];
    }
    return [[key, mutated(inner, place)]];
  });
  return Object.fromEntries(entries);
}

function broken(text: string): string {
  const at = random(text.length + 1);
  switch (random(6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) + pick(["}", "]", ",", '"', "\\", "\n", "\u0000", "/*", "NaN", "{", "'"]) + text.slice(at)
      );
    case 2:
      return `${text}\n${text}\n`;
    case 3:
      return `${JSON.stringify({ [pick(["index", "create", "update", "delete", "nobody"])]: pick(ODD) })}\n${text}\n`;
    default:
      return text;
  }
}

// Earlier calls may have left a template or an alias of that name behind.
async function reset(api: Api): Promise<void> {
  for (const path of ["/_template/fuzz", "/_index_template/fuzz", "/_all/_alias/fuzz"]) await api.call("DELETE", path);
  await makeShoes(api, "fuzz");
}

type Call = { method: string; path: string; body: string | undefined };

function call(): Call {
  const method = pick(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "POST", "POST"]);
  let path = pick(PATHS);
  if (random(6) === 0)
    path = path.replace(
      /[^/]+/,
      pick([
        "%",
        "%00",
        "%ff",
        "a%2Fb",
        "..",
        "*",
        "_all",
        "-x",
        "%3Cx-%7Bnow%7D%3E",
        "%3C%7B%3E",
        "a,b,,",
        "x".repeat(300),
        "%F0%9F%A6%89",
        ".users",
        "+",
        "%20",
      ]),
    );
  if (random(3) === 0) path += `?${pick(QUERIES)}${random(2) === 0 ? `&${pick(QUERIES)}` : ""}`;
  if (random(8) === 0) return { method, path, body: undefined };
  const body = pick(BODIES);
  return { method, path, body: broken(JSON.stringify(mutated(body, { left: random(14) }))) };
}

// A real engine has faults of its own (a write with `timeout=0` that brings new fields: 500 `mapper_exception`). The
// gateway passes on what it says, with its reason. The answer to HEAD has none: then the engine itself is asked.
async function isEnginesOwn({ text }: Pick<Reply, "text">, { method, path, body }: Call): Promise<boolean> {
  if (ENGINE_URL === undefined) return false;
  if (method !== "HEAD") return /elastic: Error 5\d\d .*\[type=\w+\]/.test(text);
  const headers: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  return (await fetchAsIs(`${ENGINE_URL.replace(/\/+$/, "")}${path}`, { method, headers, body })).status >= 500;
}

describe(`fuzz with FUZZ_SEED=${SEED}`, () => {
  let api: Api;

  beforeAll(async () => {
    console.log(`fuzz: ${CALLS} calls, FUZZ_SEED=${SEED}`);
    api = await openApi();
  }, 60_000);
  afterAll(() => api.close());

  test("whatever comes, the answer is no failure of the server", { timeout: 60_000 }, async () => {
    const failed: string[] = [];
    for (let count = 0; count < CALLS; count++) {
      if (count % 50 === 0) await reset(api);
      const { method, path, body } = call();
      // The admin who plays this must stay.
      if (path.startsWith("/.users") && method !== "GET" && !path.includes("_search")) continue;
      if (path.startsWith("/_user") && !path.startsWith("/_users") && method === "DELETE") continue;
      if (/^\/_user(\?|$)/.test(path) && method !== "GET" && method !== "POST") continue;
      const reply = await api.call(method, path, body).catch((error: unknown) => ({ status: 0, text: String(error) }));
      const told = reply.status >= 400 && method !== "HEAD" && reply.status !== 405 && reply.text === "";
      const isFault =
        reply.status >= 500 && reply.status !== 503 && !(await isEnginesOwn(reply, { method, path, body }));
      if (reply.status === 0 || isFault || told)
        failed.push(`${method} ${path} ${body ?? ""} -> ${reply.status} ${reply.text.slice(0, 200)}`);
    }
    expect(failed, `FUZZ_SEED=${SEED}\n${failed.join("\n")}`).toEqual([]);
    expect((await api.call("GET", "/arc/_health")).status).toBe(200);
  });
});
