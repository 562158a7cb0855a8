import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "@common/access-control/categories";
import { type Api, makeShoes, openApi } from "../api";
import { CHANGING, PLACES } from "./hidden-fields/places";

// Stands in every document, mapping and alias that the credential may not see.
const MARK = "topsecret";
const LOOK_UP = { terms: { brand: { index: "hidden", id: "1", path: "brand" } } };
const HIDDEN_BRAND = { terms: { brand: [MARK] } };
const BASE64 = Buffer.from(JSON.stringify(LOOK_UP)).toString("base64");

type Call = [method: string, path: string, body?: unknown];

const PATHS: readonly Call[] = [
  "/hidden", "/hidden,shop", "/shop,hidden", "/*", "/shop,*", "/hid*", "/*dden", "/h%69dden", "/hidden%2Cshop", "/shop%2Chidden", "/shop%2C%2A", "/_all", "/%5Fall", "/*,-shop",
  "/-shop,*", "/shop,-shop,*", "/%3Chidden%3E", "/%3Chid%7Bden%7D%3E", "/%3C%7Bnow%7Bhidden%7D%7D%3E", "/shop,%3Chidden%3E", "/local:hidden", "/*:hidden", "/shop%2F..%2Fhidden", "/hidden%20",
  "/.users", "/%2Eusers", "/.permissions", "/.*", "/.u*", "/.log*", "/shop,.users", "/%3C.users%3E", "/%3C%7B.users%7D%3E", "/shop?", "/hidden%00", "/HIDDEN", "/hidden%2C", "/,hidden", "/sho*", "/s*",
].flatMap((index): Call[] => [
  ["GET", `${index}/_search`],
  ["POST", `${index}/_count`, { query: HIDDEN_BRAND }],
  ["GET", `${index}/_mapping`],
]); // prettier-ignore

const OTHER_PATHS: readonly Call[] = [
  ["GET", "/_search"], ["GET", "/_count"], ["GET", "/_mapping"], ["GET", "/_settings"], ["GET", "/_alias"], ["GET", "/_stats"], ["GET", "/_cat/indices"], ["GET", "/_cat/indices/hidden"], ["GET", "/_cat/aliases"],
  ["GET", "/_cat/shards"], ["GET", "/_cluster/state/version"], ["GET", "/_cluster/health/hidden"], ["GET", "/_aliasedindices"], ["GET", "/_nodes"], ["GET", "/_tasks"], ["GET", "/_field_caps?fields=*"],
  ["GET", "/hidden"], ["HEAD", "/hidden"], ["GET", "/hidden/_doc/1"], ["GET", "/hidden/_source/1"], ["GET", "/hidden/shoe/1"], ["GET", "/hidden/_settings"], ["GET", "/hidden/_alias"], ["GET", "/hidden/_stats"], ["POST", "/hidden/_disk_usage?run_expensive_tasks=true"],
  ["GET", "/hidden/_logs"], ["GET", "/_logs"], ["GET", "/hidden/_log/x"], ["GET", "/hidden/_logs/percentiles"], ["GET", "/_logs/percentiles"], ["GET", "/hidden/_logs/routes"], ["GET", "/_logs/errors"], ["GET", "/_logs/retention"], ["GET", "/_analytics/hidden/recent-searches"], ["GET", "/_analytics/recent-searches"], ["GET", "/_analytics/hidden/latency"], ["GET", "/_analytics/request-distribution"], ["GET", "/_template"], ["GET", "/_users"], ["GET", "/_permissions"], ["GET", "/hidden/_permissions"],
  ["GET", "/_searchrelevancy/hidden"], ["PUT", "/_searchrelevancy/hidden", {}], ["DELETE", "/_searchrelevancy/hidden"], ["GET", "/_searchrelevancy/*"], ["PUT", "/_searchrelevancy/shop,hidden", {}], ["GET", "/_searchrelevancy/.users"],
  ["GET", "/_synonyms/hidden"], ["PUT", "/_synonym/hidden", []], ["DELETE", "/_synonyms/hidden"], ["GET", "/_synonyms/*"], ["POST", "/.synonyms/_reactivesearch", { query: [] }], ["POST", "/.searchrelevancy/_search"],
  ["GET", "/_grade/hidden?query=a"], ["PUT", "/_grade/hidden", { query: "a", docs: {} }], ["DELETE", "/_grade/hidden"], ["POST", "/_grade/metrics", { indices: ["hidden"] }], ["POST", "/_grade/metrics", { indices: ["shop", "hid*"] }], ["POST", "/_grade/metrics", { indices: ["_all"] }],
  ["DELETE", "/hidden"], ["DELETE", "/hidden/_doc/1"], ["PUT", "/hidden/_doc/1", { brand: "x" }], ["POST", "/hidden/_close"], ["PUT", "/hidden/_mapping", { properties: { a: { type: "long" } } }], ["PUT", "/hidden/_settings", { index: { refresh_interval: "1s" } }],
  ["POST", "/hidden/_delete_by_query", { query: { match_all: {} } }], ["POST", "/_reindex/hidden", {}], ["POST", "/_reindex/hidden/shop", {}], ["POST", "/_reindex/shop/hidden", {}], ["POST", "/hidden/_reactivesearch", { query: [] }],
  ["GET", "/_cat/indices/shop?index=hidden"], ["GET", "/_cat/indices/*?format=json"], ["GET", "/_resolve/index/hidden"], ["GET", "/_resolve/index/*"], ["GET", "/_resolve/index/.users"], ["GET", "/_data_stream"], ["GET", "/_aliases"], ["GET", "//hidden/_search"], ["GET", "/shop/../hidden/_search"], ["GET", "/./hidden/_search"], ["GET", "/hidden/_search/"], ["GET", "/hidden//_search"],
]; // prettier-ignore

const search = (query: unknown): Call => ["POST", "/shop/_search", { query }];
const BODIES: readonly Call[] = [
  search(LOOK_UP), search({ bool: { filter: [{ bool: { must_not: LOOK_UP } }] } }), search({ constant_score: { filter: LOOK_UP } }), search({ wrapper: { query: BASE64 } }),
  search({ terms: { brand: { index: "shop,hidden", id: "1", path: "brand" } } }), search({ terms: { brand: { index: "<hidden>", id: "1", path: "brand" } } }), search({ terms: { brand: { index: "hid*", id: "1", path: "brand" } } }),
  search({ more_like_this: { fields: ["brand"], like: [{ _index: "hidden", _id: "1" }], min_term_freq: 1, min_doc_freq: 1 } }), search({ percolate: { field: "q", index: "hidden", id: "1" } }),
  search({ geo_shape: { place: { indexed_shape: { index: "hidden", id: "1", path: "place" } } } }),
  ["POST", "/shop/_search", '{"query":{"terms":{"brand":{"\\u0069ndex":"hidden","id":"1","path":"brand"}}}}'],
  ["POST", "/shop/_search", '{"query":{"terms":{"brand":{"index":"shop","index":"hidden","id":"1","path":"brand"}}}}'],
  ["POST", "/shop/_search", { aggs: { a: { filter: LOOK_UP } } }], ["POST", "/shop/_search", { aggs: { a: { filters: { filters: { x: LOOK_UP } } } } }], ["POST", "/shop/_search", { post_filter: LOOK_UP }],
  ["POST", "/shop/_search", { indices_boost: [{ hidden: 2 }] }], ["POST", "/shop/_search", { pit: { id: "x" } }], ["POST", "/shop/_search", { highlight: { fields: { name: { highlight_query: LOOK_UP } } } }],
  ["GET", `/shop/_search?source_content_type=application/json&source=${encodeURIComponent(JSON.stringify({ query: LOOK_UP }))}`],
  ["POST", "/shop/_count", { query: LOOK_UP }], ["POST", "/shop/_validate/query?explain", { query: LOOK_UP }], ["POST", "/shop/_delete_by_query", { query: LOOK_UP }], ["POST", "/shop/_update_by_query", { query: LOOK_UP }],
  ["POST", "/shop/_mget", { docs: [{ _index: "hidden", _id: "1" }] }], ["POST", "/_mget", { docs: [{ _index: "hidden", _id: "1" }] }], ["POST", "/shop/_mget", '{"docs":[{"_index":"shop","_index":"hidden","_id":"1"}]}'],
  ["POST", "/shop/_msearch", '{"index":"hidden"}\n{}\n'], ["POST", "/shop/_msearch", '{"index":["shop","hidden"]}\n{}\n'], ["POST", "/shop/_msearch", '{"indices":"hid*"}\n{}\n'], ["POST", "/shop/_msearch", '\n{}\n{"index":"hidden"}\n{}\n'],
  ["POST", "/shop/_msearch", `{}\n${JSON.stringify({ query: LOOK_UP })}\n`], ["POST", "/shop/_msearch", '{"index":"shop","index":"hidden"}\n{}\n'], ["POST", "/shop/_msearch", '{"\\u0069ndex":"hidden"}\n{}\n'], ["POST", "/shop/_msearch", '{"index":"hidden"}\r\n{}\r\n'],
  ["POST", "/shop/_bulk", '{"index":{"_index":"hidden","_id":"1"}}\n{"brand":"x"}\n'], ["POST", "/shop/_bulk", '{"delete":{"_index":"hidden","_id":"1"}}\n'], ["POST", "/shop/_bulk", '{"index":{"_index":"shop","_index":"hidden","_id":"1"}}\n{"brand":"x"}\n'],
  ["POST", "/shop/_bulk", '{"index":{}}\n{}\n\n{"update":{"_index":"hidden","_id":"1"}}\n{"doc":{"brand":"x"}}\n'], ["POST", "/_bulk", '{"index":{"_index":"hidden","_id":"1"}}\n{"brand":"x"}\n'], ["POST", "/shop/_bulk", '{"index":{"_index":"hidden"}}\r{"brand":"x"}\r\n'],
  ["POST", "/_reindex", { source: { index: "hidden" }, dest: { index: "shop" } }], ["POST", "/_reindex", { source: { index: "shop", query: LOOK_UP }, dest: { index: "shop-2" } }], ["POST", "/_reindex", { source: { index: "shop" }, dest: { index: "hidden" } }],
  ["POST", "/_aliases", { actions: [{ add: { index: "hidden", alias: "shop-alias" } }] }], ["POST", "/_aliases", { actions: [{ remove_index: { index: "hidden" } }] }], ["PUT", "/hidden/_alias/shop-alias"], ["PUT", "/shop/_alias/shop-view", { filter: LOOK_UP }],
  ["PUT", "/shop-new", { aliases: { hidden2: {} } }], ["PUT", "/_template/shop", { index_patterns: ["hid*"], aliases: { shop: {} } }], ["PUT", "/_index_template/shop", { index_patterns: ["hid*"], template: { aliases: { shop: {} } } }],
  ["POST", "/shop/_reactivesearch", { query: [{ id: "a", index: "hidden", dataField: ["name"] }] }], ["POST", "/shop/_reactivesearch", { query: [{ id: "a", dataField: ["name"], defaultQuery: { query: LOOK_UP } }] }],
  ["POST", "/shop/_reactivesearch", { query: [{ id: "a", dataField: ["name"], endpoint: { url: "/hidden/_search", method: "POST", body: {} } }] }], ["POST", "/shop/_analyze", { field: "brand", text: "x", index: "hidden" }],
  ["POST", "/_storedquery/execute", { index: "hidden", query: {}, params: {} }], ["POST", "/_storedquery/execute", { index: "shop", query: { query: LOOK_UP }, params: {} }], ["POST", "/_storedquery/execute", { index: "shop", query: { query: "{{q}}" }, params: { q: LOOK_UP } }],
  ["POST", "/_storedquery/validate", { index: "hidden", query: { query: HIDDEN_BRAND }, params: {} }], ["PUT", "/_storedquery/own", { index: "hidden", query: {} }],
]; // prettier-ignore

// What names another index inside of a query, in every place where a query may stand.
const NAMING: readonly Record<string, unknown>[] = [
  LOOK_UP, { bool: { filter: [LOOK_UP] } }, { wrapper: { query: BASE64 } }, { terms: { brand: { index: ["shop", "hidden"], id: "1", path: "brand" } } }, { terms: { brand: { index: "*", id: "1", path: "brand" } } },
  { more_like_this: { fields: ["brand"], like: [{ _index: "hidden", _id: "1" }], min_term_freq: 1, min_doc_freq: 1 } }, { more_like_this: { fields: ["brand"], like: "x", unlike: { _index: "hid*", _id: "1" } } },
  { percolate: { field: "q", index: "hidden", id: "1" } }, { geo_shape: { place: { indexed_shape: { index: "hidden", id: "1", path: "place" } } } }, { function_score: { query: { match_all: {} }, functions: [{ filter: LOOK_UP, weight: 2 }] } },
]; // prettier-ignore
const QUERIES = [...PLACES, ...CHANGING].flatMap(([, place]) => NAMING.map((query) => place(query)("shop")));

const SPELLINGS = [
  "/hidden",
  "/shop,hidden",
  "/*",
  "/hid*",
  "/_all",
  "/.users",
  "/.*",
  "/%3Chidden%3E",
  "/local:hidden",
  "/-shop,*",
];
const PARAMETERS = [
  "ignore_unavailable=true",
  "allow_no_indices=true",
  "expand_wildcards=all",
  "expand_wildcards=open,hidden&ignore_unavailable=true",
  "routing=1",
  "preference=_local",
  "q=*",
  "format=json",
  "filter_path=*",
  "ccs_minimize_roundtrips=false",
  "index=shop",
  "source_content_type=application/json&source=%7B%7D",
];
const URLS: readonly Call[] = SPELLINGS.flatMap((index) =>
  ["_search", "_count", "_mapping", "_doc/1", "_field_caps"].flatMap((call) =>
    PARAMETERS.map((parameter): Call => ["GET", `${index}/${call}?${parameter}`]),
  ),
);

// On the own index; another one is named beside it.
const BESIDE: readonly Call[] = [
  "index",
  "indices",
  "_index",
  "target",
  "alias",
  "name",
  "source_index",
  "indices_boost",
  "expand_wildcards",
  "routing",
  "preference",
  "filter_path",
  "_source_includes",
  "df",
  "q",
].flatMap((parameter) =>
  ["hidden", ".users", "*", "all", "_index:hidden", "shop,hidden"].flatMap((value) =>
    [
      "/shop/_search",
      "/shop/_count",
      "/shop/_mapping",
      "/shop/_settings",
      "/shop/_doc/1",
      "/_cat/indices/shop",
      "/shop/_field_caps",
    ].map((path): Call => ["GET", `${path}?${parameter}=${value}`]),
  ),
);

const INLINE = { script: { source: "1" } };
const SCRIPTS: readonly Call[] = [
  search({ script: INLINE }), search({ function_score: { script_score: INLINE } }), search({ script_score: { query: { match_all: {} }, script: { id: "stored" } } }), search({ bool: { must: [{ script: INLINE }] } }),
  search({ terms_set: { brand: { terms: ["a"], minimum_should_match_script: { source: "1" } } } }), search({ wrapper: { query: Buffer.from(JSON.stringify({ script: INLINE })).toString("base64") } }),
  ["POST", "/shop/_search", { script_fields: { a: INLINE } }], ["POST", "/shop/_search", { sort: { _script: { type: "number", ...INLINE } } }], ["POST", "/shop/_search", { aggs: { a: { terms: INLINE } } }], ["POST", "/shop/_search", { runtime_mappings: { a: { type: "long" } } }],
  ["POST", "/shop/_search", { aggs: { a: { scripted_metric: { init_script: "x", map_script: "x", combine_script: "x", reduce_script: "x" } } } }], ["POST", "/shop/_search", { aggs: { a: { terms: { field: "brand" }, aggs: { b: { bucket_script: { buckets_path: {}, script: "1" } } } } } }],
  ["POST", "/shop/_search", '{"query":{"\\u0073cript":{"script":{"source":"1"}}}}'], ["POST", "/shop/_update/1", { script: "ctx._source.price *= 2" }], ["POST", "/shop/_update/1", { scripted_upsert: true, upsert: {}, ...INLINE }],
  ["POST", "/shop/_update_by_query", INLINE], ["POST", "/_reindex", { source: { index: "shop" }, dest: { index: "shop-2" }, ...INLINE }], ["POST", "/_reindex/shop", { script: "ctx._source.price *= 2" }], ["POST", "/shop/_bulk", '{"update":{"_id":"1"}}\n{"script":{"source":"1"}}\n'],
  ["POST", "/shop/_msearch", `{}\n${JSON.stringify({ query: { script: INLINE } })}\n`], ["POST", "/shop/_reactivesearch", { query: [{ id: "a", dataField: ["name"], defaultQuery: { query: { script: INLINE } } }] }], ["POST", "/_storedquery/execute", { index: "shop", query: { query: { script: "{{s}}" } }, params: { s: INLINE.script } }],
  ["POST", "/shop/_reactivesearch", { query: [{ id: "a", dataField: ["name"], queryVector: [1], defaultQuery: { query: { script_score: { query: { match_all: {} }, ...INLINE } } } }] }],
  ["POST", "/shop/_reactivesearch", { query: [{ id: "a", dataField: ["name"], queryVector: [1], vectorDataField: "v", script: "1" }] }],
]; // prettier-ignore

// More calls come than a credential may make in a second; the refusal would hide the one that is looked for.
const UNLIMITED = Object.fromEntries(
  [...CATEGORIES.map((category) => `${category}_limit`), "ip_limit"].map((name) => [name, 1_000_000]),
);

function title([method, path, body]: Call): string {
  return `${method} ${path} ${body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)}`.slice(
    0,
    180,
  );
}
const named = (calls: readonly Call[]) => calls.map((call) => [title(call), call] as const);

describe("rights over HTTP", () => {
  let api: Api;
  let as: string;

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shop");
    await makeShoes(api, "hidden");
    await api.call("PUT", "/hidden/_doc/1?refresh=true", { name: MARK, brand: MARK, [MARK]: MARK });
    await api.call("PUT", `/hidden/_alias/${MARK}`);
    const categories = [
      "docs",
      "search",
      "indices",
      "cat",
      "clusters",
      "misc",
      "reactivesearch",
      "analytics",
      "logs",
      "storedquery",
      "searchrelevancy",
      "synonyms",
      "searchgrader",
    ];
    as = await api.credential({ indices: ["shop"], categories, ops: ["read", "write", "delete"], limits: UNLIMITED });
  }, 60_000);
  afterAll(() => api.close());

  // What was refused must also not have happened.
  async function hiddenIsAsItWas(): Promise<void> {
    const { body } = await api.call("POST", "/hidden/_search", { version: true, query: HIDDEN_BRAND });
    expect(body).toMatchObject({ hits: { total: { value: 1 }, hits: [{ _id: "1", _version: 2 }] } });
    expect((await api.call("GET", `/hidden/_alias`)).body).toEqual({ hidden: { aliases: { [MARK]: {} } } });
  }

  test("the credential works on its own index", async () => {
    expect(
      (await api.call("POST", "/shop/_search", { query: { match: { name: "boot" } } }, { as })).body,
    ).toMatchObject({ hits: { total: { value: 2 } } });
    expect(
      (
        await api.call(
          "POST",
          "/shop/_reactivesearch",
          { query: [{ id: "s", dataField: ["name"], value: "boot" }] },
          { as },
        )
      ).status,
    ).toBe(200);
  });

  describe.each([
    ["paths and patterns", PATHS],
    ["other calls", OTHER_PATHS],
    ["bodies", BODIES],
  ] as const)("no other index by %s", (_, calls) => {
    test.each(named(calls))("%s", async (__, [method, path, body]) => {
      const reply = await api.call(method, path, body, { as });
      expect(reply.status, "a rate limit came between").not.toBe(429);
      expect(reply.text).not.toContain(MARK);
      expect(reply.text).not.toContain("$2a$");
      expect(reply.status, reply.text.slice(0, 300)).toBeLessThan(500);
      // A query of its own answers inside a whole that is 200.
      expect(reply.status < 300 && !reply.text.includes('"code":401'), reply.text.slice(0, 300)).toBe(false);
    });
    test("and nothing was changed", hiddenIsAsItWas);
  });

  // Many calls of one kind, side by side; those that broke a rule are listed.
  async function told(calls: readonly Call[], isRefused: boolean): Promise<string[]> {
    const problems: string[] = [];
    const all = [...calls];
    const worker = async () => {
      for (let call = all.pop(); call; call = all.pop()) {
        const [method, path, body] = call;
        const { status, text } = await api.call(method, path, body, { as });
        const passed = isRefused && status < 300 && !text.includes('"code":401');
        if (status >= 500 || status === 429 || text.includes(MARK) || text.includes("$2a$") || passed)
          problems.push(`${title(call)}: ${status} ${text.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: 5 }, worker));
    return problems;
  }

  test.each([
    ["a query in any place", QUERIES, true],
    ["a path with any parameter", URLS, true],
    ["a parameter", BESIDE, false],
  ] as const)(
    "no other index is told by %s",
    async (_, calls, isRefused) => {
      expect(await told(calls, isRefused)).toEqual([]);
      await hiddenIsAsItWas();
    },
    60_000,
  );

  test("of a key that stands twice the checked one goes on", async () => {
    const reply = await api.call(
      "POST",
      "/shop/_search",
      '{"query":{"terms":{"brand":{"index":"hidden","index":"shop","id":"1","path":"brand"}}}}',
      { as },
    );
    expect(reply.body).toMatchObject({
      hits: { total: { value: 2 }, hits: [{ _source: { brand: "acme" } }, { _source: { brand: "acme" } }] },
    });
  });

  test.each(named(SCRIPTS))("no script, not even for the admin: %s", async (_, [method, path, body]) => {
    const reply = await api.call(method, path, body);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("cannot execute [inline] scripts")]);
  });

  test("scripts are told from fields and texts of that name", async () => {
    expect((await api.call("POST", "/shop/_search", { query: { match: { script: "script" } } })).status).toBe(200);
    expect(
      (
        await api.call("POST", "/shop/_search", {
          query: { term: { name: { value: "script" } } },
          sort: [{ price: "asc" }],
        })
      ).status,
    ).toBe(200);
    expect((await api.call("PUT", "/shop/_doc/scripted", { script: { source: "a play" } })).status).toBe(201);
  });
});
