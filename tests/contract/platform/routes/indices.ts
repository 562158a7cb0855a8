import { expect } from "vitest";
import { type Api, makeShoes, type Reply } from "../../api";
import { ENGINE_NOTES } from "../../engine-notes";
import type { Contract } from "./types";

let last = 0;

function freshName(rest = ""): () => Promise<string> {
  return async () => {
    last += 1;
    return `/made-${last}-${Date.now()}${rest}`;
  };
}

// An index of its own, for calls that change or remove it.
function ownIndex(rest = ""): (api: Api) => Promise<string> {
  return async (api) => {
    last += 1;
    const name = `own-${last}-${Date.now()}`;
    await makeShoes(api, name);
    return `/${name}${rest}`;
  };
}

function aliased(rest: string): (api: Api) => Promise<string> {
  return async (api) => {
    await api.call("PUT", "/shoes/_alias/footwear");
    return rest;
  };
}

async function closedIndex(api: Api): Promise<string> {
  const path = await ownIndex()(api);
  await api.call("POST", `${path}/_close`);
  return `${path}/_open`;
}

function noStreams({ status, body }: Reply): void {
  if (status === 200) expect(body).toEqual({ data_streams: [] });
}

/** A template of patterns of its own: an engine refuses two of one priority whose patterns meet. */
function templatePath(kind: string, body: object): (api: Api) => Promise<string> {
  return async (api) => {
    last += 1;
    const path = `/${kind}/tpl-${last}`;
    const made = await api.call("PUT", path, { ...body, index_patterns: [`tpl-${last}-*`] });
    if (made.status !== 200) throw new Error(`${path} not made: ${made.text}`);
    return path;
  };
}

async function componentPath(api: Api): Promise<string> {
  last += 1;
  const path = `/_component_template/part-${last}`;
  await api.call("PUT", path, COMPONENT);
  return path;
}

async function taskId(api: Api): Promise<string> {
  const { body } = await api.call("POST", "/written/_update_by_query?wait_for_completion=false&conflicts=proceed");
  return String((body as { task: string }).task);
}

const OK = { acknowledged: true };
const SETTLED = { _shards: { failed: 0 } };
const LEGACY = { index_patterns: ["tpl-legacy-*"], settings: { number_of_shards: 1 } };
const COMPOSABLE = { index_patterns: ["tpl-new-*"], template: { settings: { number_of_shards: 1 } } };
const COMPONENT = { template: { settings: { number_of_shards: 1 } } };
const ONE_SHARD = { settings: { index: { number_of_shards: "1" } } };
const WORDS = { tokens: [{ token: "two" }, { token: "words" }] };

/** Indices, aliases, templates and the cluster, as the engine offers them. */
export const INDEX_CONTRACTS: readonly Contract[] = [
  { methods: "PUT", route: "/:index", path: freshName(), body: {}, has: OK },
  { methods: "DELETE", route: "/:index", path: ownIndex(), has: OK },
  {
    methods: "GET HEAD",
    route: "/:index",
    path: "/shoes",
    has: { shoes: { mappings: { properties: { brand: { type: "keyword" } } } } },
  },
  { methods: "GET", route: "/_mapping", path: "/_mapping", has: { shoes: { mappings: expect.any(Object) } } },
  {
    methods: "GET",
    route: "/:index/_mapping",
    path: "/shoes/_mapping",
    has: { shoes: { mappings: { properties: { price: { type: "float" } } } } },
  },
  {
    methods: "PUT POST",
    route: "/:index/_mapping",
    path: "/written/_mapping",
    body: { properties: { added: { type: "long" } } },
    has: OK,
  },
  {
    methods: "PUT POST",
    route: "/:index/_mappings",
    path: "/written/_mappings",
    body: { properties: { added: { type: "long" } } },
    has: OK,
  },
  {
    methods: "GET",
    route: "/:index/_mapping/field/:fields",
    path: "/shoes/_mapping/field/price",
    has: { shoes: { mappings: { price: { full_name: "price" } } } },
  },
  {
    methods: "GET",
    route: "/_settings",
    path: "/_settings",
    has: { shoes: { settings: { index: expect.any(Object) } } },
  },
  {
    methods: "GET",
    route: "/:index/_settings",
    path: "/shoes/_settings",
    has: { shoes: { settings: { index: { number_of_shards: "1" } } } },
  },
  {
    methods: "GET",
    route: "/:index/_settings/:name",
    path: "/shoes/_settings/index.number_of_shards",
    has: { shoes: { settings: { index: { number_of_shards: "1" } } } },
  },
  {
    methods: "PUT",
    route: "/:index/_settings",
    path: "/written/_settings",
    body: { index: { refresh_interval: "2s" } },
    has: OK,
  },
  { methods: "POST", route: "/:index/_close", path: ownIndex("/_close"), has: OK },
  { methods: "POST", route: "/:index/_open", path: closedIndex, has: OK },
  ...["/_refresh", "/:index/_refresh", "/_flush", "/:index/_flush"].map((route): Contract => ({
    methods: "GET POST",
    route,
    path: route.replace(":index", "shoes"),
    has: SETTLED,
  })),
  { methods: "POST", route: "/:index/_forcemerge", path: "/written/_forcemerge", has: SETTLED },
  { methods: "POST", route: "/:index/_cache/clear", path: "/shoes/_cache/clear", has: SETTLED },
  { methods: "GET", route: "/_stats", path: "/_stats", has: { indices: { shoes: expect.any(Object) } } },
  {
    methods: "GET",
    route: "/:index/_stats",
    path: "/shoes/_stats",
    has: { _all: { primaries: { docs: { count: 3 } } } },
  },
  {
    methods: "GET",
    route: "/_stats/:metric",
    path: "/_stats/docs",
    has: { indices: { shoes: { primaries: { docs: { count: 3 } } } } },
  },
  {
    methods: "GET",
    route: "/:index/_stats/:metric",
    path: "/shoes/_stats/store",
    has: { _all: { primaries: { store: { size_in_bytes: expect.any(Number) } } } },
  },
  {
    methods: "POST",
    route: "/:index/_disk_usage",
    path: "/shoes/_disk_usage?run_expensive_tasks=true",
    notEmbedded: true,
    except: { note: ENGINE_NOTES.diskUsage, status: 400 },
  },
  {
    methods: "GET",
    route: "/:index/_recovery",
    path: "/shoes/_recovery",
    has: { shoes: { shards: expect.any(Array) } },
  },
  ...["/_segments", "/:index/_segments"].map((route): Contract => ({
    methods: "GET",
    route,
    path: route.replace(":index", "shoes"),
    has: { indices: { shoes: { shards: expect.any(Object) } } },
  })),
  { methods: "GET", route: "/:index/_shard_stores", path: "/shoes/_shard_stores", notEmbedded: true },
  {
    methods: "GET POST",
    route: "/_analyze",
    path: "/_analyze",
    body: { analyzer: "standard", text: "Two words" },
    has: WORDS,
  },
  {
    methods: "GET POST",
    route: "/:index/_analyze",
    path: "/shoes/_analyze",
    body: { field: "name", text: "Two words" },
    has: WORDS,
  },
  {
    methods: "POST",
    route: "/_aliases",
    path: "/_aliases",
    body: { actions: [{ add: { index: "shoes", alias: "footwear" } }] },
    has: OK,
  },
  { methods: "GET", route: "/_alias", path: aliased("/_alias"), has: { shoes: { aliases: { footwear: {} } } } },
  { methods: "GET", route: "/_aliases", path: aliased("/_aliases"), has: { shoes: { aliases: { footwear: {} } } } },
  {
    methods: "GET HEAD",
    route: "/_alias/:name",
    path: aliased("/_alias/footwear"),
    has: { shoes: { aliases: { footwear: {} } } },
  },
  {
    methods: "GET",
    route: "/:index/_alias",
    path: aliased("/shoes/_alias"),
    has: { shoes: { aliases: { footwear: {} } } },
  },
  {
    methods: "GET HEAD",
    route: "/:index/_alias/:name",
    path: aliased("/shoes/_alias/footwear"),
    has: { shoes: { aliases: { footwear: {} } } },
  },
  { methods: "PUT POST", route: "/:index/_alias/:name", path: "/shoes/_alias/other", has: OK },
  { methods: "PUT POST", route: "/:index/_aliases/:name", path: "/shoes/_aliases/other", has: OK },
  { methods: "DELETE", route: "/:index/_alias/:name", path: "/shoes/_alias/other", has: OK },
  {
    methods: "POST",
    route: "/:index/_rollover",
    path: aliased("/footwear/_rollover?dry_run"),
    body: {},
    notEmbedded: true,
    status: 400,
  },
  {
    methods: "POST",
    route: "/:index/_rollover/:name",
    path: aliased("/footwear/_rollover/next?dry_run"),
    body: {},
    notEmbedded: true,
  },
  // An index that is still written to is refused on every engine.
  ...["_shrink", "_split", "_clone"].map((call): Contract => {
    const except = call === "_split" ? {} : { except: { note: ENGINE_NOTES.resize, status: 500 } };
    return {
      methods: "PUT POST",
      route: `/:index/${call}/:name`,
      path: `/shoes/${call}/smaller`,
      body: {},
      status: 400,
      ...except,
      has: { error: { message: expect.any(String) } },
    };
  }),
  { methods: "GET", route: "/_template", path: "/_template", has: { default_template: { index_patterns: ["*"] } } },
  {
    methods: "GET HEAD",
    route: "/_template/:name",
    path: "/_template/default_template",
    has: { default_template: { index_patterns: ["*"] } },
  },
  { methods: "PUT POST", route: "/_template/:name", path: "/_template/tpl", body: LEGACY, has: OK },
  { methods: "DELETE", route: "/_template/:name", path: templatePath("_template", LEGACY), has: OK },
  { methods: "GET", route: "/_index_template", path: "/_index_template", has: { index_templates: expect.any(Array) } },
  {
    methods: "GET HEAD",
    route: "/_index_template/:name",
    path: templatePath("_index_template", COMPOSABLE),
    has: { index_templates: [{ index_template: expect.any(Object) }] },
  },
  { methods: "PUT POST", route: "/_index_template/:name", path: "/_index_template/tpl-1", body: COMPOSABLE, has: OK },
  { methods: "DELETE", route: "/_index_template/:name", path: templatePath("_index_template", COMPOSABLE), has: OK },
  {
    methods: "POST",
    route: "/_index_template/_simulate",
    path: "/_index_template/_simulate",
    body: { ...COMPOSABLE, index_patterns: ["tpl-asked-*"] },
    has: { template: ONE_SHARD, overlapping: expect.any(Array) },
  },
  {
    methods: "POST",
    route: "/_index_template/_simulate/:name",
    path: async (api) =>
      (await templatePath("_index_template", COMPOSABLE)(api)).replace("_index_template", "_index_template/_simulate"),
    has: { template: ONE_SHARD },
  },
  {
    methods: "POST",
    route: "/_index_template/_simulate_index/:index",
    path: async (api) =>
      `/_index_template/_simulate_index/${(await templatePath("_index_template", COMPOSABLE)(api)).split("/").pop() ?? ""}-a`,
    has: { template: ONE_SHARD },
  },
  {
    methods: "GET",
    route: "/_component_template",
    path: "/_component_template",
    has: { component_templates: expect.any(Array) },
  },
  {
    methods: "GET HEAD",
    route: "/_component_template/:name",
    path: componentPath,
    has: { component_templates: [{ component_template: { template: ONE_SHARD } }] },
  },
  {
    methods: "PUT POST",
    route: "/_component_template/:name",
    path: "/_component_template/part",
    body: COMPONENT,
    has: OK,
  },
  { methods: "DELETE", route: "/_component_template/:name", path: componentPath, has: OK },

  {
    methods: "GET",
    route: "/_resolve/index/:index",
    path: aliased("/_resolve/index/footwear"),
    has: { aliases: [{ name: "footwear", indices: ["shoes"] }], data_streams: [] },
  },
  {
    methods: "GET",
    route: "/_data_stream",
    path: "/_data_stream",
    except: { note: ENGINE_NOTES.dataStreams, status: 400 },
    check: noStreams,
  },
  {
    methods: "GET",
    route: "/_data_stream/:index",
    path: "/_data_stream/shoes",
    except: { note: ENGINE_NOTES.dataStreams, status: 405 },
    check: noStreams,
  },

  { methods: "GET", route: "/_cat", path: "/_cat", check: ({ text }) => expect(text).toContain("/_cat/indices") },
  {
    methods: "GET",
    route: "/_cat/*rest",
    path: "/_cat/indices/shoes?format=json",
    has: [{ index: "shoes", "docs.count": "3" }],
  },
  { methods: "GET", route: "/_nodes", path: "/_nodes", has: { _nodes: { failed: 0 } } },
  { methods: "GET", route: "/_nodes/*rest", path: "/_nodes/stats", has: { _nodes: { failed: 0 } } },
  {
    methods: "GET",
    route: "/_cluster/health/:index",
    path: "/_cluster/health/shoes",
    has: { number_of_nodes: 1, timed_out: false },
  },
  { methods: "GET", route: "/_cluster/*rest", path: "/_cluster/health", has: { number_of_nodes: 1, timed_out: false } },
  { methods: "GET", route: "/_tasks", path: "/_tasks", has: { nodes: expect.any(Object) } },
  {
    methods: "GET",
    route: "/_tasks/:id",
    path: async (api) => `/_tasks/${await taskId(api)}`,
    has: { task: { action: "indices:data/write/update/byquery" } },
  },
  {
    methods: "POST",
    route: "/_tasks/_cancel",
    path: "/_tasks/_cancel?actions=*byquery",
    has: { nodes: expect.any(Object) },
  },
  {
    methods: "POST",
    route: "/_tasks/:id/_cancel",
    path: async (api) => `/_tasks/${await taskId(api)}/_cancel`,
    has: { nodes: expect.any(Object) },
  },
];
