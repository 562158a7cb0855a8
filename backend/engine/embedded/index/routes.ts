import type { JsonObject } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import type { RouteContext } from "../http/types";
import type { EmbeddedRoute, EmbeddedState, ReadingRoute, ReadingState } from "../state";
import { aliasRoutes, readingAliasRoutes } from "./alias-routes";
import { parseCreateBody } from "./create";
import { resolveDateMath } from "./date-math";
import type { IndexState } from "./index-state";
import { ADMIN_PARAMETERS, EXPRESSION_PARAMETERS, expressionOptions } from "./options";
import { fieldMappingRoutes, settingRoutes } from "./setting-routes";
import { aliasesJson, settingsJson } from "./show";
import { templateRoutes } from "./templates/routes";

type Context = RouteContext<EmbeddedState>;
type ReadingContext = RouteContext<ReadingState>;

/** The body of a call that changes an index: malformed JSON is told as Elasticsearch's map parser tells it. */
export function mapBody(context: Context): JsonObject {
  try {
    return context.object();
  } catch (error) {
    if (error instanceof EngineError && error.type.startsWith("json_"))
      throw new EngineError(400, "parse_exception", "Failed to parse content to map", { causedBy: error });
    throw error;
  }
}

/** Open and closed indices of a path's `{index}`. */
export function indicesOf(
  context: ReadingContext,
  defaults: Parameters<typeof expressionOptions>[1] = {},
): IndexState[] {
  return context.engine.indices
    .find(context.params["index"], expressionOptions(context, { closed: "allowed", ...defaults }))
    .map((found) => found.index);
}

async function createIndex(context: Context) {
  const body = mapBody(context);
  // Elasticsearch 7 takes a mapping type around the properties when asked to.
  const typed =
    context.flag("include_type_name", false) && isJsonObject(body["mappings"])
      ? Object.values(body["mappings"])[0]
      : undefined;
  const index = await context.engine.indices.create(
    context.params["index"] ?? "",
    parseCreateBody(isJsonObject(typed) ? { ...body, mappings: typed } : body),
  );
  return { body: { acknowledged: true, shards_acknowledged: true, index } };
}

function getIndex(context: ReadingContext) {
  const indices = indicesOf(context);
  const body: Record<string, JsonObject> = {};
  const options = { flat: context.flag("flat_settings", false), defaults: context.flag("include_defaults", false) };
  for (const index of indices)
    body[index.name] = {
      aliases: aliasesJson(index),
      mappings: index.mappingDefinition,
      ...(settingsJson(index, options) as JsonObject),
    };
  return { body };
}

function indexExists(context: ReadingContext) {
  const expression = context.params["index"] ?? "";
  try {
    const found = context.engine.indices.find(expression, expressionOptions(context, { closed: "allowed" }));
    // A pattern that nothing fits exists, a name that is left out by ignore_unavailable does not.
    return { status: found.length > 0 || expression.includes("*") ? 200 : 404 };
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return { status: 404 };
    throw error;
  }
}

async function deleteIndex(context: Context) {
  const options = expressionOptions(context, {
    closed: "allowed",
    aliases: false,
    expandWildcards: ["open", "closed"],
  });
  const found = context.engine.indices.find(context.params["index"], options);
  await context.engine.indices.delete(found.map(({ index }) => index));
  return { body: { acknowledged: true } };
}

async function closeIndex(context: Context) {
  const indices = indicesOf(context);
  await context.engine.indices.setState(indices, "close");
  return {
    body: {
      acknowledged: true,
      shards_acknowledged: true,
      indices: Object.fromEntries(indices.map((index) => [index.name, { closed: true }])),
    },
  };
}

async function openIndex(context: Context) {
  await context.engine.indices.setState(indicesOf(context, { expandWildcards: ["closed"] }), "open");
  return { body: { acknowledged: true, shards_acknowledged: true } };
}

/** Refresh, flush, force-merge and clear-cache: everything acknowledged is on disk and seen by searches already. */
function settled(context: Context) {
  const total = context.engine.indices
    .find(context.params["index"], expressionOptions(context))
    .reduce((sum, { index }) => sum + index.shards * (1 + index.replicas), 0);
  const successful = context.engine.indices
    .find(context.params["index"], expressionOptions(context))
    .reduce((sum, { index }) => sum + index.shards, 0);
  return { body: { _shards: { total, successful, failed: 0 } } };
}

async function forceMerge(context: Context) {
  // Names that stand for nothing are refused before there is anything to wait for.
  settled(context);
  await context.engine.store.mergeAll();
  return settled(context);
}

async function putMapping(context: Context) {
  if (context.text().trim() === "") throw new EngineError(400, "parse_exception", "request body is required");
  const body = mapBody(context);
  await context.engine.indices.putMapping(indicesOf(context, { allowNoIndices: false }), body);
  return { body: { acknowledged: true } };
}

function getMapping(context: ReadingContext) {
  const type = context.params["type"];
  if (type !== undefined && type !== "_all" && type !== "_doc")
    throw new EngineError(404, "type_missing_exception", `type[[${type}]] missing`);
  return {
    body: Object.fromEntries(indicesOf(context).map((index) => [index.name, { mappings: index.mappingDefinition }])),
  };
}

/** Refuses what would make a copy with other shards; the engine's `_reindex` does the same work. */
function resized(): never {
  throw illegalArgument("resizing is not supported by the embedded engine: use _reindex");
}

const NAMES = [...EXPRESSION_PARAMETERS, ...ADMIN_PARAMETERS];
const MAPPING = [...NAMES, "include_type_name", "local"];
const SETTLE = [
  ...EXPRESSION_PARAMETERS,
  "force",
  "wait_if_ongoing",
  "max_num_segments",
  "only_expunge_deletes",
  "flush",
  "fielddata",
  "query",
  "request",
  "fields",
];

/** What indices there are, with their mappings and aliases: answered from the registry alone. */
export const readingRoutes: ReadingRoute[] = [
  {
    methods: ["GET"],
    path: "/{index}",
    query: [...NAMES, "flat_settings", "include_defaults", "local", "include_type_name"],
    handler: getIndex,
  },
  {
    methods: ["HEAD"],
    path: "/{index}",
    query: [...NAMES, "flat_settings", "include_defaults", "local"],
    handler: indexExists,
  },
  { methods: ["GET"], path: "/_mapping", query: MAPPING, handler: getMapping },
  { methods: ["GET"], path: "/{index}/_mapping", query: MAPPING, handler: getMapping },
  { methods: ["GET"], path: "/{index}/_mappings", query: MAPPING, handler: getMapping },
  { methods: ["GET"], path: "/{index}/_mapping/{type}", query: MAPPING, handler: getMapping },
  { methods: ["GET"], path: "/_resolve/index/{index}", query: NAMES, handler: resolveIndex },
  { methods: ["GET"], path: "/_data_stream", query: NAMES, handler: dataStreams },
  { methods: ["GET"], path: "/_data_stream/{name}", query: NAMES, handler: dataStreams },
  ...fieldMappingRoutes,
  ...readingAliasRoutes,
];

export const routes: EmbeddedRoute[] = [
  ...readingRoutes,
  {
    methods: ["PUT"],
    path: "/{index}",
    query: [...ADMIN_PARAMETERS, "wait_for_active_shards", "include_type_name"],
    handler: createIndex,
  },
  { methods: ["DELETE"], path: "/{index}", query: NAMES, handler: deleteIndex },
  { methods: ["POST"], path: "/{index}/_close", query: [...NAMES, "wait_for_active_shards"], handler: closeIndex },
  { methods: ["POST"], path: "/{index}/_open", query: [...NAMES, "wait_for_active_shards"], handler: openIndex },
  ...["_refresh", "_flush", "_cache/clear"].flatMap((call): EmbeddedRoute[] => [
    {
      methods: call === "_cache/clear" ? ["POST"] : ["GET", "POST"],
      path: `/${call}`,
      query: SETTLE,
      handler: settled,
    },
    {
      methods: call === "_cache/clear" ? ["POST"] : ["GET", "POST"],
      path: `/{index}/${call}`,
      query: SETTLE,
      handler: settled,
    },
  ]),
  { methods: ["POST"], path: "/_forcemerge", query: SETTLE, handler: forceMerge },
  { methods: ["POST"], path: "/{index}/_forcemerge", query: SETTLE, handler: forceMerge },
  ...["_clone", "_shrink", "_split"].map((call): EmbeddedRoute => ({
    methods: ["POST", "PUT"],
    path: `/{index}/${call}/{target}`,
    query: ADMIN_PARAMETERS,
    handler: resized,
  })),
  { methods: ["PUT", "POST"], path: "/{index}/_mapping", query: MAPPING, handler: putMapping },
  { methods: ["PUT", "POST"], path: "/{index}/_mappings", query: MAPPING, handler: putMapping },
  { methods: ["PUT", "POST"], path: "/{index}/_mapping/{type}", query: MAPPING, handler: putMapping },
  ...settingRoutes,
  ...aliasRoutes,
  ...templateRoutes,
];

/**
 * There are no data streams here. Clients ask whether a name is one before they write to it; a name that stands for
 * nothing is refused, as OpenSearch does.
 */
function dataStreams(context: ReadingContext) {
  context.engine.indices.find(context.params["name"], expressionOptions(context, { closed: "allowed" }));
  return { body: { data_streams: [] } };
}

/** Names that an expression stands for, without reading anything of the indices. */
function resolveIndex(context: ReadingContext) {
  const found = context.engine.indices.find(context.params["index"], expressionOptions(context, { closed: "allowed" }));
  const indices = found.map(({ index }) => ({
    name: resolveDateMath(index.name),
    ...(index.aliases.size > 0 && { aliases: [...index.aliases.keys()] }),
    attributes: [index.state === "open" ? "open" : "closed"],
  }));
  const aliases = new Map<string, string[]>();
  for (const { index, aliases: by } of found)
    for (const alias of by) aliases.set(alias, [...(aliases.get(alias) ?? []), index.name]);
  return {
    body: { indices, aliases: [...aliases].map(([name, names]) => ({ name, indices: names })), data_streams: [] },
  };
}
