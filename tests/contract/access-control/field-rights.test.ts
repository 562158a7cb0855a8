import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "@common/access-control/categories";
import { type Api, openApi } from "../api";

// Terms, numbers and days that stand only in fields which the credential may not see.
const MARKS = [
  "plover",
  "grue",
  "77031337",
  "88031337",
  "7.7031337",
  "8.8031337",
  "8.2531337",
  "549849600000",
  "1987-06-05",
];
const HIDDEN = ["secret*", "pin", "day", "hint", "deep.note"];

type Call = [method: string, path: string, body?: unknown];
const search = (body: unknown): Call => ["POST", "/vault/_search", body];
const aggs = (body: unknown): Call => search({ size: 0, aggs: { a: body } });
const ask = (query: Record<string, unknown>): Call => [
  "POST",
  "/vault/_reactivesearch",
  { query: [{ id: "a", ...query }] },
];
const found = { match: { secret: "plover" } };

// Each of them shows one of the marks to a caller without field rights, where the engine has it.
const CALLS: readonly Call[] = [
  search({}), search({ _source: ["secret"] }), search({ fields: ["secret*", "pin"] }), search({ docvalue_fields: ["secret.keyword", { field: "pin" }] }), search({ docvalue_fields: ["sec*word"] }), search({ fielddata_fields: ["pin"] }), search({ stored_fields: ["secret"] }),
  ["GET", "/vault/_search"], ["GET", "/vault/_search?_source=secret"], ["GET", "/vault/_search?_source_includes=secret"], ["GET", "/vault/_search?_source_include=secret"], ["GET", "/vault/_search?docvalue_fields=secret.keyword,pin"], ["GET", "/vault/_search?stored_fields=secret,pin"],
  ["GET", "/vault/_search?sort=pin"], ["GET", "/vault/_search?sort=name.keyword:asc,secret.keyword:desc&_source=false"], ["GET", "/vault/_search?suggest_field=secret&suggest_text=plovers&suggest_mode=always&_source=false"],
  ["GET", "/vault/_search?explain=true&_source=false&q=secret:plovar~1"], ["GET", `/vault/_search?source_content_type=application/json&source=${encodeURIComponent(JSON.stringify({ sort: ["pin"] }))}`],
  aggs({ terms: { field: "secret.keyword" } }), aggs({ terms: { field: "secret" } }), aggs({ max: { field: "pin" } }), aggs({ date_histogram: { field: "day", calendar_interval: "day" } }), aggs({ top_hits: { size: 1 } }), aggs({ top_hits: { _source: ["secret"] } }),
  aggs({ top_hits: { _source: false, sort: ["pin"] } }), aggs({ top_hits: { _source: false, docvalue_fields: ["pin"] } }), aggs({ filter: { match_all: {} }, aggs: { b: { terms: { field: "deep.note" } } } }), aggs({ composite: { sources: [{ x: { terms: { field: "secret.keyword" } } }] } }),
  aggs({ top_metrics: { metrics: { field: "pin" }, sort: { price: "asc" } } }), aggs({ top_metrics: { metrics: { field: "price" }, sort: { pin: "asc" } } }), aggs({ multi_terms: { terms: [{ field: "secret.keyword" }, { field: "name.keyword" }] } }), aggs({ matrix_stats: { fields: ["pin", "price"] } }),
  aggs({ significant_text: { field: "secret", min_doc_count: 1 } }), aggs({ percentiles: { field: "pin", keyed: false } }), search({ size: 0, aggregations: { a: { aggs: { b: { terms: { field: "secret.keyword" } } }, filter: { match_all: {} } } } }),
  ["POST", "/vault/_search?typed_keys=true&size=0", { aggs: { a: { terms: { field: "secret.keyword" } } } }],
  search({ _source: false, sort: ["pin"] }), search({ _source: false, sort: "secret.keyword" }), search({ _source: false, sort: { day: { order: "asc" } } }), search({ _source: false, sort: [{ "secret.keyword": "asc" }] }),
  search({ _source: false, query: found, highlight: { fields: { secret: {} } } }), search({ _source: false, query: found, highlight: { fields: [{ secret: {} }] } }), search({ _source: false, query: found, highlight: { fields: { "sec*et": {} } } }), search({ _source: false, query: found, highlight: { fields: { "*": { require_field_match: false } } } }),
  search({ _source: false, suggest: { s: { text: "plovers", term: { field: "secret", suggest_mode: "always" } } } }), search({ _source: false, suggest: { s: { text: "plovers", phrase: { field: "secret", direct_generator: [{ field: "secret", suggest_mode: "always" }] } } } }), search({ size: 0, suggest: { s: { prefix: "plov", completion: { field: "hint" } } } }),
  search({ _source: false, collapse: { field: "secret.keyword" } }), search({ _source: false, collapse: { field: "price", inner_hits: { name: "i" } } }), search({ _source: false, collapse: { field: "price", inner_hits: [{ name: "i", _source: false, sort: ["pin"] }] } }),
  search({ _source: false, query: { nested: { path: "parts", query: { match_all: {} }, inner_hits: { docvalue_fields: ["parts.secret"] } } } }), search({ _source: false, explain: true, query: { fuzzy: { secret: "plovar" } } }), search({ _source: false, profile: true, query: { fuzzy: { secret: "plovar" } } }),
  ["POST", "/vault/_msearch", '{}\n{"_source":["secret"]}\n'], ["POST", "/vault/_msearch", '{}\n{"_source":false,"sort":["pin"]}\n'], ["POST", "/vault/_msearch", '{}\n{"size":0,"aggs":{"a":{"terms":{"field":"secret.keyword"}}}}\n'],
  ["GET", "/vault/_doc/1"], ["GET", "/vault/_doc/1?_source=secret"], ["GET", "/vault/_doc/1?stored_fields=secret,pin"], ["GET", "/vault/_source/1"], ["GET", "/vault/_source/1?_source_includes=secret"], ["GET", "/vault/_doc/1/_source"], ["GET", "/vault/vault/1?_source_includes=secret"],
  ["POST", "/vault/_mget", { ids: ["1"] }], ["POST", "/vault/_mget", { docs: [{ _id: "1", _source: ["secret"] }] }], ["POST", "/vault/_mget", { docs: [{ _id: "1", _source: { include: ["secret"] } }] }], ["POST", "/vault/_mget", { docs: [{ _id: "1", _source: true }] }], ["POST", "/_mget", { docs: [{ _index: "vault", _id: "1", stored_fields: ["secret"] }] }],
  ["POST", "/vault/_update/2?_source=true", { doc: { name: "one" } }], ["POST", "/vault/_update/2?_source_includes=secret", { doc: { name: "two" } }], ["POST", "/vault/_update/2", { doc: { name: "three" }, _source: true }], ["POST", "/vault/_doc/2/_update?_source=true", { doc: { name: "four" } }],
  ["POST", "/vault/_bulk?_source=true", '{"update":{"_id":"2"}}\n{"doc":{"name":"five"}}\n'], ["POST", "/vault/_bulk", '{"update":{"_id":"2","_source":true}}\n{"doc":{"name":"six"}}\n'], ["POST", "/vault/_bulk", '{"update":{"_id":"2"}}\n{"doc":{"name":"seven"},"_source":true}\n'], ["POST", "/vault/_bulk", '{"update":{"_id":"2"}}\n{"doc":{"name":"eight"},"\\u005fsource":true}\n'],
  ["GET", "/vault/_termvectors/1"], ["GET", "/vault/_termvectors/1?fields=secret"], ["GET", "/vault/_termvectors/1?fields=*"], ["POST", "/vault/_termvectors/1", { fields: ["secret", "name"] }], ["POST", "/vault/_mtermvectors", { ids: ["1"], parameters: { fields: ["secret"] } }], ["POST", "/_mtermvectors", { docs: [{ _index: "vault", _id: "1" }] }],
  ["POST", "/vault/_explain/1", { query: { fuzzy: { secret: "plovar" } } }], ["POST", "/vault/_explain/1?_source=true", { query: { match_all: {} } }], ["POST", "/vault/_explain/1?_source_includes=secret", { query: { match_all: {} } }], ["GET", "/vault/_explain/1?q=name:open&stored_fields=secret"],
  ["POST", "/vault/_validate/query?rewrite=true", { query: { fuzzy: { secret: "plovar" } } }], ["POST", "/vault/_validate/query?explain=true&rewrite=true&all_shards=true", { query: { more_like_this: { fields: ["secret"], like: [{ _id: "1" }], min_term_freq: 1, min_doc_freq: 1 } } }],
  ["POST", "/vault/_search/template?explain=true", { source: { query: { match_all: {} }, sort: ["pin"] } }], ["GET", "/vault/_logs?filter=search"], ["GET", "/_logs/search"],
  ask({ dataField: ["name"] }), ask({ type: "term", dataField: ["secret.keyword"] }), ask({ dataField: ["pin"], sortBy: "asc", excludeFields: ["*"] }), ask({ dataField: ["secret"], value: "plover", highlight: true }), ask({ dataField: ["name"], includeFields: ["secret"] }), ask({ type: "suggestion", dataField: ["secret"], value: "plo" }),
  ask({ dataField: ["name"], defaultQuery: { sort: ["pin"] } }), ask({ dataField: ["name"], defaultQuery: { aggs: { a: { terms: { field: "secret.keyword" } } } } }), ask({ dataField: ["name"], aggregationField: "secret.keyword" }), ask({ type: "range", dataField: ["pin"], aggregations: ["min", "max"] }),
  ask({ type: "suggestion", dataField: ["name"], value: "open", categoryField: "secret.keyword" }), ask({ dataField: ["name"], sortField: "pin", sortBy: "asc" }), ask({ dataField: ["name"], distinctField: "secret.keyword" }), ask({ dataField: ["name"], defaultQuery: { aggs: { a: { top_hits: {} } } } }),
]; // prettier-ignore

const KEYWORD = { type: "text", fields: { keyword: { type: "keyword" } } };
const PROPERTIES = {
  name: { ...KEYWORD, term_vector: "with_positions_offsets" }, price: { type: "float" }, secret: { ...KEYWORD, fielddata: true, store: true, term_vector: "yes" }, pin: { type: "long", store: true }, day: { type: "date" }, deep: { properties: { note: { type: "keyword" }, open: { type: "keyword" } } },
}; // prettier-ignore

const UNLIMITED = Object.fromEntries(
  [...CATEGORIES.map((category) => `${category}_limit`), "ip_limit"].map((name) => [name, 1_000_000]),
);

function marksIn(text: string): string[] {
  return MARKS.filter((mark) => text.includes(mark));
}
function title([method, path, body]: Call): string {
  return `${method} ${path} ${body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)}`.slice(
    0,
    180,
  );
}

describe("fields that a credential may not see", () => {
  let api: Api;
  let excluding: string;
  let including: string;

  beforeAll(async () => {
    api = await openApi();
    await api.call("DELETE", "/vault");
    // Not every engine has completions and nested fields.
    const full = {
      ...PROPERTIES,
      hint: { type: "completion" },
      parts: { type: "nested", properties: { secret: { type: "keyword" } } },
    };
    const made = await api.call("PUT", "/vault", { mappings: { properties: full } });
    if (made.status !== 200)
      expect((await api.call("PUT", "/vault", { mappings: { properties: PROPERTIES } })).status).toBe(200);
    await api.call("PUT", "/vault/_doc/1", {
      name: "open boot",
      price: 3,
      secret: "plover",
      pin: 77031337,
      day: "1987-06-05",
      deep: { note: "plover deep", open: "fine" },
      parts: [{ secret: "plover" }],
      hint: "plover",
    });
    await api.call("PUT", "/vault/_doc/2?refresh=true", {
      name: "open shoe",
      price: 4,
      secret: "grue",
      pin: 88031337,
      day: "1987-06-05",
      deep: { note: "grue deep" },
    });
    const rest = {
      indices: ["*"],
      categories: ["docs", "search", "indices", "reactivesearch", "logs"],
      limits: UNLIMITED,
    };
    excluding = await api.credential({ ...rest, exclude_fields: [...HIDDEN, "parts"] });
    including = await api.credential({
      ...rest,
      include_fields: ["name", "price", "deep"],
      exclude_fields: ["deep.note"],
    });
  }, 60_000);
  afterAll(() => api.close());

  test.each(CALLS.map((call) => [title(call), call] as const))(
    "are not told by %s",
    async (_, [method, path, body]) => {
      const open = await api.call(method, path, body);
      // Not every engine keeps fields beside the source.
      const isOfEngine = title([method, path, body]).includes("stored_fields");
      expect(
        isOfEngine || open.status >= 400 || open.text.includes('"error"') || marksIn(open.text).length > 0,
        `shows nothing to anybody: ${open.text.slice(0, 300)}`,
      ).toBe(true);
      for (const as of [excluding, including]) {
        const reply = await api.call(method, path, body, { as });
        expect(marksIn(reply.text), reply.text.slice(0, 500)).toEqual([]);
        expect(reply.status, reply.text.slice(0, 300)).toBeLessThan(500);
        expect(reply.status).not.toBe(429);
      }
    },
  );

  test.each([
    ["excluded", () => excluding],
    ["included", () => including],
  ] as const)("what is left by fields that are %s is shown", async (_, caller) => {
    const as = caller();
    const body = {
      query: { match: { name: "boot" } },
      sort: [{ price: "asc" }],
      highlight: { fields: { name: {} } },
      docvalue_fields: ["price"],
      aggs: { p: { terms: { field: "deep.open" } }, h: { top_hits: { sort: ["price"] } } },
    };
    const { body: answer } = await api.call("POST", "/vault/_search", body, { as });
    expect(answer).toMatchObject({
      hits: {
        hits: [
          {
            _source: { price: 3, deep: { open: "fine" } },
            sort: [3],
            fields: { price: [3] },
            highlight: { name: [expect.stringContaining("<em>boot</em>")] },
          },
        ],
      },
      aggregations: { p: { buckets: [{ key: "fine", doc_count: 1 }] }, h: { hits: { hits: [{ sort: [3] }] } } },
    });
    expect(
      (await api.call("POST", "/vault/_mget", { docs: [{ _id: "1", _source: false }] }, { as })).text,
    ).not.toContain("boot");
    expect((await api.call("GET", "/vault/_search?_source=false", undefined, { as })).text).not.toContain("boot");
    const vectors = await api.call("GET", "/vault/_termvectors/1?fields=name,secret", undefined, { as });
    if (vectors.status === 200)
      expect(vectors.body).toMatchObject({ found: true, term_vectors: { name: { terms: { boot: {} } } } });
  });

  test("no other name and no other type can be given to them", async () => {
    const alias = { properties: { other: { type: "alias", path: "secret.keyword" } } };
    const copy = { properties: { name: { ...PROPERTIES.name, copy_to: "other" } } };
    const calls: Call[] = [["PUT", "/vault/_mapping", alias], ["PUT", "/vault-2", { mappings: alias }], ["PUT", "/vault/_mapping", copy], ["POST", "/_reindex/vault", { mappings: copy }], ["POST", "/_reindex/vault/vault-3", { mappings: alias }],
      ["PUT", "/vault/_mapping", { properties: { secret: { type: "long" } } }], ["PUT", "/vault/_mapping", { properties: { deep: { properties: { note: { type: "long" } } } } }], ["PUT", "/vault-2", { mappings: { properties: { day: { type: "keyword" } } } }]]; // prettier-ignore
    for (const [method, path, body] of calls)
      expect((await api.call(method, path, body, { as: excluding })).status, `${method} ${path}`).toBe(401);
    for (const properties of [
      { copy_to: { type: "keyword" } },
      { deep: { properties: { more: { type: "keyword" } } } },
    ])
      expect((await api.call("PUT", "/vault/_mapping", { properties }, { as: excluding })).status).toBe(200);
    for (const text of [`{"mappings":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`, "[".repeat(50_000)])
      expect((await api.call("PUT", "/vault/_mapping", text, { as: excluding })).status).toBe(400);
    for (const path of ["/vault/_search", "/vault/_mget", "/vault/_update/1"])
      expect(
        (
          await api.call("POST", path, `{"query":${'{"bool":{"must":'.repeat(9_000)}1${"}}".repeat(9_000)}}`, {
            as: excluding,
          })
        ).status,
        path,
      ).toBe(400);
    // An engine shows a value that does not fit its field.
    const { text } = await api.call("POST", "/vault/_update_by_query?conflicts=proceed", undefined, { as: excluding });
    expect(marksIn(text)).toEqual([]);
  });
});
