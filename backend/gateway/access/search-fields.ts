import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { HttpError } from "../http/errors";
import { type FieldRights, maySee, seenName } from "./field-rights";

const LISTS = ["fields", "docvalue_fields", "fielddata_fields", "stored_fields"];
// They write terms that the engine took out of the index into their words.
const TELLING = ["explain", "profile"];
/** Aggregations that hold queries, which may ask for any field: what they answer is how many documents fit. */
const HOLD_QUERIES = new Set(["filter", "filters", "adjacency_matrix"]);
const QUERY_KEYS = new Set(["filter", "background_filter"]);
const SORT_OPTIONS = new Set(["order", "unit", "mode", "distance_type", "ignore_unmapped", "validation_method", "nested", "nested_path", "nested_filter", "unmapped_type"]);

function fieldName(value: JsonValue): string {
  if (typeof value === "string") return value;
  return isJsonObject(value) && typeof value["field"] === "string" ? value["field"] : "*";
}

function mapValues(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

function eachOf(value: JsonValue, change: (item: JsonValue) => JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(change) : change(value);
}

function sortKey(rights: FieldRights, [key, value]: [string, JsonValue]): [string, JsonValue] {
  if (key !== "_geo_distance" || !isJsonObject(value)) return [seenName(rights, key), value];
  return [key, Object.fromEntries(Object.entries(value).map(([name, place]) => [SORT_OPTIONS.has(name) ? name : seenName(rights, name), place]))];
}

// Hits tell the values that they were sorted by.
function sorted(sort: JsonValue, rights: FieldRights): JsonValue {
  return eachOf(sort, (item) => {
    if (typeof item === "string") return seenName(rights, item);
    return isJsonObject(item) ? Object.fromEntries(Object.entries(item).map((entry) => sortKey(rights, entry))) : item;
  });
}

function highlighted(highlight: JsonObject, rights: FieldRights): JsonObject {
  const seen = (fields: JsonValue) => (isJsonObject(fields) ? Object.fromEntries(Object.entries(fields).filter(([field]) => maySee(rights, field))) : fields);
  const { fields } = highlight;
  if (fields === undefined) return highlight;
  const kept = eachOf(fields, seen);
  return { ...highlight, fields: Array.isArray(kept) ? kept.filter((item) => !isJsonObject(item) || Object.keys(item).length > 0) : kept };
}

// Wherever a field is named, however deep: `{"sources":[{"x":{"terms":{"field":"brand"}}}]}`.
function named(value: JsonValue, rights: FieldRights, key = ""): JsonValue {
  if (typeof value === "string") return key === "field" || key === "fields" || key === "source_fields" ? seenName(rights, value) : value;
  if (Array.isArray(value)) return value.map((item) => named(item, rights, key));
  if (!isJsonObject(value)) return value;
  return mapValues(value, (inner, name) => (QUERY_KEYS.has(name) ? inner : named(inner, rights, name)));
}

// The one aggregation that breaks where its field is not there (500 in OpenSearch 2).
function requireField(value: JsonValue, rights: FieldRights): void {
  const field = fieldName(value);
  if (maySee(rights, field)) return;
  const cause = { type: "illegal_argument_exception", reason: `Field [${field}] does not exist, SignificantText requires an analyzed field` };
  throw new HttpError(400, `elastic: Error 400 (Bad Request): ${cause.reason} [type=${cause.type}]`, { cause });
}

function aggregation(body: JsonValue, rights: FieldRights): JsonValue {
  if (!isJsonObject(body)) return body;
  return mapValues(body, (value, type) => {
    if (type === "aggs" || type === "aggregations") return aggregations(value, rights);
    if (HOLD_QUERIES.has(type) || type === "meta") return value;
    if (type === "top_hits") return isJsonObject(value) ? withinFieldRights(value, rights) : value;
    const seen = named(value, rights);
    if (type === "significant_text") requireField(value, rights);
    if (type !== "top_metrics" || !isJsonObject(seen) || seen["sort"] === undefined) return seen;
    return { ...seen, sort: sorted(seen["sort"], rights) };
  });
}

function aggregations(value: JsonValue, rights: FieldRights): JsonValue {
  return isJsonObject(value) ? mapValues(value, (body) => aggregation(body, rights)) : value;
}

// Hits inside of queries carry a source of their own.
function innerHits(value: JsonValue, rights: FieldRights): JsonValue {
  if (Array.isArray(value)) return value.map((item) => innerHits(item, rights));
  if (!isJsonObject(value)) return value;
  return mapValues(value, (inner, key) => {
    const deeper = innerHits(inner, rights);
    return key === "inner_hits" ? eachOf(deeper, (hits) => (isJsonObject(hits) ? withinFieldRights(hits, rights) : hits)) : deeper;
  });
}

// Searches of newer engines may be made of several, each with an order and groups of its own.
function retriever(value: JsonValue, rights: FieldRights): JsonValue {
  if (Array.isArray(value)) return value.map((item) => retriever(item, rights));
  if (!isJsonObject(value)) return value;
  return mapValues(value, (inner, key) => (key === "sort" || key === "collapse" ? part(key, inner, rights) : retriever(inner, rights)));
}

function part(key: string, value: JsonValue, rights: FieldRights): JsonValue {
  switch (key) {
    case "sort":
      return sorted(value, rights);
    case "highlight":
      return isJsonObject(value) ? highlighted(value, rights) : value;
    case "aggs":
    case "aggregations":
      return aggregations(value, rights);
    case "suggest":
      return named(value, rights);
    case "collapse":
      return named(innerHits(value, rights), rights);
    case "retriever":
      return innerHits(retriever(value, rights), rights);
    default:
      if (!LISTS.includes(key)) return innerHits(value, rights);
      return (Array.isArray(value) ? value : [value]).filter((item) => maySee(rights, fieldName(item)));
  }
}

/**
 * A search body that shows of documents what the credential may see, whatever it asked for. Its `_source` is the credential's (`false` stays), values beside
 * the source are left out of their lists, and a field that may not be seen is to the engine one that is not there where its values would be told: in sorts,
 * aggregations, suggesters and collapsed groups. Queries may ask for every field: they choose documents and show nothing.
 */
export function withinFieldRights(body: JsonObject, rights: FieldRights): JsonObject {
  const asked = body["_source"];
  const kept = Object.entries(body).filter(([key]) => !TELLING.includes(key));
  const seen = Object.fromEntries(kept.map(([key, value]) => [key, part(key, value, rights)]));
  return { ...seen, _source: asked === false || asked === "false" ? false : { includes: rights.includes, excludes: rights.excludes } };
}
