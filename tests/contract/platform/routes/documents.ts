import { expect } from "vitest";
import { afterRefresh, type Api, makeShoes } from "../../api";
import type { Contract } from "./types";

const BOOT = { name: "Ski boot", brand: "acme", price: 120 };
const LINES = `{"index":{"_index":"written","_id":"b"}}\n${JSON.stringify(BOOT)}\n`;
const MATCH = { query: { match: { name: "boot" } } };
const TWO = { hits: { total: { value: 2, relation: "eq" } } };

let lastId = 0;

// A document that nobody has written yet, so that making it works once for each method.
function newId(rest: (id: string) => string): () => Promise<string> {
  return async () => {
    lastId += 1;
    return rest(`n${lastId}-${Date.now()}`);
  };
}

function existing(rest: (id: string) => string): (api: Api) => Promise<string> {
  return async (api) => {
    lastId += 1;
    const id = `e${lastId}-${Date.now()}`;
    await api.call("PUT", `/written/_doc/${id}`, BOOT);
    return rest(id);
  };
}

async function scrollId(api: Api): Promise<string> {
  const { body } = await api.call("POST", "/shoes/_search?scroll=1m", { size: 1 });
  return String((body as { _scroll_id: string })._scroll_id);
}

/** Documents and searches, as the engine offers them. */
export const DOCUMENT_CONTRACTS: readonly Contract[] = [
  { methods: "POST PUT", route: "/_bulk", path: "/_bulk", body: LINES, has: { errors: false } },
  { methods: "POST PUT", route: "/:index/_bulk", path: "/written/_bulk", body: LINES, has: { errors: false } },
  {
    methods: "POST",
    route: "/:index/_doc",
    path: "/written/_doc",
    body: BOOT,
    status: 201,
    has: { result: "created" },
  },
  // A document without a name of its own is made by POST only.
  { methods: "PUT", route: "/:index/_doc", path: "/written/_doc", body: BOOT, status: 405 },
  {
    methods: "POST PUT",
    route: "/:index/_doc/:id",
    path: newId((id) => `/written/_doc/${id}`),
    body: BOOT,
    status: 201,
    has: { result: "created" },
  },
  {
    methods: "GET HEAD",
    route: "/:index/_doc/:id",
    path: "/shoes/_doc/1",
    has: { found: true, _source: { brand: "acme" } },
  },
  {
    methods: "DELETE",
    route: "/:index/_doc/:id",
    path: existing((id) => `/written/_doc/${id}`),
    has: { result: "deleted" },
  },
  {
    methods: "POST PUT",
    route: "/:index/_create/:id",
    path: newId((id) => `/written/_create/${id}`),
    body: BOOT,
    status: 201,
    has: { result: "created" },
  },
  {
    methods: "POST",
    route: "/:index/_update/:id",
    path: existing((id) => `/written/_update/${id}`),
    body: { doc: { price: 1 } },
    has: { result: "updated" },
  },
  { methods: "GET HEAD", route: "/:index/_source/:id", path: "/shoes/_source/1", has: { brand: "acme" } },
  {
    methods: "POST PUT",
    route: "/:index/_doc/:id/_create",
    path: newId((id) => `/written/_doc/${id}/_create`),
    body: BOOT,
    status: 201,
    has: { result: "created" },
  },
  {
    methods: "POST",
    route: "/:index/_doc/:id/_update",
    path: existing((id) => `/written/_doc/${id}/_update`),
    body: { doc: { price: 1 } },
    has: { result: "updated" },
  },
  { methods: "GET HEAD", route: "/:index/_doc/:id/_source", path: "/shoes/_doc/1/_source", has: { brand: "acme" } },
  {
    methods: "POST",
    route: "/:index/_delete_by_query",
    path: afterRefresh("written", "/written/_delete_by_query"),
    body: { query: { ids: { values: ["b"] } } },
    has: { failures: [], timed_out: false },
  },
  {
    methods: "POST",
    route: "/:index/_update_by_query",
    path: afterRefresh("written", "/written/_update_by_query?conflicts=proceed"),
    body: MATCH,
    has: { failures: [], timed_out: false },
  },
  {
    methods: "GET POST",
    route: "/_mget",
    path: "/_mget",
    body: { docs: [{ _index: "shoes", _id: "1" }] },
    has: { docs: [{ found: true }] },
  },
  {
    methods: "GET POST",
    route: "/:index/_mget",
    path: "/shoes/_mget",
    body: { ids: ["1", "nobody"] },
    has: { docs: [{ found: true }, { found: false }] },
  },
  {
    methods: "GET POST",
    route: "/:index/_termvectors",
    path: "/shoes/_termvectors",
    body: { doc: { name: "boot" } },
    has: { found: true, term_vectors: { name: { terms: { boot: { term_freq: 1 } } } } },
  },
  {
    methods: "GET POST",
    route: "/:index/_termvectors/:id",
    path: "/shoes/_termvectors/1?fields=name",
    has: { _id: "1", found: true, term_vectors: { name: expect.any(Object) } },
  },
  {
    methods: "POST",
    route: "/_reindex",
    path: "/_reindex?refresh=true",
    body: async (api: Api) => {
      await makeShoes(api, "taken");
      return { source: { index: "shoes" }, dest: { index: "taken" } };
    },
    has: { total: 3, updated: 3, failures: [] },
  },

  {
    methods: "POST",
    route: "/:index/:type",
    path: "/written/shoe",
    body: BOOT,
    status: 201,
    has: { result: "created" },
  },
  { methods: "PUT", route: "/:index/:type", path: "/written/shoe", body: BOOT, status: 405 },
  {
    methods: "POST PUT",
    route: "/:index/:type/:id",
    path: newId((id) => `/written/shoe/${id}`),
    body: BOOT,
    status: 201,
    has: { result: "created" },
  },
  { methods: "GET HEAD", route: "/:index/:type/:id", path: "/shoes/shoe/1", has: { found: true } },
  {
    methods: "DELETE",
    route: "/:index/:type/:id",
    path: existing((id) => `/written/shoe/${id}`),
    has: { result: "deleted" },
  },
  {
    methods: "POST PUT",
    route: "/:index/:type/:id/_create",
    path: newId((id) => `/written/shoe/${id}/_create`),
    body: BOOT,
    status: 201,
    has: { result: "created" },
  },
  {
    methods: "POST",
    route: "/:index/:type/:id/_update",
    path: existing((id) => `/written/shoe/${id}/_update`),
    body: { doc: { price: 1 } },
    has: { result: "updated" },
  },
  { methods: "GET HEAD", route: "/:index/:type/:id/_source", path: "/shoes/shoe/1/_source", has: { brand: "acme" } },

  {
    methods: "GET POST",
    route: "/_search",
    path: "/_search",
    body: { query: { match: { name: "sandal" } } },
    has: { timed_out: false },
  },
  { methods: "GET POST", route: "/:index/_search", path: "/shoes/_search", body: MATCH, has: TWO },
  {
    methods: "GET POST",
    route: "/_search/template",
    path: "/_search/template",
    body: { source: MATCH },
    notEmbedded: true,
  },
  {
    methods: "GET POST",
    route: "/:index/_search/template",
    path: "/shoes/_search/template",
    body: { source: MATCH },
    notEmbedded: true,
  },
  {
    methods: "GET POST",
    route: "/_search/scroll",
    path: "/_search/scroll",
    body: async (api: Api) => ({ scroll: "1m", scroll_id: await scrollId(api) }),
    has: { hits: { hits: [{ _id: "2" }] } },
  },
  {
    methods: "DELETE",
    route: "/_search/scroll",
    path: "/_search/scroll",
    body: async (api: Api) => ({ scroll_id: await scrollId(api) }),
    has: { succeeded: true, num_freed: 1 },
  },
  {
    methods: "GET POST",
    route: "/_search/scroll/:scroll",
    path: async (api: Api) => `/_search/scroll/${await scrollId(api)}?scroll=1m`,
    has: { hits: { hits: [{ _id: "2" }] } },
  },
  {
    methods: "DELETE",
    route: "/_search/scroll/:scroll",
    path: async (api: Api) => `/_search/scroll/${await scrollId(api)}`,
    has: { succeeded: true, num_freed: 1 },
  },
  {
    methods: "GET POST",
    route: "/_msearch",
    path: "/_msearch",
    body: `{"index":"shoes"}\n${JSON.stringify(MATCH)}\n`,
    has: { responses: [TWO] },
  },
  {
    methods: "GET POST",
    route: "/:index/_msearch",
    path: "/shoes/_msearch",
    body: `{}\n${JSON.stringify(MATCH)}\n{}\n{"query":{"nobody":1}}\n`,
    status: 400,
    has: { error: { code: 400 } },
  },
  { methods: "GET POST", route: "/_count", path: "/_count", has: { count: expect.any(Number) } },
  { methods: "GET POST", route: "/:index/_count", path: "/shoes/_count", body: MATCH, has: { count: 2 } },
  {
    methods: "GET POST",
    route: "/_field_caps",
    path: "/_field_caps?fields=brand",
    has: { fields: { brand: { keyword: { aggregatable: true } } } },
  },
  {
    methods: "GET POST",
    route: "/:index/_field_caps",
    path: "/shoes/_field_caps?fields=*",
    has: { fields: { price: { float: { type: "float" } } } },
  },
  { methods: "GET POST", route: "/_validate/query", path: "/_validate/query", body: MATCH, has: { valid: true } },
  {
    methods: "GET POST",
    route: "/:index/_validate/query",
    path: "/shoes/_validate/query",
    body: { query: { nobody: {} } },
    has: { valid: false },
  },
  {
    methods: "GET POST",
    route: "/:index/_explain/:id",
    path: "/shoes/_explain/1",
    body: MATCH,
    has: { matched: true },
  },
  {
    methods: "GET POST",
    route: "/:index/_rank_eval",
    path: "/shoes/_rank_eval",
    body: { requests: [{ id: "a", request: MATCH, ratings: [] }], metric: { precision: {} } },
    notEmbedded: true,
  },
  { methods: "GET POST", route: "/:index/_search_shards", path: "/shoes/_search_shards", notEmbedded: true },
];
