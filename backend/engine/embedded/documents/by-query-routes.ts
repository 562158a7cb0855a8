import type { Assignment } from "@common/data/assignments/grammar";
import { stepsOf } from "@common/data/assignments/program";
import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import type { RouteContext } from "../http/types";
import { EXPRESSION_PARAMETERS, expressionOptions } from "../index/options";
import type { EmbeddedRoute, EmbeddedState } from "../state";
import type { ByQueryResult, Destination, Selection } from "./by-query";
import { changeByQuery, reindex } from "./by-query";
import { scriptRefused, validationError } from "./errors";
import { sourceOptionsIn } from "./source-options";
import type { Task } from "./task";

type Context = RouteContext<EmbeddedState>;
type Work = { context: Context; action: string; description: string; work: (task: Task) => Promise<ByQueryResult> };

const BATCH = 1000;

async function answer({ context, action, description, work }: Work) {
  const { tasks } = context.engine;
  if (context.flag("wait_for_completion", true))
    return tasks.watch({ action, description, caller: context.signal, work });
  const task = tasks.background({
    action,
    description,
    work: async (running) => (await work(running)).body,
    log: (error) => context.engine.log("task failed", { action, error }),
  });
  return { body: { task } };
}

function requireKeys(body: JsonObject, known: readonly string[], where: string): void {
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new EngineError(400, "x_content_parse_exception", `[1:2] [${where}] unknown field [${unknown}]`);
}

/** Refuses what Elasticsearch knows and would obey, and what is not served here. */
function requireNone(body: JsonObject, keys: readonly string[]): void {
  const found = keys.find((key) => body[key] !== undefined);
  if (found !== undefined) throw illegalArgument(`[${found}] is not supported by the embedded engine`);
}

function requireNoPipeline(context: Context): void {
  const { pipeline } = context.query;
  if (pipeline !== undefined && pipeline !== "_none")
    throw illegalArgument(`pipeline with id [${pipeline}] does not exist`);
}

function limitOf(value: JsonValue | undefined, otherwise: number): number {
  if (value === undefined || value === -1) return otherwise;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0)
    throw illegalArgument(`[max_docs] must be a positive integer`);
  return value;
}

function proceeds(word: JsonValue | undefined): boolean {
  if (word === undefined || word === "abort") return false;
  if (word === "proceed") return true;
  throw illegalArgument(`conflicts may only be "proceed" or "abort" but was [${String(word)}]`);
}

function selectionOf(context: Context, body: JsonObject): Selection {
  const maxDocs = limitOf(
    body["max_docs"] ?? body["size"],
    context.query["max_docs"] !== undefined ? context.integer("max_docs", 0) : Infinity,
  );
  const batchSize = context.integer("scroll_size", BATCH);
  if (batchSize <= 0 || batchSize > 10_000)
    throw illegalArgument(
      `Batch size is too large, size must be less than or equal to: [10000] but was [${batchSize}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`,
    );
  const q = context.query["q"];
  const query = body["query"] ?? (q === undefined ? undefined : { query_string: { query: q } });
  return {
    targets: context.engine.indices.resolve(context.params["index"], expressionOptions(context)),
    query,
    maxDocs,
    batchSize,
    proceed: proceeds(body["conflicts"] ?? context.query["conflicts"]),
  };
}

// Of scripts the gateway's list of assignments alone is carried out.
function stepsIn({ script }: JsonObject): Assignment[] | null {
  if (script === undefined) return null;
  const steps = stepsOf(script);
  if (steps === null) throw scriptRefused();
  return steps;
}

function changeRoute(kind: "delete" | "update") {
  return (context: Context) => {
    const body = context.object();
    requireKeys(
      body,
      ["query", "max_docs", "size", "conflicts", "slice", "script", "sort"],
      kind === "delete" ? "delete_by_query" : "update_by_query",
    );
    const steps = stepsIn(body);
    if (steps && kind === "delete") throw scriptRefused();
    requireNone(body, ["slice", "sort"]);
    requireNoPipeline(context);
    const selection = selectionOf(context, body);
    if (kind === "delete" && selection.query === undefined) throw validationError("query is missing");
    const names = context.params["index"] ?? "";
    return answer({
      context,
      action: `indices:data/write/${kind}/byquery`,
      description: `${kind}-by-query [${names.split(",").join(", ")}]`,
      work: (task) => changeByQuery(context.engine, { task, selection, kind, steps }),
    });
  };
}

function texts(value: JsonValue | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

function destinationOf(body: JsonObject, source: JsonObject): Destination {
  const dest = isJsonObject(body["dest"]) ? body["dest"] : {};
  requireKeys(dest, ["index", "op_type", "version_type", "type", "routing", "pipeline"], "dest");
  if (dest["pipeline"] !== undefined)
    throw illegalArgument(`pipeline with id [${String(dest["pipeline"])}] does not exist`);
  const versionType = dest["version_type"] ?? "internal";
  if (versionType !== "internal" && versionType !== "external" && versionType !== "external_gte")
    throw illegalArgument(`No version type match [${String(versionType)}]`);
  const opType = dest["op_type"] ?? "index";
  if (opType !== "index" && opType !== "create")
    throw illegalArgument(`opType must be 'create' or 'index', found: [${String(opType)}]`);
  return {
    index: String(dest["index"] ?? ""),
    create: opType === "create",
    versionType,
    source: sourceOptionsIn(source["_source"], { includes: [], excludes: [] }),
  };
}

function reindexRoute(context: Context) {
  if (context.text().trim() === "") throw new EngineError(400, "parse_exception", "request body is required");
  const body = context.object();
  requireKeys(body, ["source", "dest", "conflicts", "max_docs", "size", "script"], "reindex");
  const steps = stepsIn(body);
  const source = isJsonObject(body["source"]) ? body["source"] : {};
  requireKeys(source, ["index", "query", "_source", "size", "slice", "sort", "type", "remote"], "source");
  if (source["remote"] !== undefined) throw illegalArgument("[remote] is not supported by the embedded engine");
  requireNone(source, ["slice", "sort"]);
  const destination = destinationOf(body, source);
  const names = texts(source["index"]);
  const problems = [
    ...(names.length === 0 ? ["use _all if you really want to copy from all existing indexes"] : []),
    ...(destination.index === "" ? ["index must be specified"] : []),
  ];
  if (problems.length > 0) throw validationError(...problems);
  const { indices } = context.engine;
  const targets = indices.resolve(names.join(","));
  const target = indices.target(destination.index, "write")?.name ?? destination.index;
  if (targets.some(({ index }) => index.name === target))
    throw validationError(`reindex cannot write into an index its reading from [${target}]`);
  const batchSize = typeof source["size"] === "number" && source["size"] > 0 ? Math.min(10_000, source["size"]) : BATCH;
  const selection: Selection = {
    targets,
    query: source["query"],
    maxDocs: limitOf(body["max_docs"] ?? body["size"], Infinity),
    batchSize,
    proceed: proceeds(body["conflicts"]),
  };
  return answer({
    context,
    action: "indices:data/write/reindex",
    description: `reindex from [${names.join(", ")}] to [${destination.index}]`,
    work: (task) => reindex(context.engine, { task, selection, destination, steps }),
  });
}

const COMMON = [
  "wait_for_completion",
  "refresh",
  "timeout",
  "requests_per_second",
  "wait_for_active_shards",
  "scroll",
  "slices",
  "max_docs",
  "conflicts",
];
const BY_QUERY = [
  ...COMMON,
  ...EXPRESSION_PARAMETERS,
  "scroll_size",
  "q",
  "routing",
  "preference",
  "search_timeout",
  "request_cache",
  "search_type",
];

export const byQueryRoutes: EmbeddedRoute[] = [
  { methods: ["POST"], path: "/{index}/_delete_by_query", query: BY_QUERY, handler: changeRoute("delete") },
  { methods: ["POST"], path: "/{index}/_update_by_query", query: BY_QUERY, handler: changeRoute("update") },
  { methods: ["POST"], path: "/_reindex", query: COMMON, handler: reindexRoute },
];
