import type { JsonObject } from "@common/json";
import type { Query } from "../request/schema";
import { categoriesOf, compositeOf, facetsOf } from "./facets";
import { highlightOf } from "./highlight";
import { rangeAggregationsOf } from "./range-aggregations";
import { sortOf } from "./sort";

function aggregationsOf(query: Query): JsonObject | null {
  const ranges = rangeAggregationsOf(query);
  if (ranges) return ranges;
  const facets = query.type === "term" ? facetsOf(query) : query.aggregationField === undefined ? null : compositeOf(query, query.aggregationField);
  const categories = categoriesOf(query);
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

/** Options that a query hands to those that react to it. */
export function reactedOptions(query: Query): JsonObject {
  const collapse = collapseOf(query);
  const sort = sortOf(query);
  const highlight = highlightOf(query);
  return { ...(collapse ? { collapse } : {}), ...(sort ? { sort } : {}), ...(highlight ? { highlight } : {}) };
}

/** Everything of a search body but the query: size, from, sort, source filter, highlight, collapse, aggregations. Throws a Refusal. */
export function optionsOf(query: Query): JsonObject {
  const size = sizeOf(query);
  const cursor = query.deepPagination ? query.deepPaginationConfig?.cursor : undefined;
  const from = cursor ? 0 : query.from;
  const aggs = aggregationsOf(query);
  return {
    ...(cursor ? { search_after: [cursor] } : {}),
    ...(size === undefined ? {} : { size }),
    ...(from === undefined || query.type === "term" ? {} : { from }),
    ...reactedOptions(query),
    _source: { includes: query.includeFields ?? ["*"], excludes: query.excludeFields ?? [] },
    ...(aggs ? { aggs } : {}),
  };
}
