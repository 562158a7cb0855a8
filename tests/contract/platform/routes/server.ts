import { expect } from "vitest";
import * as z from "zod";
import { afterRefresh, type Api, makeShoes } from "../../api";
import type { Contract } from "./types";
import { SEARCH_RELEVANCE_CONTRACTS } from "./search-relevance";
import { ACCESS_CONTROL_CONTRACTS } from "./access-control";
import { fresh, KeptSchema } from "./support";

const QuerySchema = z.object({ query_id: z.string() });
const LogsSchema = z.object({ logs: z.array(z.looseObject({ id: z.string() })).min(1) });

async function recordedSearch(api: Api): Promise<string> {
  return QuerySchema.parse((await api.call("PUT", "/shoes/_analytics/search", { query: "boot", user_id: "u1" })).body)
    .query_id;
}

async function savedSearchPath(api: Api): Promise<string> {
  const { body } = await api.call("PUT", "/_analytics/save-search", {
    query_id: await recordedSearch(api),
    user_id: "u1",
  });
  return `/_analytics/save-search/${KeptSchema.parse(body).id}`;
}

async function logPath(api: Api): Promise<string> {
  await api.call("POST", "/shoes/_search", { size: 0 });
  return `/_log/${LogsSchema.parse((await api.call("GET", "/_logs")).body).logs[0]?.id ?? ""}`;
}

async function reindexPath(api: Api): Promise<string> {
  const index = fresh("again");
  await makeShoes(api, index);
  return `/_reindex/${index}`;
}

async function storedQueryPath(api: Api): Promise<string> {
  const id = fresh("kept");
  await api.call("PUT", `/_storedquery/${id}`, STORED_QUERY);
  return `/_storedquery/${id}`;
}

const STORED_QUERY = {
  index: "shoes",
  query: { query: { term: { brand: "{{brand}}" } }, size: "{{n}}" },
  params: { brand: "acme", n: 1 },
};

const RENDERED = { query: { term: { brand: "acme" } }, size: 1 };
const FOUND_TWO = { hits: { total: { value: 2 }, hits: [{ _source: { brand: "acme" } }] } };

const QUERY = { query: [{ id: "s", dataField: ["name"], value: "boot" }] };
const VALID = [{ id: "s" }];

/** Routes of this server: itself, people, credentials, the search API, analytics, logs, re-indexing. */
export const SERVER_CONTRACTS: readonly Contract[] = [
  { methods: "GET HEAD", route: "/", path: "/", has: { version: { number: expect.stringMatching(/^7\./) } } },
  { methods: "GET HEAD", route: "/arc/health", path: "/arc/health" },
  { methods: "GET HEAD POST", route: "/arc/_health", path: "/arc/_health", has: { health: "ok" } },
  {
    methods: "GET",
    route: "/arc/metrics",
    path: "/arc/metrics",
    check: ({ text }) => expect(text).toMatch(/^searchdeck_backend_log_records_dropped_total 0$/m),
  },
  {
    methods: "GET",
    route: "/arc/plan",
    path: "/arc/plan",
    has: { product: "searchdeck", tier: "arc-enterprise", billing: false },
  },
  ...ACCESS_CONTROL_CONTRACTS,
  { methods: "GET", route: "/_sync/preferences", path: "/_sync/preferences" },
  {
    methods: "PUT",
    route: "/_sync/preferences",
    path: "/_sync/preferences",
    body: { interval: 60 },
    has: { error: { code: 200 } },
  },

  ...["_reactivesearch", "_reactivesearch.v3"].flatMap((name): Contract[] => [
    {
      methods: "POST",
      route: `/:index/${name}`,
      path: `/shoes/${name}`,
      body: QUERY,
      has: { s: { hits: { total: { value: 2 } } } },
    },
    { methods: "POST", route: `/:index/${name}/validate`, path: `/shoes/${name}/validate`, body: QUERY, has: VALID },
    { methods: "POST", route: `/${name}/validate`, path: `/${name}/validate`, body: QUERY },
  ]),
  {
    methods: "POST",
    route: "/:index/_reactivesearch/draft",
    path: "/shoes/_reactivesearch/draft",
    body: { ...QUERY, draft: {} },
    has: { s: { hits: { total: { value: 2 } } } },
  },
  { methods: "GET", route: "/_reactivesearch/schema", path: "/_reactivesearch/schema", has: { type: "object" } },

  {
    methods: "PUT POST",
    route: "/:index/_analytics/search",
    path: "/shoes/_analytics/search",
    body: { query: "boot" },
    has: { query_id: expect.any(String) },
  },
  {
    methods: "PUT POST",
    route: "/:index/_analytics/click",
    path: "/shoes/_analytics/click",
    body: { query: "boot", click_on: { 1: 1 } },
    has: { message: "Click is recorded successfully" },
  },
  {
    methods: "PUT POST",
    route: "/:index/_analytics/conversion",
    path: "/shoes/_analytics/conversion",
    body: async (api: Api) => ({ query_id: await recordedSearch(api), conversion_on: ["1"] }),
    has: { message: "Conversion is recorded successfully" },
  },
  {
    methods: "PUT POST",
    route: "/_analytics/save-search",
    path: "/_analytics/save-search",
    body: async (api: Api) => ({ query_id: await recordedSearch(api), user_id: "u1" }),
    has: { id: expect.any(String) },
  },
  {
    methods: "DELETE",
    route: "/_analytics/save-search/:id",
    path: savedSearchPath,
    has: { message: "Saved search is deleted successfully" },
  },
  {
    methods: "GET",
    route: "/_analytics/saved-searches",
    path: afterRefresh(".saved_searches", "/_analytics/saved-searches?user_id=u1"),
    has: expect.arrayContaining([expect.objectContaining({ search_query: "boot" })]),
  },
  {
    methods: "PUT POST",
    route: "/_analytics/favorite",
    path: "/_analytics/favorite",
    body: async (api: Api) => ({
      query_id: await recordedSearch(api),
      user_id: "u1",
      id: "kept",
      favorite_on: "1",
      source: { name: "Snow boot" },
    }),
    has: { id: "kept" },
  },
  {
    methods: "GET",
    route: "/_analytics/favorites",
    path: afterRefresh(".favorites", "/_analytics/favorites?user_id=u1"),
    has: [{ favorite_on: "1" }],
  },
  {
    methods: "GET",
    route: "/_analytics/recent-searches",
    path: afterRefresh(".analytics", "/_analytics/recent-searches"),
    has: [{ key: "boot" }],
  },
  {
    methods: "GET",
    route: "/_analytics/:index/recent-searches",
    path: afterRefresh(".analytics", "/_analytics/shoes/recent-searches"),
    has: [{ key: "boot" }],
  },
  ...SEARCH_RELEVANCE_CONTRACTS,

  { methods: "GET", route: "/_storedqueries", path: "/_storedqueries", has: expect.any(Array) },
  {
    methods: "GET",
    route: "/_storedquery/:id",
    path: storedQueryPath,
    has: { ...STORED_QUERY, description: "", updated_at: 0 },
  },
  {
    methods: "PUT",
    route: "/_storedquery/:id",
    path: storedQueryPath,
    body: STORED_QUERY,
    has: { message: "Query is updated successfully" },
  },
  {
    methods: "DELETE",
    route: "/_storedquery/:id",
    path: storedQueryPath,
    has: { message: "Query is deleted successfully" },
  },
  {
    methods: "POST",
    route: "/_storedquery/validate",
    path: "/_storedquery/validate",
    body: STORED_QUERY,
    has: RENDERED,
  },
  {
    methods: "POST",
    route: "/_storedquery/:id/validate",
    path: async (api) => `${await storedQueryPath(api)}/validate`,
    has: RENDERED,
  },
  {
    methods: "POST",
    route: "/_storedquery/execute",
    path: "/_storedquery/execute",
    body: STORED_QUERY,
    has: FOUND_TWO,
  },
  {
    methods: "POST",
    route: "/_storedquery/:id/execute",
    path: async (api) => `${await storedQueryPath(api)}/execute`,
    has: FOUND_TWO,
  },
  {
    methods: "GET",
    route: "/_analytics/storedqueries/usage",
    path: "/_analytics/storedqueries/usage",
    has: { storedqueries: expect.arrayContaining([{ key: expect.stringContaining("kept-"), count: 1 }]) },
  },

  ...["/_analytics/request-distribution", "/_analytics/:index/request-distribution"].map((route): Contract => ({
    methods: "GET",
    route,
    path: route.replace(":index", "shoes"),
    has: {
      request_distribution: expect.any(Array),
      total_requests: expect.any(Number),
      total_200: expect.any(Number),
      total_401: expect.any(Number),
    },
  })),
  ...["/_analytics/latency", "/_analytics/:index/latency"].map((route): Contract => ({
    methods: "GET",
    route,
    path: route.replace(":index", "shoes"),
    has: { latencies: expect.any(Array), total_searches: expect.any(Number), avg_search_latency: expect.any(Number) },
  })),
  ...["/_logs", "/:index/_logs", "/_logs/search", "/:index/_logs/search"].map((route): Contract => ({
    methods: "GET",
    route,
    path: route.replace(":index", "shoes"),
    has: { logs: expect.any(Array), total: expect.any(Number) },
  })),
  { methods: "GET", route: "/_log/:id", path: logPath, has: { request: { method: expect.any(String) } } },
  {
    methods: "GET",
    route: "/:index/_log/:id",
    path: async (api) => `/shoes${await logPath(api)}`,
    has: { request: { method: "POST" } },
  },
  ...(["percentiles", "routes", "errors", "callers"] as const).flatMap((name) =>
    [`/_logs/${name}`, `/:index/_logs/${name}`].map((route): Contract => ({
      methods: "GET",
      route,
      path: route.replace(":index", "shoes"),
      has: { [name === "percentiles" ? "points" : name]: expect.any(Array) },
    })),
  ),
  {
    methods: "GET DELETE",
    route: "/_logs/retention",
    path: "/_logs/retention",
    has: { days: 30, held: { records: expect.any(Number) } },
  },
  {
    methods: "PUT",
    route: "/_logs/retention",
    path: "/_logs/retention",
    body: { days: 7 },
    has: { days: 7, records: 1_000_000 },
  },
  {
    methods: "GET",
    route: "/_aliasedindices",
    path: "/_aliasedindices",
    has: expect.arrayContaining([expect.objectContaining({ index: "shoes" })]),
  },
  { methods: "POST", route: "/_reindex/:index", path: reindexPath, body: {}, has: { created: 3, failures: [] } },
  {
    methods: "POST",
    route: "/_reindex/:source/:target",
    path: async () => `/_reindex/shoes/${fresh("copy")}`,
    body: {},
    has: { created: 3, failures: [] },
  },
];
