import { CALLS_LIMITS } from "@common/limits/calls";
import { decodeExactly } from "@common/text/base64";
import { isJsonObject, LosslessNumber, parseJson, type JsonObject } from "@common/text/json";
import { badRequest } from "../http/errors";

const MAX_DEPTH = CALLS_LIMITS.bodyDepth.most;

// An engine reads `2024` and `true` as names too.
function textsOf(value: unknown): string[] {
  if (typeof value === "number" || typeof value === "boolean" || value instanceof LosslessNumber)
    return [String(value)];
  if (typeof value === "string") return value.split(",").filter((part) => part !== "");
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}

/** The indices that a member names: every one where it is there and names none (`""`, `[]`), as engines read it. */
export function namedIndices(value: unknown): string[] {
  if (value === undefined) return [];
  const names = textsOf(value);
  return names.length > 0 ? names : ["_all"];
}

// `{"terms":{"user":{"index":"users","id":"2","path":"followers"}}}`: the terms are read from another index.
function inTermsLookUp(clause: JsonObject): string[] {
  return Object.values(clause).flatMap((field) => (isJsonObject(field) ? textsOf(field["index"]) : []));
}

// A shape that lies in another index; one that names none lies in an index of that name.
function inShape(clause: JsonObject): string[] {
  const names = textsOf(clause["index"]);
  return names.length > 0 ? names : ["shapes"];
}

// A whole query in base64.
function inWrapper(clause: JsonObject, depth: number): string[] {
  const { query } = clause;
  if (typeof query !== "string") return [];
  let inner: unknown;
  try {
    // An engine may read another spelling as another query than the one that is looked at here.
    inner = parseJson(decodeExactly(query, "base64")?.toString("utf8") ?? "");
  } catch {
    throw badRequest(
      "elastic: Error 400 (Bad Request): the wrapper query holds no valid JSON [type=parsing_exception]",
    );
  }
  return indicesInSearch(inner, depth + 1);
}

function inBoosts(value: unknown): string[] {
  const entries = Array.isArray(value) ? value : [value];
  return entries.flatMap((entry) => (isJsonObject(entry) ? Object.keys(entry) : []));
}

function atKey(key: string, value: unknown, depth: number): string[] {
  switch (key) {
    case "terms":
      return isJsonObject(value) ? inTermsLookUp(value) : [];
    case "percolate":
      return isJsonObject(value) ? textsOf(value["index"]) : [];
    case "indexed_shape":
      return isJsonObject(value) ? inShape(value) : [];
    case "like":
    case "unlike":
    case "docs":
      return (Array.isArray(value) ? value : [value]).flatMap((item) =>
        isJsonObject(item) ? textsOf(item["_index"]) : [],
      );
    case "indices_boost":
      return inBoosts(value);
    case "wrapper":
      return isJsonObject(value) ? inWrapper(value, depth) : [];
    default:
      return [];
  }
}

/**
 * Every index that a search body names beside the path: terms look-ups, documents to be like, shapes, boosts, queries
 * in base64.
 */
export function indicesInSearch(value: unknown, depth = 0): string[] {
  if (depth > MAX_DEPTH) throw badRequest("the body is nested too deeply");
  if (Array.isArray(value)) return value.flatMap((item) => indicesInSearch(item, depth + 1));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...atKey(key, inner, depth),
    ...indicesInSearch(inner, depth + 1),
  ]);
}

/** True where a search body goes on with a point in time, which may have been opened on any index. */
export function hasPointInTime(value: unknown): boolean {
  return isJsonObject(value) && value["pit"] !== undefined;
}

/** Indices that a body for `_mget` names. */
export function indicesInMget(value: unknown): string[] {
  if (!isJsonObject(value)) return [];
  const docs = Array.isArray(value["docs"]) ? value["docs"] : [];
  return docs.flatMap((doc) => (isJsonObject(doc) ? namedIndices(doc["_index"]) : []));
}

/** Indices of a plain re-index: where rows come from and go to, and the queries between. */
export function indicesInReindex(value: unknown): string[] {
  if (!isJsonObject(value)) return [];
  const { source, dest } = value;
  return [
    ...(isJsonObject(source) ? namedIndices(source["index"]) : []),
    ...(isJsonObject(dest) ? namedIndices(dest["index"]) : []),
    ...indicesInSearch(source),
  ];
}

/** Indices and aliases of alias actions, and of their filters. */
export function indicesInAliases(value: unknown): string[] {
  if (!isJsonObject(value) || !Array.isArray(value["actions"])) return [];
  return value["actions"].flatMap((action) => {
    if (!isJsonObject(action)) return [];
    return Object.values(action).flatMap((options) =>
      isJsonObject(options)
        ? [
            ...["index", "indices", "alias", "aliases"].flatMap((key) => namedIndices(options[key])),
            ...indicesInSearch(options["filter"]),
          ]
        : [],
    );
  });
}

// A template whose pattern begins with a star would reach system indices, but for the plain `*`, which leaves hidden
// ones out.
function patternsOf(value: unknown): string[] {
  return textsOf(value).map((pattern) => (pattern.startsWith("*") && pattern !== "*" ? `.${pattern}` : pattern));
}

/**
 * Names that the making of an index, an alias or a template brings with it: aliases, the indices of their filters,
 * index patterns.
 */
export function indicesInDefinition(value: unknown): string[] {
  if (!isJsonObject(value)) return [];
  const { aliases, filter, index_patterns: patterns, template } = value;
  return [
    ...(isJsonObject(aliases) ? [...Object.keys(aliases), ...indicesInSearch(aliases)] : []),
    ...indicesInSearch(filter),
    ...patternsOf(patterns),
    ...(isJsonObject(template) ? indicesInDefinition(template) : patternsOf(template)),
  ];
}

/**
 * The lists of names of a body that an engine reads as patterns: headers of several searches, the source of a re-index.
 */
export function patternsIn(kind: string, text: string): string[][] {
  if (!text.includes("*")) return [];
  if (kind === "reindex") {
    const body = lenient(text);
    const source = isJsonObject(body) ? body["source"] : undefined;
    return isJsonObject(source) ? [namedIndices(source["index"])] : [];
  }
  if (kind !== "msearch") return [];
  const headers = text.split("\n").map(lenient).filter(isJsonObject);
  return headers.map((header) => [...namedIndices(header["index"]), ...namedIndices(header["indices"])]);
}

function lenient(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
