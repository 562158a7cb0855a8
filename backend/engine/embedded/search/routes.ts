import { isJsonObject, type JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { parseBody } from "../http/json-errors";
import type { EngineState, Route, RouteAnswer, RouteContext } from "../http/types";
import { parseQuery, type Query } from "../query";
import { contentError } from "../query/parse/errors";
import { SEARCH_PARAMETERS } from "./request/body-keys";
import { countMatching } from "./count";
import { explainDocument, SHOWING } from "./explain";
import { failureJson, shardCountOf } from "./answer/errors";
import { located } from "./answer/locate";
import { multiSearch } from "./msearch";
import { resolveOptions } from "./request/options";
import { parseDuration, queryOfUrl } from "./request/parse-request";
import type { ResponseOptions } from "./answer/response";
import { cacheKey } from "./request/request-cache";
import { Scrolls } from "./scroll";
import { nextPage, readRequest, search, startScroll } from "./search";
import { validateQuery } from "./validate";

/** The longest life of a scroll without a call (`search.max_keep_alive`). */
const MAX_KEEP_ALIVE = 86_400_000;

const scrollsOf = new WeakMap<EngineState, Scrolls>();

function scrolls({ engine }: RouteContext): Scrolls {
  const known = scrollsOf.get(engine);
  if (known) return known;
  const fresh = new Scrolls();
  scrollsOf.set(engine, fresh);
  return fresh;
}

type Body = { body: JsonObject; text: string };

/** The body, or the URL's `source` where a client cannot send one. */
function bodyOf(context: RouteContext): Body {
  const given = context.query["source"];
  if (given === undefined || context.body.length > 0) return { body: context.object(), text: context.text() };
  const value = parseBody(given);
  if (!isJsonObject(value)) throw illegalArgument("[source] must be a JSON object");
  return { body: value, text: given };
}

/** Runs what reads a body; errors in it get their line and column. */
function reading<Result>(body: Body, work: (object: JsonObject) => Result): Result {
  try {
    return work(body.body);
  } catch (error) {
    throw located(error, body);
  }
}

function responseOptions(context: RouteContext): ResponseOptions {
  return {
    totalAsInteger: context.flag("rest_total_hits_as_int", false),
    typedKeys: context.flag("typed_keys", false),
  };
}

function keepAliveOf(text: string): number {
  const time = parseDuration(text, "scroll");
  if (time === undefined || time <= 0) throw illegalArgument("[scroll] keep alive must be positive");
  if (time > MAX_KEEP_ALIVE)
    throw illegalArgument(
      `Keep alive for request (${text}) is too large. It must be less than (1d). This limit can be set by changing the [search.max_keep_alive] cluster level setting.`,
    );
  return time;
}

const SEARCH_TYPES = ["query_then_fetch", "dfs_query_then_fetch"];

function checkType(type: string | undefined): void {
  if (type !== undefined && !SEARCH_TYPES.includes(type)) throw illegalArgument(`No search type for [${type}]`);
}

async function searchRoute(context: RouteContext): Promise<RouteAnswer> {
  checkType(context.query["search_type"]);
  const body = bodyOf(context);
  const request = reading(body, (object) => readRequest(object, context.query));
  const { indices } = context.engine;
  const targets = indices.resolve(context.params["index"], resolveOptions(context.query));
  const options = responseOptions(context);
  const call = {
    indices,
    targets,
    request,
    signal: context.signal,
    options,
    key: cacheKey({ engine: context.engine, parameters: context.query, text: body.text }),
  };
  if (options.totalAsInteger && Number.isFinite(request.trackTotalHits) && request.trackTotalHits > 0) {
    if (request.trackTotalHits !== 10_000)
      throw illegalArgument(
        `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${request.trackTotalHits}`,
      );
    call.request = { ...request, trackTotalHits: Infinity };
  }
  const keep = context.query["scroll"];
  if (keep === undefined) return { body: await search(call) };
  const cache = context.query["request_cache"];
  if (cache !== undefined && cache !== "false" && request.size > 0)
    throw new EngineError(
      400,
      "action_request_validation_exception",
      "Validation Failed: 1: [request_cache] cannot be used in a scroll context;",
    );
  return { body: await startScroll(call, { scrolls: scrolls(context), keepAlive: keepAliveOf(keep) }) };
}

const SCROLL_KEYS = ["scroll", "scroll_id", "rest_total_hits_as_int"];

async function scrollRoute(context: RouteContext): Promise<RouteAnswer> {
  const body = context.object();
  for (const key of Object.keys(body))
    if (!SCROLL_KEYS.includes(key))
      throw illegalArgument(
        `Unknown parameter [${key}] in request body or parameter is of the wrong type[VALUE_STRING] `,
      );
  const id = body["scroll_id"] ?? context.params["scroll_id"] ?? context.query["scroll_id"];
  if (typeof id !== "string" || id === "")
    throw new EngineError(400, "action_request_validation_exception", "Validation Failed: 1: scrollId is missing;");
  const keep = body["scroll"] ?? context.query["scroll"];
  const scroll = scrolls(context).get(id, typeof keep === "string" ? keepAliveOf(keep) : undefined);
  return { body: await nextPage(scroll, { signal: context.signal, options: responseOptions(context) }) };
}

function clearScrollRoute(context: RouteContext): RouteAnswer {
  const given = context.object()["scroll_id"] ?? context.params["scroll_id"];
  const ids = given === undefined ? [] : Array.isArray(given) ? given.map(String) : String(given).split(",");
  if (ids.length === 0)
    throw new EngineError(400, "action_request_validation_exception", "Validation Failed: 1: no scroll ids specified;");
  const freed = scrolls(context).clear(ids.includes("_all") ? undefined : ids);
  return { status: freed > 0 || ids.includes("_all") ? 200 : 404, body: { succeeded: true, num_freed: freed } };
}

/** The one query of a body that may hold nothing else. */
function onlyQuery(body: JsonObject, parameters: RouteContext["query"]): Query | undefined {
  const fromUrl = queryOfUrl(parameters);
  if (fromUrl) return parseQuery(fromUrl);
  for (const key of Object.keys(body)) {
    if (key !== "query") throw contentError(`request does not support [${key}]`, { holder: body, key });
  }
  return body["query"] === undefined ? undefined : parseQuery(body["query"]);
}

async function countRoute(context: RouteContext): Promise<RouteAnswer> {
  const query = reading(bodyOf(context), (body) => {
    const unknown = Object.keys(body).find((key) => key !== "query");
    if (unknown !== undefined) throw new EngineError(400, "parsing_exception", `request does not support [${unknown}]`);
    return onlyQuery(body, context.query);
  });
  const { indices } = context.engine;
  const targets = indices.resolve(context.params["index"], resolveOptions(context.query));
  const terminateAfter = context.integer("terminate_after", 0);
  const { count, shards, failures } = await countMatching({
    indices,
    targets,
    query,
    signal: context.signal,
    ...(terminateAfter > 0 ? { terminateAfter } : {}),
  });
  const failed = shardCountOf(failures);
  return {
    body: {
      count,
      _shards: {
        total: shards,
        successful: shards - failed,
        skipped: 0,
        failed,
        failures: failed > 0 ? failures.map(failureJson) : undefined,
      },
    },
  };
}

async function explainRoute(context: RouteContext): Promise<RouteAnswer> {
  const body = bodyOf(context);
  const query = reading(body, (object) => {
    if (onlyQuery(object, context.query) === undefined) return undefined;
    const given = queryOfUrl(context.query) ?? object["query"];
    return isJsonObject(given) ? given : undefined;
  });
  const { indices } = context.engine;
  const { index: expression = "", id = "" } = context.params;
  const targets = indices.resolve(expression, { ignoreUnavailable: false, allowNoIndices: false });
  const shown = Object.fromEntries(
    SHOWING.flatMap((name) => (context.query[name] === undefined ? [] : [[name, context.query[name]]])),
  );
  return explainDocument({ indices, targets, expression, id, query, shown, signal: context.signal });
}

async function validateRoute(context: RouteContext): Promise<RouteAnswer> {
  const { indices } = context.engine;
  const targets = indices.resolve(context.params["index"], resolveOptions(context.query));
  let query: Query | EngineError | undefined;
  try {
    query = reading(bodyOf(context), (body) => onlyQuery(body, context.query));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    query = error;
  }
  return {
    body: await validateQuery({
      indices,
      targets,
      query,
      signal: context.signal,
      explain: context.flag("explain", false) || context.flag("rewrite", false),
    }),
  };
}

const RESOLVE = ["ignore_unavailable", "allow_no_indices", "expand_wildcards", "ignore_throttled"];
const QUERY = [
  "q",
  "df",
  "analyzer",
  "analyze_wildcard",
  "default_operator",
  "lenient",
  "source",
  "source_content_type",
];
const READ = ["GET", "POST"] as const;

/** Searching: `_search`, `_msearch`, scrolls, `_count`, `_explain`, `_validate/query`. */
export const routes: Route[] = [
  { methods: READ, path: "/_search", query: SEARCH_PARAMETERS, handler: searchRoute },
  { methods: READ, path: "/{index}/_search", query: SEARCH_PARAMETERS, handler: searchRoute },
  {
    methods: READ,
    path: "/_search/scroll",
    query: ["scroll", "scroll_id", "rest_total_hits_as_int", "typed_keys"],
    handler: scrollRoute,
  },
  {
    methods: READ,
    path: "/_search/scroll/{scroll_id}",
    query: ["scroll", "rest_total_hits_as_int", "typed_keys"],
    handler: scrollRoute,
  },
  { methods: ["DELETE"], path: "/_search/scroll", query: [], handler: clearScrollRoute },
  { methods: ["DELETE"], path: "/_search/scroll/{scroll_id}", query: [], handler: clearScrollRoute },
  ...["/_msearch", "/{index}/_msearch"].map((path): Route => ({
    methods: READ,
    path,
    query: [
      "max_concurrent_searches",
      "max_concurrent_shard_requests",
      "pre_filter_shard_size",
      "rest_total_hits_as_int",
      "typed_keys",
      "search_type",
      "ccs_minimize_roundtrips",
      ...RESOLVE,
    ],
    handler: async (context) => ({ body: await multiSearch(context, responseOptions(context)) }),
  })),
  ...["/_count", "/{index}/_count"].map((path): Route => ({
    methods: READ,
    path,
    query: [...QUERY, ...RESOLVE, "preference", "routing", "terminate_after"],
    handler: countRoute,
  })),
  {
    methods: READ,
    path: "/{index}/_explain/{id}",
    query: [...QUERY, ...SHOWING, "preference", "routing"],
    handler: explainRoute,
  },
  ...["/_validate/query", "/{index}/_validate/query"].map((path): Route => ({
    methods: READ,
    path,
    query: [...QUERY, ...RESOLVE, "explain", "rewrite", "all_shards"],
    handler: validateRoute,
  })),
];
