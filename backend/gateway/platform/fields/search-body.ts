import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { unauthorized } from "../http/errors";
import { withinAggregations } from "./aggregations";
import { type Walk, withinQuery } from "./clauses";
import { highlighted } from "./highlights";
import { eachMember, isPlain, parsingError, requireDepth } from "./refusal";
import { sorted } from "./sorts";
import type { FieldView } from "./view";

// They write terms that the engine took out of the index into their words.
const TELLING = ["explain", "profile"];
/** Members of a body that name no field. */
const HARMLESS = new Set(["search_after", "indices_boost", "pit", "rank", "track_total_hits", "stats"]);

// Values beside the source; a pattern becomes the fields that it stands for.
function listed(value: JsonValue, { view }: Walk): JsonValue {
  const one = (item: JsonValue): JsonValue[] => {
    const object = isJsonObject(item);
    const field = object ? item["field"] : item;
    if (typeof field !== "string") return [];
    if (view.show.allows(field)) return [item];
    return field.includes("*")
      ? view.show.matching(field).map((name) => (object ? { ...item, field: name } : name))
      : [];
  };
  return (Array.isArray(value) ? value : [value]).flatMap(one);
}

// `field` stands at many depths here, also of the generators of candidates. A query that prunes suggestions is a
// template of its own.
function suggested(value: JsonValue, walk: Walk, key = ""): JsonValue {
  requireDepth(walk.depth);
  const inner = { ...walk, depth: walk.depth + 1 };
  if (typeof value === "string") return key === "field" ? walk.view.show.named(value) : value;
  if (Array.isArray(value)) return value.map((item) => suggested(item, inner, key));
  if (!isJsonObject(value)) return value;
  if (value["collate"] !== undefined) throw unauthorized("credentials whose fields are limited cannot use [collate]");
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, suggested(one, inner, name)]));
}

function shownName({ view }: Walk): (value: JsonValue) => JsonValue {
  return (value) => (typeof value === "string" ? view.show.named(value) : value);
}

function hitsWithin(value: JsonValue, walk: Walk): JsonValue {
  if (Array.isArray(value)) return value.map((item) => hitsWithin(item, walk));
  return isJsonObject(value) ? walk.hits(value) : value;
}

function collapsed(value: JsonValue, walk: Walk): JsonValue {
  if (!isJsonObject(value)) return value;
  return eachMember({
    of: "collapse",
    body: value,
    members: { field: shownName(walk), inner_hits: (hits) => hitsWithin(hits, walk) },
  });
}

function rescored(value: JsonValue, walk: Walk): JsonValue {
  if (Array.isArray(value)) return value.map((item) => rescored(item, walk));
  if (!isJsonObject(value)) return value;
  const query = (options: JsonValue): JsonValue =>
    isJsonObject(options)
      ? eachMember({ of: "rescore", body: options, members: { rescore_query: (one) => withinQuery(one, walk) } })
      : options;
  return eachMember({ of: "rescore", body: value, members: { query } });
}

function nearest(value: JsonValue, walk: Walk): JsonValue {
  if (Array.isArray(value)) return value.map((item) => nearest(item, walk));
  if (!isJsonObject(value)) return value;
  const query = withinQuery({ knn: value }, walk);
  return isJsonObject(query) ? (query["knn"] ?? null) : query;
}

function searches(value: JsonValue, walk: Walk): JsonValue {
  if (Array.isArray(value)) return value.map((item) => searches(item, walk));
  return isJsonObject(value)
    ? eachMember({ of: "sub_searches", body: value, members: { query: (one) => withinQuery(one, walk) } })
    : value;
}

function sliced(value: JsonValue, walk: Walk): JsonValue {
  return isJsonObject(value) ? eachMember({ of: "slice", body: value, members: { field: shownName(walk) } }) : value;
}

// Searches of newer engines may be made of several, each with an order and groups of its own.
function retriever(value: JsonValue, walk: Walk): JsonValue {
  requireDepth(walk.depth);
  const inner = { ...walk, depth: walk.depth + 1 };
  if (Array.isArray(value)) return value.map((item) => retriever(item, inner));
  if (!isJsonObject(value)) return value;
  const again = (one: JsonValue) => retriever(one, inner);
  const query = (one: JsonValue) => withinQuery(one, inner);
  const members = {
    query,
    filter: query,
    retriever: again,
    retrievers: again,
    sort: (one: JsonValue) => sorted(one, inner),
    collapse: (one: JsonValue) => collapsed(one, inner),
    rescore: (one: JsonValue) => rescored(one, inner),
    field: shownName(inner),
    fields: (one: JsonValue) => listed(one, inner),
  };
  return Object.fromEntries(
    Object.entries(value).map(([kind, body]) => {
      if (!isJsonObject(body)) return [kind, body];
      if (kind === "retriever") return [kind, again(body)];
      return [kind, kind === "knn" ? nearest(body, inner) : eachMember({ of: kind, body, members })];
    }),
  );
}

function member(key: string, value: JsonValue, walk: Walk): JsonValue {
  switch (key) {
    case "query":
    case "post_filter":
      return withinQuery(value, walk);
    case "sort":
      return sorted(value, walk);
    case "highlight":
      return isJsonObject(value) ? highlighted(value, walk) : value;
    case "aggs":
    case "aggregations":
      return withinAggregations(value, walk);
    case "suggest":
      return suggested(value, walk);
    case "collapse":
      return collapsed(value, walk);
    case "rescore":
      return rescored(value, walk);
    case "knn":
      return nearest(value, walk);
    case "sub_searches":
      return searches(value, walk);
    case "slice":
      return sliced(value, walk);
    case "retriever":
      return retriever(value, walk);
    case "fields":
    case "docvalue_fields":
    case "fielddata_fields":
    case "stored_fields":
      return listed(value, walk);
    default:
      if (HARMLESS.has(key) || isPlain(value)) return value;
      throw parsingError(`Unknown key for a START_OBJECT in [${key}].`);
  }
}

function walkOf(view: FieldView, depth: number): Walk {
  return { view, depth, hits: (body) => within(body, view, depth + 1) };
}

function within(body: JsonObject, view: FieldView, depth: number): JsonObject {
  requireDepth(depth);
  const { includes, excludes } = view.rights;
  const asked = body["_source"];
  const kept = Object.entries(body).filter(([key]) => !TELLING.includes(key) && key !== "_source");
  const seen = Object.fromEntries(kept.map(([key, value]) => [key, member(key, value, walkOf(view, depth))]));
  return { ...seen, _source: asked === false || asked === "false" ? false : { includes, excludes } };
}

/**
 * A search body that shows of documents what the credential may see, whatever it asked for, and finds them by the
 * fields that it may search. Its `_source` is the credential's (`false` stays); any other field is one that is not
 * there.
 */
export function withinSearch(body: JsonObject, view: FieldView): JsonObject {
  return within(body, view, 0);
}

/** A body that finds documents and shows nothing of them: counts, changes by query, validations. */
export function withinSelection(body: JsonObject, view: FieldView): JsonObject {
  const walk = walkOf(view, 0);
  const one = (key: string, value: JsonValue): JsonValue => {
    if (key === "index_filter" || key === "filter") return withinQuery(value, walk);
    // What is told of fields is looked through when it is answered.
    return key === "fields" ? value : member(key, value, walk);
  };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, one(key, value)]));
}
