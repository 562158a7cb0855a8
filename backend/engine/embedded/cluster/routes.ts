import { EngineError } from "../errors";
import type { RouteContext } from "../http/types";
import { ADMIN_PARAMETERS, EXPRESSION_PARAMETERS } from "../index/options";
import type { EmbeddedRoute, EmbeddedState, ReadingRoute } from "../state";
import { catRoutes } from "./cat-routes";
import { BUILD_DATE, CLUSTER_NAME, LUCENE_VERSION, NODE_NAME, VERSION } from "./facts";
import { fieldCapabilities } from "./field-caps";
import { health } from "./health";
import { clusterStats, nodes, nodeStats } from "./nodes";
import { stats, recovery, segments } from "./index-stats";

type Context = RouteContext<EmbeddedState>;

function root({ engine }: Context) {
  return {
    body: {
      name: NODE_NAME,
      cluster_name: CLUSTER_NAME,
      cluster_uuid: engine.clusterUuid,
      version: {
        number: VERSION,
        build_flavor: "oss",
        build_type: "embedded",
        build_date: BUILD_DATE,
        build_snapshot: false,
        lucene_version: LUCENE_VERSION,
        minimum_wire_compatibility_version: "6.8.0",
        minimum_index_compatibility_version: "6.0.0-beta1",
      },
      tagline: "A small engine that speaks the language of large ones",
    },
  };
}

function clusterState({ engine }: Context) {
  const version = engine.indices.all().length;
  return {
    body: { cluster_name: CLUSTER_NAME, cluster_uuid: engine.clusterUuid, version, state_uuid: engine.clusterUuid },
  };
}

/** Nothing of a cluster's settings means anything here, so there are none, and none can be set. */
function putClusterSettings(context: Context): never {
  const [name = "settings"] = Object.values(context.object()).flatMap((value) =>
    typeof value === "object" && value !== null ? Object.keys(value) : [],
  );
  throw new EngineError(400, "illegal_argument_exception", `persistent setting [${name}], not recognized`);
}

const SEGMENTS = [...EXPRESSION_PARAMETERS, "verbose"];
const HEALTH = [
  ...EXPRESSION_PARAMETERS,
  ...ADMIN_PARAMETERS,
  "level",
  "local",
  "wait_for_status",
  "wait_for_no_relocating_shards",
  "wait_for_no_initializing_shards",
  "wait_for_active_shards",
  "wait_for_nodes",
  "wait_for_events",
];
const STATS = [
  ...EXPRESSION_PARAMETERS,
  "level",
  "groups",
  "fields",
  "include_unloaded_segments",
  "forbid_closed_indices",
];
const NODES = ["timeout", "flat_settings", "level", "fields", "groups"];
const CAPS = [...EXPRESSION_PARAMETERS, "fields"];

/** `_field_caps`. */
export const capabilityRoutes: ReadingRoute[] = ["/_field_caps", "/{index}/_field_caps"].map((path) => ({
  methods: ["GET", "POST"],
  path,
  query: CAPS,
  handler: fieldCapabilities,
}));

export const routes: EmbeddedRoute[] = [
  { methods: ["GET"], path: "/", query: [], handler: root },
  ...["/_segments", "/{index}/_segments"].map((path): EmbeddedRoute => ({
    methods: ["GET"],
    path,
    query: SEGMENTS,
    handler: segments,
  })),
  ...["/_cluster/health", "/_cluster/health/{index}"].map((path): EmbeddedRoute => ({
    methods: ["GET"],
    path,
    query: HEALTH,
    handler: health,
  })),
  { methods: ["GET"], path: "/_cluster/stats", query: ["timeout", "flat_settings"], handler: clusterStats },
  {
    methods: ["GET"],
    path: "/_cluster/settings",
    query: [...ADMIN_PARAMETERS, "flat_settings", "include_defaults"],
    handler: () => ({ body: { persistent: {}, transient: {} } }),
  },
  {
    methods: ["PUT"],
    path: "/_cluster/settings",
    query: [...ADMIN_PARAMETERS, "flat_settings"],
    handler: putClusterSettings,
  },
  { methods: ["GET"], path: "/_cluster/state/version", query: [...ADMIN_PARAMETERS, "local"], handler: clusterState },
  {
    methods: ["GET"],
    path: "/_cluster/pending_tasks",
    query: [...ADMIN_PARAMETERS, "local"],
    handler: () => ({ body: { tasks: [] } }),
  },
  ...["/_nodes", "/_nodes/{node}"].map((path): EmbeddedRoute => ({
    methods: ["GET"],
    path,
    query: NODES,
    handler: nodes,
  })),
  ...["/_nodes/stats", "/_nodes/{node}/stats", "/_nodes/stats/{metric}"].map((path): EmbeddedRoute => ({
    methods: ["GET"],
    path,
    query: NODES,
    handler: nodeStats,
  })),
  ...["/_stats", "/_stats/{metric}", "/{index}/_stats", "/{index}/_stats/{metric}"].map((path): EmbeddedRoute => ({
    methods: ["GET"],
    path,
    query: STATS,
    handler: stats,
  })),
  ...["/_recovery", "/{index}/_recovery"].map((path): EmbeddedRoute => ({
    methods: ["GET"],
    path,
    query: [...EXPRESSION_PARAMETERS, "detailed", "active_only"],
    handler: recovery,
  })),
  ...capabilityRoutes,
  ...catRoutes,
];
