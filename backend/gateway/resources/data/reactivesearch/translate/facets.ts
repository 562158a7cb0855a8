import type { JsonObject } from "@common/text/json";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query } from "../request/schema";
import { dataFields } from "./fields";
import { isGiven } from "./types";

/** Name under which the real server puts facets of nested fields. */
export const NESTED_FACETS = "reactivesearch_nested";

function limits({ includeValues, excludeValues }: Query): JsonObject {
  return { ...(includeValues ? { include: includeValues } : {}), ...(excludeValues ? { exclude: excludeValues } : {}) };
}

function bucketCount({ aggregationSize, size }: Query): JsonObject {
  const count = aggregationSize ?? size;
  return count === undefined ? {} : { size: count };
}

function termsOf(query: Query, field: string): JsonObject {
  const order: JsonObject =
    query.sortBy === undefined || query.sortBy === "count" ? { _count: "desc" } : { _key: query.sortBy };
  const missing: JsonObject = query.showMissing ? { missing: query.missingLabel || "N/A" } : {};
  return { field, ...bucketCount(query), order, ...missing, ...limits(query) };
}

// Several fields are levels of a tree: each stands inside of the one before.
function levelsOf(query: Query, fields: readonly string[]): JsonObject {
  const [field = "", ...deeper] = fields;
  const inner: JsonObject = deeper.length > 0 ? { aggs: levelsOf(query, deeper) } : {};
  return { [field]: { terms: termsOf(query, field), ...inner } };
}

// A search that is sorted by fields alone is sorted upwards, and so are its facets.
function pagesOrder({ type, sortBy, sortField }: Query): JsonObject {
  const order = sortBy ?? (type === "search" && isGiven(sortField) ? "asc" : "count");
  return order === "count" ? {} : { order };
}

/**
 * Facets that are read page by page (`after` names where the last page ended); with `aggregationField` each bucket
 * carries its best hit.
 */
export function compositeOf(query: Query, field: string): JsonObject {
  const terms: JsonObject = {
    field,
    ...(query.showMissing ? { missing_bucket: true } : {}),
    ...pagesOrder(query),
  };
  const composite: JsonObject = {
    sources: [{ [field]: { terms } }],
    ...(query.after ? { after: query.after } : {}),
    ...bucketCount(query),
  };
  const best: JsonObject = query.aggregationField === undefined ? {} : { aggs: { [field]: { top_hits: { size: 1 } } } };
  return { [field]: { composite, ...best } };
}

/**
 * The facets of a term query; null without a data field (it then answers hits only [recorded]). Throws a Refusal where
 * pages are asked of no field.
 */
export function facetsOf(query: Query): JsonObject | null {
  const fields = dataFields(query).map(({ field }) => field);
  const [first] = fields;
  if (query.pagination) {
    if (first === undefined)
      throw new Refusal("field 'dataField' must be present to make 'pagination' work for 'term' type of queries");
    return compositeOf(query, first);
  }
  if (first === undefined) return null;
  const facets = levelsOf(query, fields);
  return query.nestedField ? { [NESTED_FACETS]: { nested: { path: query.nestedField }, aggs: facets } } : facets;
}

/** The facet of `categoryField` beside a text search; null without that field. */
export function categoriesOf(query: Query): JsonObject | null {
  const { categoryField, aggregationSize } = query;
  if (!categoryField || (query.type !== "search" && query.type !== "suggestion")) return null;
  return {
    [categoryField]: {
      terms: {
        field: categoryField,
        ...limits(query),
        ...(aggregationSize === undefined ? {} : { size: aggregationSize }),
      },
    },
  };
}
