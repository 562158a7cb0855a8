import { generateKeyPairSync } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import * as z from "zod";
import { afterRefresh, type Api, basic, makeShoes } from "../api";
import type { Contract } from "./types";

const IdSchema = z.object({ username: z.string() });
const QuerySchema = z.object({ query_id: z.string() });
const KeptSchema = z.object({ id: z.string() });
const LogsSchema = z.object({ logs: z.array(z.looseObject({ id: z.string() })).min(1) });

const { publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
let lastNumber = 0;

function fresh(prefix: string): string {
  lastNumber += 1;
  return `${prefix}-${Date.now()}-${lastNumber}`;
}

async function permissionPath(api: Api): Promise<string> {
  const { body } = await api.call("POST", "/_permission", { indices: ["shoes"] });
  return `/_permission/${IdSchema.parse(body).username}`;
}

async function rolePath(api: Api): Promise<string> {
  const role = fresh("role");
  await api.call("POST", "/_permission", { role, indices: ["shoes"] });
  return `/_role/${role}`;
}

async function userPath(api: Api): Promise<string> {
  const username = fresh("user");
  await api.call("POST", "/_user", { username, password: "quiet-owl", email: "u@example.org", allowed_actions: ["develop"] });
  return `/_user/${username}`;
}

async function leaver(api: Api): Promise<string> {
  const username = fresh("leaver");
  await api.call("POST", "/_user", { username, password: "quiet-owl", email: "l@example.org", allowed_actions: ["user-management"] });
  return basic(username, "quiet-owl");
}

const FACTOR = "/_user/_second_factor";
let enrolling = { as: "", secret: "" };

async function confirmPath(api: Api): Promise<string> {
  const as = await leaver(api);
  const { secret } = z.object({ secret: z.string() }).parse((await api.call("POST", `${FACTOR}/_begin`, {}, { as })).body);
  enrolling = { as, secret };
  return `${FACTOR}/_confirm`;
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

async function recordedSearch(api: Api): Promise<string> {
  return QuerySchema.parse((await api.call("PUT", "/shoes/_analytics/search", { query: "boot", user_id: "u1" })).body).query_id;
}

async function savedSearchPath(api: Api): Promise<string> {
  const { body } = await api.call("PUT", "/_analytics/save-search", { query_id: await recordedSearch(api), user_id: "u1" });
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

async function rulePath(api: Api): Promise<string> {
  const { body } = await api.call("POST", "/_rule", RULE);
  return `/_rule/${KeptSchema.parse(body).id}`;
}

// Of a time that is over, so that no other call of this file meets it.
const RULE = {
  name: "kept",
  trigger: { type: "always", timeframe: { start_time: 1, end_time: 2 } },
  actions: [{ type: "script", script: "function handleRequest() {}" }],
};

const SYNONYM = { type: "equivalent", synonym: "boot,shoe" };

async function synonymPath(api: Api): Promise<string> {
  const _id = fresh("synonym");
  await api.call("PUT", "/_synonym/written", [{ ...SYNONYM, _id }]);
  return `/_synonym/${_id}`;
}

const STORED_QUERY = { index: "shoes", query: { query: { term: { brand: "{{brand}}" } }, size: "{{n}}" }, params: { brand: "acme", n: 1 } };
const RENDERED = { query: { term: { brand: "acme" } }, size: 1 };
const FOUND_TWO = { hits: { total: { value: 2 }, hits: [{ _source: { brand: "acme" } }] } };

const QUERY = { query: [{ id: "s", dataField: ["name"], value: "boot" }] };
const VALID = [{ id: "s" }];

const FEATURED = "/_featured_suggestions_group/box";

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
  { methods: "GET", route: "/arc/plan", path: "/arc/plan", has: { product: "searchdeck", tier: "arc-enterprise", billing: false } },

  { methods: "GET", route: "/_user", path: "/_user", has: { is_admin: true } },
  { methods: "GET", route: "/_users", path: "/_users", has: expect.arrayContaining([expect.objectContaining({ is_admin: true })]) },
  {
    methods: "POST",
    route: "/_user",
    path: "/_user",
    body: { username: fresh("maker"), password: "quiet-owl", email: "m@example.org", allowed_actions: ["develop"] },
    status: 201,
    has: { is_admin: false },
  },
  { methods: "PATCH PUT", route: "/_user", path: "/_user", body: { email: "admin@example.org" }, has: { message: "User is updated successfully" } },
  { methods: "DELETE", route: "/_user", path: "/_user", as: leaver, has: { code: 200 } },
  { methods: "GET", route: "/_user/:name", path: userPath, has: { email: "u@example.org" } },
  { methods: "PATCH PUT", route: "/_user/:name", path: userPath, body: { email: "v@example.org" }, has: { message: "User is updated successfully" } },
  { methods: "DELETE", route: "/_user/:name", path: userPath, has: { code: 200 } },

  { methods: "GET", route: `${FACTOR}/_state`, path: `${FACTOR}/_state`, has: { active: false, recovery_codes_left: 0 } },
  { methods: "POST", route: `${FACTOR}/_begin`, path: `${FACTOR}/_begin`, as: leaver, body: {}, has: { uri: expect.stringMatching(/^otpauth:/) } },
  {
    methods: "POST",
    route: `${FACTOR}/_confirm`,
    path: confirmPath,
    as: () => Promise.resolve(enrolling.as),
    body: () => ({ code: codeOf(enrolling.secret) }),
    has: { proof: expect.any(String) },
  },
  { methods: "POST", route: `${FACTOR}/_verify`, path: `${FACTOR}/_verify`, as: leaver, body: { code: "123456" }, status: 400 },
  { methods: "POST", route: `${FACTOR}/_recovery_codes`, path: `${FACTOR}/_recovery_codes`, as: leaver, body: { code: "123456" }, status: 400 },
  { methods: "POST", route: `${FACTOR}/_end`, path: `${FACTOR}/_end`, as: leaver, body: { code: "123456" }, status: 400 },
  { methods: "DELETE", route: "/_user/:name/_second_factor", path: async (api) => `${await userPath(api)}/_second_factor`, status: 400 },

  { methods: "GET", route: "/_permissions", path: "/_permissions" },
  { methods: "GET", route: "/user/_permissions", path: "/user/_permissions" },
  { methods: "GET", route: "/:index/_permissions", path: "/shoes/_permissions" },
  {
    methods: "POST",
    route: "/_permission",
    path: "/_permission",
    body: { indices: ["shoes"], description: "shop" },
    has: { description: "shop", indices: ["shoes"] },
  },
  { methods: "GET", route: "/_permission/:name", path: permissionPath, has: { indices: ["shoes"], expired: false } },
  {
    methods: "PATCH PUT",
    route: "/_permission/:name",
    path: permissionPath,
    body: { description: "new" },
    has: { message: "permission is updated successfully" },
  },
  { methods: "DELETE", route: "/_permission/:name", path: permissionPath, has: { code: 200 } },
  {
    methods: "POST",
    route: "/_permission/:name/_try",
    path: async (api) => `${await permissionPath(api)}/_try`,
    body: { method: "GET", path: "/shoes/_search" },
    has: { allowed: true, category: "search" },
  },
  { methods: "POST", route: "/_permission/:name/_rotate", path: async (api) => `${await permissionPath(api)}/_rotate`, body: {}, has: { indices: ["shoes"] } },
  { methods: "GET", route: "/_role/:name", path: rolePath, has: { indices: ["shoes"] } },
  { methods: "POST", route: "/_role/:name", path: async () => `/_role/${fresh("role")}`, body: { indices: ["shoes"] }, has: { indices: ["shoes"] } },
  {
    methods: "PATCH PUT DELETE",
    route: "/_role/:name",
    path: rolePath,
    body: {},
    status: 308,
    check: ({ headers }) => expect(headers["location"]).toMatch(/^\/_permission\//),
  },
  { methods: "GET", route: "/_public_key", path: "/_public_key", has: { role_key: expect.any(String) } },
  {
    methods: "PUT",
    route: "/_public_key",
    path: "/_public_key",
    body: { public_key: Buffer.from(publicKey).toString("base64") },
    has: { message: "Public key saved successfully." },
  },
  { methods: "GET", route: "/_sync/preferences", path: "/_sync/preferences" },
  { methods: "PUT", route: "/_sync/preferences", path: "/_sync/preferences", body: { interval: 60 }, has: { error: { code: 200 } } },

  ...["_reactivesearch", "_reactivesearch.v3"].flatMap((name): Contract[] => [
    { methods: "POST", route: `/:index/${name}`, path: `/shoes/${name}`, body: QUERY, has: { s: { hits: { total: { value: 2 } } } } },
    { methods: "POST", route: `/:index/${name}/validate`, path: `/shoes/${name}/validate`, body: QUERY, has: VALID },
    { methods: "POST", route: `/${name}/validate`, path: `/${name}/validate`, body: QUERY },
  ]),
  { methods: "GET", route: "/_reactivesearch/schema", path: "/_reactivesearch/schema", has: { type: "object" } },

  { methods: "PUT POST", route: "/:index/_analytics/search", path: "/shoes/_analytics/search", body: { query: "boot" }, has: { query_id: expect.any(String) } },
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
  { methods: "DELETE", route: "/_analytics/save-search/:id", path: savedSearchPath, has: { message: "Saved search is deleted successfully" } },
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
    body: async (api: Api) => ({ query_id: await recordedSearch(api), user_id: "u1", id: "kept", favorite_on: "1", source: { name: "Snow boot" } }),
    has: { id: "kept" },
  },
  { methods: "GET", route: "/_analytics/favorites", path: afterRefresh(".favorites", "/_analytics/favorites?user_id=u1"), has: [{ favorite_on: "1" }] },
  { methods: "GET", route: "/_analytics/recent-searches", path: afterRefresh(".analytics", "/_analytics/recent-searches"), has: [{ key: "boot" }] },
  {
    methods: "GET",
    route: "/_analytics/:index/recent-searches",
    path: afterRefresh(".analytics", "/_analytics/shoes/recent-searches"),
    has: [{ key: "boot" }],
  },

  ...["popular", "recent", "index"].flatMap((kind): Contract[] => {
    const path = `/_${kind}_suggestions/preferences`;
    const body = { size: 3, ...(kind === "popular" ? { numberOfDays: 30 } : {}) };
    return [
      { methods: "PUT", route: path, path, body, has: { message: expect.stringContaining("Preferences saved successfully") } },
      { methods: "GET", route: path, path, has: { size: 3 } },
    ];
  }),
  {
    methods: "PUT",
    route: "/_featured_suggestions_group/:id",
    path: FEATURED,
    body: { sections: [] },
    has: { message: "Featured suggestions saved successfully" },
  },
  { methods: "GET", route: "/_featured_suggestions_group/:id", path: FEATURED, has: { id: "box", sections: [] } },
  { methods: "DELETE", route: "/_featured_suggestions_group/:id", path: FEATURED, has: { message: "Featured suggestions deleted successfully" } },

  { methods: "GET", route: "/_searchrelevancy/_default", path: "/_searchrelevancy/_default", status: 202, has: { results: { size: 10 } } },
  {
    methods: "PUT",
    route: "/_searchrelevancy/:index",
    path: "/_searchrelevancy/written",
    body: { results: { size: 3 } },
    status: 202,
    has: { results: { size: 3 } },
  },
  { methods: "GET", route: "/_searchrelevancy/:index", path: "/_searchrelevancy/written", status: 202, has: { results: { size: 3 } } },
  { methods: "DELETE", route: "/_searchrelevancy/:index", path: "/_searchrelevancy/written", status: 202, has: { acknowledge: true } },

  { methods: "GET", route: "/_rules", path: "/_rules", has: expect.any(Array) },
  { methods: "POST", route: "/_rule", path: "/_rule", body: RULE, status: 201, has: { name: "kept", enabled: true } },
  { methods: "GET", route: "/_rule/:id", path: rulePath, has: { name: "kept" } },
  { methods: "PUT", route: "/_rule/:id", path: rulePath, body: { enabled: false }, has: { message: "Rule is updated successfully" } },
  { methods: "DELETE", route: "/_rule/:id", path: rulePath, has: { message: "Rule is deleted successfully" } },
  {
    methods: "POST",
    route: "/_script/validate",
    path: "/_script/validate",
    body: { script: "function handleRequest() { return { body: '{}' } }" },
    has: { request: { body: {} }, console_logs: [] },
  },
  { methods: "GET", route: "/_rule/:id/script", path: async (api) => `${await rulePath(api)}/script`, has: { script: "function handleRequest() {}" } },
  { methods: "PUT", route: "/_synonym/:index", path: "/_synonym/written", body: [SYNONYM], status: 202, has: [{ ...SYNONYM, index: "written" }] },
  { methods: "DELETE", route: "/_synonym/:id", path: synonymPath, status: 202, has: { acknowledge: true } },
  { methods: "GET", route: "/_synonyms/:index", path: "/_synonyms/written", status: 202, has: [SYNONYM] },
  { methods: "DELETE", route: "/_synonyms/:index", path: "/_synonyms/written", has: { message: "Synonyms deleted successfully" } },

  { methods: "PUT", route: "/_grade/:index", path: "/_grade/written", body: { query: "boot", docs: { 1: 3 } }, has: { docs: { 1: { grade: 3 } } } },
  { methods: "GET", route: "/_grade/:index", path: "/_grade/written?query=boot", has: { query: "boot", docs: { 1: { grade: 3 } } } },
  { methods: "POST", route: "/_grade/metrics", path: "/_grade/metrics", body: { indices: ["written"], page: 1 }, has: { metrics: { boot: {} }, total: 1 } },
  { methods: "DELETE", route: "/_grade/:index", path: "/_grade/written", has: { message: "Grades deleted successfully" } },

  { methods: "GET", route: "/_storedqueries", path: "/_storedqueries", has: expect.any(Array) },
  { methods: "GET", route: "/_storedquery/:id", path: storedQueryPath, has: { ...STORED_QUERY, description: "", updated_at: 0 } },
  { methods: "PUT", route: "/_storedquery/:id", path: storedQueryPath, body: STORED_QUERY, has: { message: "Query is updated successfully" } },
  { methods: "DELETE", route: "/_storedquery/:id", path: storedQueryPath, has: { message: "Query is deleted successfully" } },
  { methods: "POST", route: "/_storedquery/validate", path: "/_storedquery/validate", body: STORED_QUERY, has: RENDERED },
  { methods: "POST", route: "/_storedquery/:id/validate", path: async (api) => `${await storedQueryPath(api)}/validate`, has: RENDERED },
  { methods: "POST", route: "/_storedquery/execute", path: "/_storedquery/execute", body: STORED_QUERY, has: FOUND_TWO },
  { methods: "POST", route: "/_storedquery/:id/execute", path: async (api) => `${await storedQueryPath(api)}/execute`, has: FOUND_TWO },
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
    has: { request_distribution: expect.any(Array), total_requests: expect.any(Number), total_200: expect.any(Number), total_401: expect.any(Number) },
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
  { methods: "GET", route: "/:index/_log/:id", path: async (api) => `/shoes${await logPath(api)}`, has: { request: { method: "POST" } } },
  ...(["percentiles", "routes", "errors", "callers"] as const).flatMap((name) =>
    [`/_logs/${name}`, `/:index/_logs/${name}`].map((route): Contract => ({
      methods: "GET",
      route,
      path: route.replace(":index", "shoes"),
      has: { [name === "percentiles" ? "points" : name]: expect.any(Array) },
    })),
  ),
  { methods: "GET DELETE", route: "/_logs/retention", path: "/_logs/retention", has: { days: 30, held: { records: expect.any(Number) } } },
  { methods: "PUT", route: "/_logs/retention", path: "/_logs/retention", body: { days: 7 }, has: { days: 7, records: 1_000_000 } },
  { methods: "GET", route: "/_aliasedindices", path: "/_aliasedindices", has: expect.arrayContaining([expect.objectContaining({ index: "shoes" })]) },
  { methods: "POST", route: "/_reindex/:index", path: reindexPath, body: {}, has: { created: 3, failures: [] } },
  { methods: "POST", route: "/_reindex/:source/:target", path: async () => `/_reindex/shoes/${fresh("copy")}`, body: {}, has: { created: 3, failures: [] } },
];
