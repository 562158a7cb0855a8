import type { JsonObject } from "@common/text/json";
import type { Query } from "../request/schema";
import { categoriesOf, compositeOf, facetsOf } from "./facets";
import { highlightOf } from "./highlight";
import { rangeAggregationsOf } from "./range-aggregations";
import { sortOf } from "./sort";

function aggregationsOf(query: Query): JsonObject | null {
  const facets =
    query.type === "term"
      ? facetsOf(query)
      : query.aggregationField
        ? compositeOf(query, query.aggregationField)
        : null;
  const categories = categoriesOf(query);
  const ranges = rangeAggregationsOf(query);
  if (ranges) return ranges;
  return facets || categories ? { ...categories, ...facets } : null;
}

function collapseOf({ distinctField, distinctFieldConfig }: Query): JsonObject | null {
  const field: JsonObject = distinctField === undefined ? {} : { field: distinctField };
  if (distinctFieldConfig) return { ...distinctFieldConfig, ...field };
  return distinctField === undefined ? null : field;
}

// Term and range queries answer numbers; hits only where they are asked for.
function sizeOf({ size, type }: Query): number | undefined {
  return size ?? (type === "term" || type === "range" ? 0 : undefined);
}

function bodyOptions(query: Query): JsonObject {
  const collapse = collapseOf(query);
  const sort = sortOf(query);
  const highlight = highlightOf(query);
  return { ...(collapse ? { collapse } : {}), ...(sort ? { sort } : {}), ...(highlight ? { highlight } : {}) };
}

// What a query asks of its own answer is never handed to those that react to it.
const OWN_OPTIONS = new Set(["size", "from", "aggs", "_source", "query"]);

/** The options of a body that may be handed on. */
export function shared(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !OWN_OPTIONS.has(name)));
}

/**
 * Options that a query hands to those that react to it: highlight, sort, collapse. Throws a Refusal where its options
 * contradict each other.
 */
export function reactedOptions(query: Query): JsonObject {
  const { search_after: _cursor, ...options } = optionsOf(query);
  return shared(options);
}

/**
 * Everything of a search body but the query: size, from, sort, source filter, highlight, collapse, aggregations. Throws
 * a Refusal.
 */
export function optionsOf(query: Query): JsonObject {
  const size = sizeOf(query);
  const cursor = query.deepPagination ? query.deepPaginationConfig?.cursor : undefined;
  const from = cursor ? 0 : query.from;
  const options = bodyOptions(query);
  const aggs = aggregationsOf(query);
  return {
    ...(cursor ? { search_after: [cursor] } : {}),
    ...(size === undefined ? {} : { size }),
    ...(from === undefined || query.type === "term" ? {} : { from }),
    ...options,
    _source: { includes: query.includeFields ?? ["*"], excludes: query.excludeFields ?? [] },
    ...(aggs ? { aggs } : {}),
  };
}
