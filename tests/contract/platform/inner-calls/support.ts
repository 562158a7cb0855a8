import * as z from "zod";
import type { GatewaySettings } from "@backend/gateway/gateway";
import { createServices, routesOf } from "@backend/gateway/gateway";
import type { Access, Method } from "@backend/gateway/platform/http/types";
import { opOfMethod } from "@common/access-control/categories";
import { pino } from "pino";
import { fetchAsIs } from "../../../replay/fetch-as-is";
import { startTarget, type Target } from "../../../replay/target";
import { basic } from "../../api";

export const ADMIN = basic("foo", "bar");
const AnswersSchema = z.record(z.string(), z.unknown());

export type Endpoint = { url: string; method?: string; headers?: Record<string, unknown>; body?: unknown };
/** Who asks: an `Authorization`, and other headers of the call. */
export type Caller = { as: string; headers?: Record<string, string> };
export type Said = { status: number; text: string; body: unknown };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A back end of its own with an index of shoes and a hidden one, and calls to it. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage(settings: GatewaySettings = {}) {
  const target: Target = await startTarget(settings);

  async function call(
    method: string,
    path: string,
    body?: unknown,
    { as = ADMIN, headers = {} }: Partial<Caller> = {},
  ): Promise<Said> {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const answer = await fetchAsIs(`${target.url}${path}`, {
      method,
      headers: { Authorization: as, ...(text === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      body: text,
    });
    return { status: answer.status, text: answer.body, body: parsed(answer.body) };
  }

  /** What stands under each query of a search with these endpoints, eight in one search. */
  async function ask(endpoints: readonly Endpoint[], caller: Partial<Caller> = {}, index = "shop"): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (let from = 0; from < endpoints.length; from += 8) {
      const query = endpoints.slice(from, from + 8).map((endpoint, at) => ({ id: `q${at}`, endpoint }));
      const said = await call("POST", `/${index}/_reactivesearch`, { query }, caller);
      if (said.status !== 200) throw new Error(`${said.status} ${said.text}`);
      const found = AnswersSchema.parse(said.body);
      answers.push(...query.map(({ id }) => found[id]));
    }
    return answers;
  }

  async function credential(fields: Record<string, unknown>): Promise<string> {
    const made = z
      .object({ username: z.string(), password: z.string() })
      .parse((await call("POST", "/_permission", fields)).body);
    return basic(made.username, made.password);
  }

  for (const index of ["shop", "hidden"]) {
    await call("PUT", `/${index}`, {
      mappings: { properties: { name: { type: "text" }, brand: { type: "keyword" }, price: { type: "float" } } },
    });
    await call("PUT", `/${index}/_doc/1?refresh=true`, { name: `${index} boot`, brand: "acme", price: 9 });
  }
  return { ...target, call, ask, credential };
}

/** A route of the table by one of its methods, as it is asked for. */
export type Listed = { method: Method; path: string; access: Access };

/** Every route of this server by each of its methods. */
export function everyRoute(): Listed[] {
  const routes = routesOf(
    createServices({ engine: () => Promise.reject(new Error("no engine here")), log: pino({ level: "silent" }) }),
  );
  return routes.flatMap(({ methods, path, access }) => methods.map((method) => ({ method, path, access })));
}

/** Said once more here, so that another rule than the one of the server decides what the test expects. */
export const changes = ({ method, access }: Listed) =>
  access.kind !== "open" && (("op" in access ? access.op : undefined) ?? opOfMethod(method)) !== "read";

const PARTS: Record<string, string> = {
  index: "shop",
  type: "shoe",
  id: "1",
  name: "made",
  source: "shop",
  target: "shop-2",
  fields: "name",
  metric: "docs",
  label: "x",
};
const RESTS: Record<string, string> = {
  "/_cat/*rest": "/_cat/indices",
  "/_nodes/*rest": "/_nodes/stats",
  "/_cluster/*rest": "/_cluster/health",
};

/** A path of a route with names that exist, or that it may make. */
export function pathOf({ path }: Pick<Listed, "path">): string {
  return (RESTS[path] ?? path).replace(/:(\w+)/g, (_, part: string) => PARTS[part] ?? part);
}

// What does something on the routes that change.
const EFFECTS: readonly [RegExp, unknown][] = [
  [/^\/_user$/, { username: "made", password: "a-quiet-owl", is_admin: true }],
  [/^\/_user\/made/, { password: "a-quiet-owl", is_admin: true }],
  [/^\/_(permission|role)/, { indices: ["*"], categories: ["user", "search"] }],
  [/_storedquery/, { index: "shop", query: { query: { match_all: {} } }, params: {} }],
  [/_searchrelevancy/, { search: { dataField: ["name"] } }],
  [/_synonym/, { index: "shop", type: "equivalent", synonym: "a,b" }],
  [/_rule/, { name: "made", trigger: { type: "always" }, actions: [{ type: "hide", data: ["1"] }] }],
  [/_grade/, { query: "boot", docs: { 1: 3 } }],
  [/_reindex$/, { source: { index: "shop" }, dest: { index: "shop-2" } }],
  [/_aliases$/, { actions: [{ add: { index: "shop", alias: "made" } }] }],
  [/_by_query$/, { query: { match_all: {} } }],
  [/_mappings?$/, { properties: { made: { type: "keyword" } } }],
  [/_settings$/, { index: { refresh_interval: "7s" } }],
  [/template/, { index_patterns: ["made-*"], template: { settings: {} } }],
  [/_logs\/retention/, { days: 1 }],
  [/_sync/, { interval: 60 }],
  [/_update/, { doc: { name: "made" } }],
  [/_analytics\/(click|conversion|search)/, { query: "made", click_on: { 1: 1 }, query_id: "x" }],
  [/_analytics|_ai/, { name: "made", source: { a: 1 }, favorite_on: "1", preferences: {} }],
  [/_(suggestions|popular|recent|index)/, { size: 3 }],
];

/** A body for a route that changes something. */
export function effectFor(path: string): unknown {
  return (EFFECTS.find(([pattern]) => pattern.test(path)) ?? [null, { name: "made" }])[1];
}

/** All that is kept but the request log: records, indices, templates, as the engine has it. */
export async function stateOf({ engine }: Pick<Target, "engine">): Promise<Record<string, unknown>> {
  const get = async (path: string, query: Record<string, string> = {}) =>
    parsed((await engine({ method: "GET", path, query })).body);
  await engine({ method: "POST", path: "/_refresh", query: { expand_wildcards: "all" } });
  const indices = z.record(z.string(), z.unknown()).parse(await get("/_all", { expand_wildcards: "all" }));
  const own = Object.keys(indices).filter(
    (name) => !/^\.(logs|locks|opendistro|opensearch|plugins|tasks|ds-)/.test(name),
  );
  const records = await Promise.all(
    own.map(async (name) => {
      const found = parsed(
        (await engine({ method: "POST", path: `/${name}/_search`, body: JSON.stringify({ size: 1_000 }) })).body,
      );
      const hits = z
        .object({ hits: z.object({ hits: z.array(z.looseObject({ _id: z.string(), _source: z.unknown() })) }) })
        .safeParse(found);
      return [
        name,
        hits.success ? hits.data.hits.hits.map(({ _id, _source }) => [_id, JSON.stringify(_source)]).sort() : found,
      ] as const;
    }),
  );
  return {
    records: Object.fromEntries(records),
    indices: Object.fromEntries(own.map((name) => [name, indices[name]])),
    templates: [await get("/_template"), await get("/_index_template"), await get("/_component_template")],
  };
}
