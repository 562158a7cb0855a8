import type { JsonObject } from "@common/json";
import { EngineError, illegalArgument } from "../errors";
import type { AnswerValue } from "../http/raw-json";
import type { RouteContext } from "../http/types";
import { ADMIN_PARAMETERS, EXPRESSION_PARAMETERS, expressionOptions } from "../index/options";
import type { IndexState } from "../index/index-state";
import type { EmbeddedRoute, EmbeddedState, ReadingRoute } from "../state";
import { catRoutes } from "./cat-routes";
import { type Room, whyLow } from "../disk/room";
import {
  activePercent,
  ADDRESS,
  BUILD_DATE,
  CLUSTER_NAME,
  clusterCounts,
  countsOf,
  healthOf,
  LUCENE_VERSION,
  NODE_NAME,
  processFacts,
  ROLES,
  VERSION,
} from "./facts";
import { fieldCapabilities } from "./field-caps";

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

function indexHealth(index: IndexState): JsonObject {
  return {
    status: healthOf(index),
    number_of_shards: index.shards,
    number_of_replicas: index.replicas,
    active_primary_shards: index.shards,
    active_shards: index.shards,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: index.shards * index.replicas,
  };
}

function diskJson(room: Room): JsonObject {
  const { free, total, reserve, reusable } = room;
  return { blocked: true, free_in_bytes: free, reusable_in_bytes: reusable, reserve_in_bytes: reserve, total_in_bytes: total, reason: whyLow(room) };
}

function health(context: Context) {
  const options = expressionOptions(context, { closed: "allowed", expandWildcards: ["open", "closed", "hidden"], ignoreUnavailable: true });
  const { index } = context.params;
  const indices = context.engine.indices.find(index, options).map((found) => found.index);
  const counts = clusterCounts(indices);
  const wanted = context.query["wait_for_status"];
  const missing =
    index
      ?.split(",")
      .some((name) => !name.includes("*") && name !== "_all" && !context.engine.indices.all().some((each) => each.name === name || each.aliases.has(name))) ??
    false;
  const room = context.engine.store.room.look();
  const status = room.isLow && counts.status === "green" ? "yellow" : counts.status;
  // Nothing here changes by waiting, so what is not so now times out at once.
  const timedOut = missing || (wanted === "green" && status !== "green");
  const level = context.query["level"] ?? "cluster";
  if (!["cluster", "indices", "shards"].includes(level))
    throw illegalArgument(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
  const body: Record<string, AnswerValue> = {
    cluster_name: CLUSTER_NAME,
    status: missing ? "red" : status,
    timed_out: timedOut,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    active_primary_shards: counts.primaries,
    active_shards: counts.primaries,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: counts.unassigned,
    delayed_unassigned_shards: 0,
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent_as_number: activePercent(counts),
    // Of ours alone: Elasticsearch tells it by the settings of the indices only.
    ...(room.isLow && { disk: diskJson(room) }),
    ...(level !== "cluster" && { indices: Object.fromEntries(indices.map((each) => [each.name, indexHealth(each)])) }),
  };
  return { status: timedOut ? 408 : 200, body };
}

function clusterStats({ engine }: Context) {
  const indices = engine.indices.all();
  const counts = clusterCounts(indices);
  const facts = processFacts(engine);
  const body = {
    _nodes: { total: 1, successful: 1, failed: 0 },
    cluster_name: CLUSTER_NAME,
    cluster_uuid: engine.clusterUuid,
    timestamp: Date.now(),
    status: counts.status,
    indices: {
      count: counts.indices,
      shards: counts.indices === 0 ? {} : { total: counts.primaries, primaries: counts.primaries, replication: 0 },
      docs: { count: counts.docs, deleted: counts.deleted },
      store: { size_in_bytes: counts.bytes },
      segments: { count: counts.segments },
    },
    nodes: {
      count: { total: 1, data: 1, ingest: 0, master: 1, coordinating_only: 0 },
      versions: [VERSION],
      os: { available_processors: 1, mem: { total_in_bytes: facts.memoryTotal, free_in_bytes: facts.memoryFree, used_percent: facts.ramPercent } },
      process: { cpu: { percent: facts.cpu } },
      jvm: { max_uptime_in_millis: facts.uptimeMs, mem: { heap_used_in_bytes: facts.heapUsed, heap_max_in_bytes: facts.heapMost } },
    },
  };
  return { body };
}

function nodes({ engine }: Context) {
  const node = { name: NODE_NAME, ...ADDRESS, version: VERSION, build_flavor: "oss", build_type: "embedded", roles: ROLES, attributes: {} };
  return { body: { _nodes: { total: 1, successful: 1, failed: 0 }, cluster_name: CLUSTER_NAME, nodes: { [engine.nodeId]: node } } };
}

function nodeStats({ engine }: Context) {
  const disk = engine.store.room.look();
  const counts = clusterCounts(engine.indices.all());
  const facts = processFacts(engine);
  const node = {
    timestamp: Date.now(),
    name: NODE_NAME,
    ...ADDRESS,
    roles: ROLES,
    indices: { docs: { count: counts.docs, deleted: counts.deleted }, store: { size_in_bytes: counts.bytes }, segments: { count: counts.segments } },
    os: {
      timestamp: Date.now(),
      cpu: { percent: facts.cpu, load_average: { "1m": facts.load.one, "5m": facts.load.five, "15m": facts.load.fifteen } },
      mem: { total_in_bytes: facts.memoryTotal, free_in_bytes: facts.memoryFree, used_percent: facts.ramPercent },
    },
    fs: { timestamp: Date.now(), total: { total_in_bytes: disk.total, free_in_bytes: disk.free, available_in_bytes: disk.free + disk.reusable } },
    process: { timestamp: Date.now(), cpu: { percent: facts.cpu }, mem: { resident_in_bytes: facts.resident } },
    jvm: {
      timestamp: Date.now(),
      uptime_in_millis: facts.uptimeMs,
      mem: { heap_used_in_bytes: facts.heapUsed, heap_max_in_bytes: facts.heapMost, heap_used_percent: facts.heapPercent },
    },
  };
  return { body: { _nodes: { total: 1, successful: 1, failed: 0 }, cluster_name: CLUSTER_NAME, nodes: { [engine.nodeId]: node } } };
}

const METRICS = ["docs", "store", "segments"];

// All documents lie in one store, so what is counted by shard is told of the first; every operation that has a number is done.
function sequenceOf(index: IndexState): JsonObject {
  const last = index.stored.nextSeqNo - 1;
  const seq_no = { max_seq_no: last, local_checkpoint: last, global_checkpoint: last };
  return { shards: { "0": [{ routing: { state: "STARTED", primary: true }, seq_no }] } };
}

/** `_stats`: documents, bytes and segments by index. Other metrics of Elasticsearch's have no meaning here and are left out. */
function stats(context: Context) {
  const wanted = context.params["metric"]?.split(",") ?? ["_all"];
  const every = wanted.includes("_all");
  const byShard = context.query["level"] === "shards";
  const indices = context.engine.indices.find(context.params["index"], expressionOptions(context)).map(({ index }) => index);
  function metrics(list: readonly IndexState[]): JsonObject {
    const counts = clusterCounts(list);
    const all: JsonObject = {
      docs: { count: counts.docs, deleted: counts.deleted },
      store: { size_in_bytes: counts.bytes, reserved_in_bytes: 0 },
      segments: { count: counts.segments },
    };
    return Object.fromEntries(METRICS.filter((name) => every || wanted.includes(name)).map((name) => [name, all[name] ?? {}]));
  }
  const totals = clusterCounts(indices);
  const body: Record<string, AnswerValue> = {
    _shards: { total: totals.primaries + totals.unassigned, successful: totals.primaries, failed: 0 },
    _all: { primaries: metrics(indices), total: metrics(indices) },
    indices: Object.fromEntries(
      indices.map((index) => [index.name, { uuid: index.uuid, primaries: metrics([index]), total: metrics([index]), ...(byShard ? sequenceOf(index) : {}) }]),
    ),
  };
  return { body };
}

function recovery(context: Context) {
  const indices = context.engine.indices.find(context.params["index"], expressionOptions(context)).map(({ index }) => index);
  return {
    body: Object.fromEntries(
      indices.map((index) => [
        index.name,
        {
          shards: [
            { id: 0, type: "EXISTING_STORE", stage: "DONE", primary: true, index: { size: { total_in_bytes: countsOf(index).bytes, percent: "100.0%" } } },
          ],
        },
      ]),
    ),
  };
}

/** `_segments`: how many segments each index has, and how large they are. A shard is one set of segments here. */
function segments(context: Context) {
  const indices = context.engine.indices.find(context.params["index"], expressionOptions(context)).map(({ index }) => index);
  const total = indices.reduce((sum, index) => sum + index.shards * (1 + index.replicas), 0);
  const successful = indices.reduce((sum, index) => sum + index.shards, 0);
  return {
    body: {
      _shards: { total, successful, failed: 0 },
      indices: Object.fromEntries(indices.map((index) => [index.name, { shards: shardsJson(context, index) }])),
    },
  };
}

function shardsJson({ engine }: Context, index: IndexState): Record<string, AnswerValue> {
  const views = index.stored.snapshot.segments;
  const docs = views.reduce((sum, view) => sum + view.docCount, 0);
  const list = views.map((view, generation): [string, AnswerValue] => [
    `_${generation.toString(36)}`,
    {
      generation,
      num_docs: view.luceneCounts.live,
      deleted_docs: view.luceneCounts.dead,
      // Only all segments together are measured; each has its part by its documents.
      size_in_bytes: docs === 0 ? 0 : Math.round((countsOf(index).bytes * view.docCount) / docs),
      memory_in_bytes: 0,
      committed: true,
      search: true,
      version: LUCENE_VERSION,
      compound: true,
    },
  ]);
  const copy = (segments: Record<string, AnswerValue>) => ({
    routing: { state: "STARTED", primary: true, node: engine.nodeId },
    num_committed_segments: Object.keys(segments).length,
    num_search_segments: Object.keys(segments).length,
    segments,
  });
  const shards = Array.from({ length: index.shards }, (_, shard): [string, AnswerValue] => [
    String(shard),
    [copy(shard === 0 ? Object.fromEntries(list) : {})],
  ]);
  return Object.fromEntries(shards);
}

function clusterState({ engine }: Context) {
  const version = engine.indices.all().length;
  return { body: { cluster_name: CLUSTER_NAME, cluster_uuid: engine.clusterUuid, version, state_uuid: engine.clusterUuid } };
}

/** Nothing of a cluster's settings means anything here, so there are none, and none can be set. */
function putClusterSettings(context: Context): never {
  const [name = "settings"] = Object.values(context.object()).flatMap((value) => (typeof value === "object" && value !== null ? Object.keys(value) : []));
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
const STATS = [...EXPRESSION_PARAMETERS, "level", "groups", "fields", "include_unloaded_segments", "forbid_closed_indices"];
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
  ...["/_segments", "/{index}/_segments"].map((path): EmbeddedRoute => ({ methods: ["GET"], path, query: SEGMENTS, handler: segments })),
  ...["/_cluster/health", "/_cluster/health/{index}"].map((path): EmbeddedRoute => ({ methods: ["GET"], path, query: HEALTH, handler: health })),
  { methods: ["GET"], path: "/_cluster/stats", query: ["timeout", "flat_settings"], handler: clusterStats },
  {
    methods: ["GET"],
    path: "/_cluster/settings",
    query: [...ADMIN_PARAMETERS, "flat_settings", "include_defaults"],
    handler: () => ({ body: { persistent: {}, transient: {} } }),
  },
  { methods: ["PUT"], path: "/_cluster/settings", query: [...ADMIN_PARAMETERS, "flat_settings"], handler: putClusterSettings },
  { methods: ["GET"], path: "/_cluster/state/version", query: [...ADMIN_PARAMETERS, "local"], handler: clusterState },
  { methods: ["GET"], path: "/_cluster/pending_tasks", query: [...ADMIN_PARAMETERS, "local"], handler: () => ({ body: { tasks: [] } }) },
  ...["/_nodes", "/_nodes/{node}"].map((path): EmbeddedRoute => ({ methods: ["GET"], path, query: NODES, handler: nodes })),
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
