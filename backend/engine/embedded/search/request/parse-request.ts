import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { parseAggregations } from "../../aggs";
import { parseQuery, type Query } from "../../query";
import { booleanNode } from "../../query/core/nodes";
import { parseTopKnn } from "../../query/families/vectors";
import { contentError, dslError, tokenOf } from "../../query/parse/errors";
import { makeQuery } from "../../query/parse/parse";
import { booleanOf, floatOf, integerOf, textOf } from "../../query/parse/values";
import { parseHighlight } from "../highlight/parse";
import { BODY_KEYS, REFUSED_KEYS } from "./body-keys";
import { parseCollapse } from "./parse-inner-hits";
import { parseSort, parseSortParameter } from "./parse-sort";
import type { FieldRequest, SearchRequest, SourceFilter } from "../types";

/** Hits are counted exactly up to here where nothing else is asked for. */
const DEFAULT_TRACK_TOTAL = 10_000;
const UNITS: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of `30s`; -1 means without end. */
export function parseDuration(text: string, setting: string): number | undefined {
  if (text === "-1") return undefined;
  const parts = /^(\d+(?:\.\d+)?)(nanos|micros|ms|s|m|h|d)$/.exec(text.trim());
  if (!parts)
    throw illegalArgument(
      `failed to parse setting [${setting}] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  return Number(parts[1]) * UNITS[parts[2]!]!;
}

function strings(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => textOf(one) ?? "");
}

/** Reads `_source`: a boolean, a pattern, a list of patterns, or includes and excludes. */
export function parseSource(value: JsonValue): SourceFilter {
  if (typeof value === "boolean") return { show: value, includes: [], excludes: [] };
  if (typeof value === "string")
    return value === "false"
      ? { show: false, includes: [], excludes: [] }
      : { show: true, includes: value === "true" ? [] : [value], excludes: [] };
  if (Array.isArray(value)) {
    const strange = value.find((one) => typeof one !== "string");
    if (strange !== undefined) throw dslError(`Unknown key for a ${tokenOf(strange)} in [_source].`);
    return { show: true, includes: strings(value), excludes: [] };
  }
  if (!isJsonObject(value))
    throw dslError(`Expected one of [VALUE_BOOLEAN, START_OBJECT] but found [${tokenOf(value)}]`);
  for (const key of Object.keys(value)) {
    if (!["includes", "include", "excludes", "exclude"].includes(key))
      throw dslError(`Unknown key for a ${tokenOf(value[key])} in [${key}].`, { holder: value, key });
  }
  return {
    show: true,
    includes: strings(value["includes"] ?? value["include"]),
    excludes: strings(value["excludes"] ?? value["exclude"]),
  };
}

function fieldRequests(value: JsonValue, key: string): FieldRequest[] {
  if (!Array.isArray(value)) throw dslError(`Unknown key for a ${tokenOf(value)} in [${key}].`);
  return value.map((one) => {
    if (typeof one === "string") return { field: one };
    if (!isJsonObject(one)) throw dslError(`Expected [START_OBJECT] but found [${tokenOf(one)}]`);
    for (const name of Object.keys(one))
      if (name !== "field" && name !== "format" && name !== "include_unmapped")
        throw contentError(`[${key}] unknown field [${name}]`, { holder: one, key: name });
    const field = textOf(one["field"]);
    if (field === undefined) throw illegalArgument(`Required [field]`);
    const format = textOf(one["format"]);
    return format === undefined ? { field } : { field, format };
  });
}

function trackTotal(value: JsonValue): number {
  if (value === true || value === "true") return Infinity;
  if (value === false || value === "false") return 0;
  const limit = integerOf(value);
  if (limit < -1) throw illegalArgument(`[track_total_hits] parameter must be positive or equals to -1, got ${limit}`);
  return limit === -1 ? Infinity : limit;
}

/** What a search is where body and URL say nothing. */
export function emptyRequest(): SearchRequest {
  return {
    query: undefined,
    postFilter: undefined,
    from: 0,
    size: 10,
    sort: [],
    searchAfter: undefined,
    trackTotalHits: DEFAULT_TRACK_TOTAL,
    trackScores: false,
    minScore: undefined,
    source: undefined,
    fields: [],
    docvalueFields: [],
    storedFields: undefined,
    highlight: undefined,
    aggregations: undefined,
    explain: false,
    version: false,
    seqNoPrimaryTerm: false,
    timeout: undefined,
    terminateAfter: undefined,
    collapse: undefined,
  };
}

function takeFrom(value: JsonValue): number {
  const from = integerOf(value);
  if (from < 0) throw illegalArgument(`[from] parameter cannot be negative, found [${from}]`);
  return from;
}

function takeSize(value: JsonValue): number {
  const size = integerOf(value);
  if (size < 0) throw illegalArgument(`[size] parameter cannot be negative, found [${size}]`);
  return size;
}

const OBJECT_KEYS = new Set([
  "query",
  "post_filter",
  "aggs",
  "aggregations",
  "highlight",
  "ext",
  "suggest",
  "collapse",
]);

const PLAIN_KEYS = new Set([
  "from",
  "size",
  "min_score",
  "timeout",
  "terminate_after",
  "track_scores",
  "explain",
  "version",
]);

function checkKey(body: JsonObject, key: string, value: JsonValue): void {
  const token = tokenOf(value);
  if (key === "profile" && !booleanOf(value)) return;
  if (REFUSED_KEYS.some((one) => one === key)) throw illegalArgument(`[${key}] is not supported by this engine`);
  const known = BODY_KEYS.some((one) => one === key) && (!OBJECT_KEYS.has(key) || token === "START_OBJECT");
  if (!known || (PLAIN_KEYS.has(key) && (token === "START_OBJECT" || token === "START_ARRAY")))
    throw dslError(`Unknown key for a ${token} in [${key}].`, { holder: body, key });
}

/** What the query finds and the nearest besides, the scores of what is both added up. */
function beside(query: Query | undefined, neighbours: readonly Query[]): Query | undefined {
  if (neighbours.length === 0) return query;
  const all = query ? [query, ...neighbours] : neighbours;
  return makeQuery("bool", { boost: 1 }, (context) => booleanNode({ should: all.map((one) => one.rewrite(context)) }));
}

type Reader = (value: JsonValue) => Partial<SearchRequest>;

const READERS: Readonly<Record<string, Reader>> = {
  query: (value) => ({ query: parseQuery(value) }),
  post_filter: (value) => ({ postFilter: parseQuery(value) }),
  from: (value) => ({ from: takeFrom(value) }),
  size: (value) => ({ size: takeSize(value) }),
  sort: (value) => ({ sort: parseSort(value) }),
  search_after: (value) => ({ searchAfter: searchAfterValues(value) }),
  track_total_hits: (value) => ({ trackTotalHits: trackTotal(value) }),
  track_scores: (value) => ({ trackScores: booleanOf(value) }),
  min_score: (value) => ({ minScore: floatOf(value) }),
  _source: (value) => ({ source: parseSource(value) }),
  fields: (value) => ({ fields: fieldRequests(value, "fields") }),
  docvalue_fields: (value) => ({ docvalueFields: fieldRequests(value, "docvalue_fields") }),
  stored_fields: (value) => ({ storedFields: strings(value) }),
  highlight: (value) => ({ highlight: parseHighlight(value) }),
  explain: (value) => ({ explain: booleanOf(value) }),
  version: (value) => ({ version: booleanOf(value) }),
  seq_no_primary_term: (value) => ({ seqNoPrimaryTerm: booleanOf(value) }),
  timeout: (value) => ({ timeout: parseDuration(textOf(value) ?? "", "timeout") }),
  terminate_after: (value) => ({ terminateAfter: terminateAfter(value) }),
  collapse: (value) => ({ collapse: parseCollapse(value, parseSearchBody) }),
  aggs: (value) => ({ aggregations: parseAggregations(value) }),
  aggregations: (value) => ({ aggregations: parseAggregations(value) }),
};

/**
 * Reads a search body, key by key in its order: the first thing that is wrong is what is told. Throws EngineError in
 * Elasticsearch's words for what it does not know.
 */
export function parseSearchBody(body: JsonObject): SearchRequest {
  const request = emptyRequest();
  for (const [key, value] of Object.entries(body)) {
    checkKey(body, key, value);
    Object.assign(request, READERS[key]?.(value));
  }
  const { knn } = body;
  if (knn !== undefined) request.query = beside(request.query, parseTopKnn(knn));
  return request;
}

function terminateAfter(value: JsonValue): number | undefined {
  const count = integerOf(value);
  if (count < 0) throw illegalArgument("terminateAfter must be > 0");
  return count === 0 ? undefined : count;
}

function searchAfterValues(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value))
    throw dslError(
      `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${tokenOf(value)}] inside search_after.`,
    );
  if (value.length === 0) throw illegalArgument("Values must contains at least one value.");
  return value;
}

/** A query string of the URL as a query body. */
export function queryOfUrl(parameters: Readonly<Record<string, string>>): JsonObject | undefined {
  const text = parameters["q"];
  if (text === undefined) return undefined;
  const settings: JsonObject = { query: text };
  const names: Readonly<Record<string, string>> = {
    df: "default_field",
    analyzer: "analyzer",
    analyze_wildcard: "analyze_wildcard",
    default_operator: "default_operator",
    lenient: "lenient",
  };
  for (const [from, to] of Object.entries(names)) {
    const value = parameters[from];
    if (value !== undefined) settings[to] = value;
  }
  return { query_string: settings };
}

function urlNumber(name: string, text: string): number {
  const number = Number(text);
  if (text === "" || !Number.isInteger(number))
    throw illegalArgument(`Failed to parse int parameter [${name}] with value [${text}]`, {
      causedBy: new EngineError(400, "number_format_exception", `For input string: "${text}"`),
    });
  return number;
}

/** Lays the URL's parameters over the body's. */
export function applyParameters(request: SearchRequest, parameters: Readonly<Record<string, string>>): SearchRequest {
  const result = { ...request };
  const read = (name: string, take: (text: string) => void) => {
    const text = parameters[name];
    if (text !== undefined) take(text);
  };
  const query = queryOfUrl(parameters);
  if (query) result.query = parseQuery(query);
  const flag = (text: string) => text === "" || booleanOf(text);
  read("batched_reduce_size", (text) => {
    if (urlNumber("batched_reduce_size", text) < 2) throw illegalArgument("batchedReduceSize must be >= 2");
  });
  read("pre_filter_shard_size", (text) => {
    if (urlNumber("pre_filter_shard_size", text) < 1) throw illegalArgument("preFilterShardSize must be >= 1");
  });
  read("from", (text) => (result.from = takeFrom(urlNumber("from", text))));
  read("size", (text) => (result.size = takeSize(urlNumber("size", text))));
  read("sort", (text) => (result.sort = parseSortParameter(text)));
  read("track_scores", (text) => (result.trackScores = flag(text)));
  read("track_total_hits", (text) => (result.trackTotalHits = trackTotal(text === "" ? "true" : text)));
  read("explain", (text) => (result.explain = flag(text)));
  read("version", (text) => (result.version = flag(text)));
  read("seq_no_primary_term", (text) => (result.seqNoPrimaryTerm = flag(text)));
  read("timeout", (text) => (result.timeout = parseDuration(text, "timeout")));
  read("terminate_after", (text) => (result.terminateAfter = terminateAfter(urlNumber("terminate_after", text))));
  read("stored_fields", (text) => (result.storedFields = text.split(",")));
  read("docvalue_fields", (text) => (result.docvalueFields = text.split(",").map((field) => ({ field }))));
  const list = (text: string | undefined) => (text ? text.split(",") : []);
  const source = parameters["_source"];
  const includes = parameters["_source_includes"];
  const excludes = parameters["_source_excludes"];
  if (source !== undefined || includes !== undefined || excludes !== undefined) {
    if (source === "true" || source === "false" || source === "")
      result.source = { show: source !== "false", includes: list(includes), excludes: list(excludes) };
    else result.source = { show: true, includes: [...list(source), ...list(includes)], excludes: list(excludes) };
  }
  return result;
}
