import type { RouteContext } from "../http/types";
import type { IndexState } from "../index/index-state";
import { EXPRESSION_PARAMETERS, expressionOptions } from "../index/options";
import { fits } from "@common/text/glob";
import type { EmbeddedRoute, EmbeddedState, ReadingRoute, ReadingState } from "../state";
import { componentsOf } from "../index/templates/parse";
import { countMatching } from "../search";
import { activePercent, CLUSTER_NAME, clusterCounts, countsOf, healthOf, NODE_NAME, processFacts } from "./facts";
import type { Column } from "./table";
import { CAT_PARAMETERS, Size, tableAnswer } from "./table";

type Context = RouteContext<EmbeddedState>;
type ReadingContext = RouteContext<ReadingState>;
type CountRow = { epoch: number; timestamp: string };

function now(): CountRow {
  return { epoch: Math.floor(Date.now() / 1000), timestamp: new Date().toISOString().slice(11, 19) };
}

const CLOCK: Column<CountRow>[] = [
  {
    name: "epoch",
    aliases: ["t", "time"],
    right: true,
    description: "seconds since 1970-01-01 00:00:00",
    value: (row) => row.epoch,
  },
  {
    name: "timestamp",
    aliases: ["ts", "hms", "hhmmss"],
    description: "time in HH:MM:SS",
    value: (row) => row.timestamp,
  },
];

function open(index: IndexState) {
  return index.state === "open" ? countsOf(index) : undefined;
}

function size(bytes: number | undefined): Size | null {
  return bytes === undefined ? null : new Size(bytes);
}

const INDEX_COLUMNS: Column<IndexState>[] = [
  { name: "health", aliases: ["h"], description: "current health status", value: healthOf },
  { name: "status", aliases: ["s"], description: "open/close status", value: (index) => index.state },
  { name: "index", aliases: ["i", "idx"], description: "index name", value: (index) => index.name },
  { name: "uuid", aliases: ["id"], description: "index uuid", value: (index) => index.uuid },
  {
    name: "pri",
    aliases: ["p", "shards.primary", "shardsPrimary"],
    right: true,
    description: "number of primary shards",
    value: (index) => index.shards,
  },
  {
    name: "rep",
    aliases: ["r", "shards.replica", "shardsReplica"],
    right: true,
    description: "number of replica shards",
    value: (index) => index.replicas,
  },
  {
    name: "docs.count",
    aliases: ["dc", "docsCount"],
    right: true,
    description: "available docs",
    value: (index) => open(index)?.docs ?? null,
  },
  {
    name: "docs.deleted",
    aliases: ["dd", "docsDeleted"],
    right: true,
    description: "deleted docs",
    value: (index) => open(index)?.deleted ?? null,
  },
  {
    name: "creation.date",
    aliases: ["cd"],
    extra: true,
    right: true,
    description: "index creation date (millisecond value)",
    value: (index) => index.createdAt,
  },
  {
    name: "creation.date.string",
    aliases: ["cds"],
    extra: true,
    right: true,
    description: "index creation date (as string)",
    value: (index) => new Date(index.createdAt).toISOString(),
  },
  {
    name: "store.size",
    aliases: ["ss", "storeSize"],
    right: true,
    description: "store size of primaries & replicas",
    value: (index) => size(open(index)?.bytes),
  },
  {
    name: "pri.store.size",
    right: true,
    description: "store size of primaries",
    value: (index) => size(open(index)?.bytes),
  },
];

function catIndices(context: Context) {
  const options = expressionOptions(context, { closed: "allowed", expandWildcards: ["open", "closed"] });
  const health = context.query["health"];
  const rows = context.engine.indices
    .find(context.params["index"], options)
    .map(({ index }) => index)
    .filter((index) => health === undefined || healthOf(index) === health);
  return tableAnswer(context, { columns: INDEX_COLUMNS, rows });
}

function catAliases(context: ReadingContext) {
  const patterns = context.params["name"]?.split(",") ?? ["*"];
  const options = expressionOptions(context, { closed: "allowed", expandWildcards: ["open", "closed", "hidden"] });
  const rows = context.engine.indices
    .find(undefined, options)
    .flatMap(({ index }) =>
      [...index.aliases]
        .filter(([alias]) => patterns.some((pattern) => fits(pattern, alias)))
        .map(([alias, definition]) => ({ alias, index: index.name, definition })),
    );
  const columns: Column<(typeof rows)[number]>[] = [
    { name: "alias", aliases: ["a"], value: (row) => row.alias },
    { name: "index", aliases: ["i", "idx"], value: (row) => row.index },
    { name: "filter", aliases: ["f", "fi"], value: (row) => (row.definition.filter ? "*" : "-") },
    { name: "routing.index", aliases: ["ri", "routingIndex"], value: () => "-" },
    { name: "routing.search", aliases: ["rs", "routingSearch"], value: () => "-" },
    {
      name: "is_write_index",
      aliases: ["w", "isWriteIndex"],
      value: (row) => (row.definition.isWriteIndex === undefined ? "-" : String(row.definition.isWriteIndex)),
    },
  ];
  return tableAnswer(context, { columns, rows });
}

function catHealth(context: Context) {
  const counts = clusterCounts(context.engine.indices.all());
  const columns: Column<CountRow>[] = [
    ...CLOCK,
    { name: "cluster", aliases: ["cl"], value: () => CLUSTER_NAME },
    { name: "status", aliases: ["st"], value: () => counts.status },
    { name: "node.total", aliases: ["nt", "nodeTotal"], right: true, value: () => 1 },
    { name: "node.data", aliases: ["nd", "nodeData"], right: true, value: () => 1 },
    { name: "shards", aliases: ["t", "sh", "shards.total", "shardsTotal"], right: true, value: () => counts.primaries },
    { name: "pri", aliases: ["p", "shards.primary", "shardsPrimary"], right: true, value: () => counts.primaries },
    { name: "relo", aliases: ["r", "shards.relocating"], right: true, value: () => 0 },
    { name: "init", aliases: ["i", "shards.initializing"], right: true, value: () => 0 },
    { name: "unassign", aliases: ["u", "shards.unassigned"], right: true, value: () => counts.unassigned },
    { name: "pending_tasks", aliases: ["pt", "pendingTasks"], right: true, value: () => 0 },
    { name: "max_task_wait_time", aliases: ["mtwt", "maxTaskWaitTime"], right: true, value: () => "-" },
    {
      name: "active_shards_percent",
      aliases: ["asp", "activeShardsPercent"],
      right: true,
      value: () => `${activePercent(counts).toFixed(1)}%`,
    },
  ];
  return tableAnswer(context, { columns: context.flag("ts", true) ? columns : columns.slice(2), rows: [now()] });
}

function catNodes(context: Context) {
  const facts = processFacts(context.engine);
  const disk = context.engine.store.room.look();
  const used = disk.total - disk.free - disk.reusable;
  const columns: Column<typeof facts>[] = [
    { name: "id", aliases: ["nodeId"], extra: true, value: () => context.engine.nodeId },
    { name: "ip", aliases: ["i"], value: () => "127.0.0.1" },
    { name: "heap.percent", aliases: ["hp", "heapPercent"], right: true, value: (row) => row.heapPercent },
    {
      name: "heap.current",
      aliases: ["hc", "heapCurrent"],
      extra: true,
      right: true,
      value: (row) => new Size(row.heapUsed),
    },
    { name: "heap.max", aliases: ["hm", "heapMax"], extra: true, right: true, value: (row) => new Size(row.heapMost) },
    { name: "ram.percent", aliases: ["rp", "ramPercent"], right: true, value: (row) => row.ramPercent },
    { name: "ram.max", aliases: ["rm", "ramMax"], extra: true, right: true, value: (row) => new Size(row.memoryTotal) },
    { name: "cpu", right: true, value: (row) => row.cpu },
    { name: "load_1m", aliases: ["l"], right: true, value: (row) => row.load.one.toFixed(2) },
    { name: "load_5m", right: true, value: (row) => row.load.five.toFixed(2) },
    { name: "load_15m", right: true, value: (row) => row.load.fifteen.toFixed(2) },
    { name: "disk.total", aliases: ["dt", "diskTotal"], extra: true, right: true, value: () => new Size(disk.total) },
    { name: "disk.used", aliases: ["du", "diskUsed"], extra: true, right: true, value: () => new Size(used) },
    {
      name: "disk.avail",
      aliases: ["d", "da", "disk", "diskAvail"],
      extra: true,
      right: true,
      value: () => new Size(disk.free + disk.reusable),
    },
    {
      name: "disk.used_percent",
      aliases: ["dup", "diskUsedPercent"],
      extra: true,
      right: true,
      value: () => ((used / Math.max(1, disk.total)) * 100).toFixed(2),
    },
    { name: "uptime", aliases: ["u"], extra: true, right: true, value: (row) => `${Math.floor(row.uptimeMs / 1000)}s` },
    { name: "version", aliases: ["v"], extra: true, value: () => "7.10.2" },
    { name: "node.role", aliases: ["r", "role", "nodeRole"], value: () => "dm" },
    { name: "master", aliases: ["m"], value: () => "*" },
    { name: "name", aliases: ["n"], value: () => NODE_NAME },
  ];
  return tableAnswer(context, { columns, rows: [facts] });
}

async function catCount(context: Context) {
  const { indices } = context.engine;
  const targets = indices.resolve(context.params["index"], expressionOptions(context));
  const { count } = await countMatching({ indices, targets, query: undefined, signal: context.signal });
  return tableAnswer(context, {
    columns: [...CLOCK, { name: "count", aliases: ["dc", "docs.count", "docsCount"], value: () => count }],
    rows: [now()],
  });
}

type ShardRow = { index: IndexState; shard: number; primary: boolean };

const SHARD_COLUMNS: Column<ShardRow>[] = [
  { name: "index", aliases: ["i", "idx"], value: (row) => row.index.name },
  { name: "shard", aliases: ["s", "sh"], value: (row) => row.shard },
  { name: "prirep", aliases: ["p", "pr", "primaryOrReplica"], value: (row) => (row.primary ? "p" : "r") },
  { name: "state", aliases: ["st"], value: (row) => (row.primary ? "STARTED" : "UNASSIGNED") },
  // All documents live in the first shard; the others are numbers in the settings only.
  {
    name: "docs",
    aliases: ["d", "dc"],
    right: true,
    value: (row) => (row.primary ? (row.shard === 0 ? countsOf(row.index).docs : 0) : null),
  },
  {
    name: "store",
    aliases: ["sto"],
    right: true,
    value: (row) => (row.primary ? new Size(row.shard === 0 ? countsOf(row.index).bytes : 0) : null),
  },
  { name: "ip", value: (row) => (row.primary ? "127.0.0.1" : null) },
  { name: "node", aliases: ["n"], value: (row) => (row.primary ? NODE_NAME : null) },
];

function catShards(context: Context) {
  const options = expressionOptions(context, { closed: "allowed", expandWildcards: ["open", "closed", "hidden"] });
  const rows = context.engine.indices
    .find(context.params["index"], options)
    .flatMap(({ index }) =>
      Array.from({ length: index.shards }, (_, shard) => [
        { index, shard, primary: true },
        ...Array.from({ length: index.replicas }, () => ({ index, shard, primary: false })),
      ]).flat(),
    );
  return tableAnswer(context, { columns: SHARD_COLUMNS, rows });
}

function catTemplates(context: Context) {
  const { templates } = context.engine.indices;
  const rows = [
    ...templates.named("legacy", context.params["name"]),
    ...templates.named("composable", context.params["name"]),
  ];
  const columns: Column<(typeof rows)[number]>[] = [
    { name: "name", aliases: ["n"], value: (row) => row.name },
    {
      name: "index_patterns",
      aliases: ["t"],
      value: (row) => `[${(Array.isArray(row.body["index_patterns"]) ? row.body["index_patterns"] : []).join(", ")}]`,
    },
    { name: "order", aliases: ["o", "p"], value: (row) => String(row.body["order"] ?? row.body["priority"] ?? "0") },
    {
      name: "version",
      aliases: ["v"],
      value: (row) => (row.body["version"] === undefined ? null : String(row.body["version"])),
    },
    {
      name: "composed_of",
      aliases: ["c"],
      value: (row) => (row.kind === "composable" ? `[${componentsOf(row.body).join(", ")}]` : ""),
    },
  ];
  return tableAnswer(context, { columns, rows });
}

function catMaster(context: Context) {
  const columns: Column<string>[] = [
    { name: "id", value: (id) => id },
    { name: "host", aliases: ["h"], value: () => "127.0.0.1" },
    { name: "ip", value: () => "127.0.0.1" },
    { name: "node", aliases: ["n"], value: () => NODE_NAME },
  ];
  return tableAnswer(context, { columns, rows: [context.engine.nodeId] });
}

const INDEXED = [...CAT_PARAMETERS, ...EXPRESSION_PARAMETERS];

/** `_cat/aliases`. */
export const catAliasRoutes: ReadingRoute[] = ["/_cat/aliases", "/_cat/aliases/{name}"].map((path) => ({
  methods: ["GET"],
  path,
  query: INDEXED,
  handler: catAliases,
}));

const rows: EmbeddedRoute[] = [
  ...catAliasRoutes,
  { methods: ["GET"], path: "/_cat/count", query: INDEXED, handler: catCount },
  { methods: ["GET"], path: "/_cat/count/{index}", query: INDEXED, handler: catCount },
  { methods: ["GET"], path: "/_cat/health", query: [...CAT_PARAMETERS, "ts"], handler: catHealth },
  {
    methods: ["GET"],
    path: "/_cat/indices",
    query: [...INDEXED, "health", "include_unloaded_segments"],
    handler: catIndices,
  },
  {
    methods: ["GET"],
    path: "/_cat/indices/{index}",
    query: [...INDEXED, "health", "include_unloaded_segments"],
    handler: catIndices,
  },
  { methods: ["GET"], path: "/_cat/master", query: [...CAT_PARAMETERS], handler: catMaster },
  { methods: ["GET"], path: "/_cat/nodes", query: [...CAT_PARAMETERS, "full_id"], handler: catNodes },
  { methods: ["GET"], path: "/_cat/shards", query: INDEXED, handler: catShards },
  { methods: ["GET"], path: "/_cat/shards/{index}", query: INDEXED, handler: catShards },
  { methods: ["GET"], path: "/_cat/templates", query: [...CAT_PARAMETERS], handler: catTemplates },
  { methods: ["GET"], path: "/_cat/templates/{name}", query: [...CAT_PARAMETERS], handler: catTemplates },
];

export const catRoutes: EmbeddedRoute[] = [
  {
    methods: ["GET"],
    path: "/_cat",
    query: [...CAT_PARAMETERS],
    handler: () => ({ text: `=^.^=\n${rows.map((row) => row.path).join("\n")}\n` }),
  },
  ...rows,
];
