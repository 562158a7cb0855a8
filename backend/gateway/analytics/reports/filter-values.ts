import * as z from "zod";
import { CLICK_AGGS, clickFields, clickSums, clickTotals } from "./figures";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";
import { EXACTLY } from "./terms";

/** Filters by name are at most so many, as in the reference. */
const MOST_KEYS = 10;

const searches = z.object(clickSums);
const value = z.object({ key: z.string(), doc_count: z.number(), searches });
const FiltersSchema = z.object({
  aggregations: z.object({
    filters: z.object({
      doc_count: z.number(),
      searches,
      distinct: z.object({ value: z.number() }),
      keys: z.object({ buckets: z.array(z.object({ key: z.string(), values: z.object({ buckets: z.array(value) }) })) }),
    }),
  }),
});

/** Filters that searches were made with, one row for each value, the most frequent first; with figures of clicks for each selection where these are wanted. */
export async function popularFilters(parts: ReportParts, scope: ReportScope) {
  const back = { reverse_nested: {}, aggs: CLICK_AGGS };
  const values = { terms: { field: "search_filters.value", size: Math.max(1, scope.size) }, aggs: { searches: back } };
  const keys = { terms: { field: "search_filters.key", size: MOST_KEYS }, aggs: { values } };
  const distinct = { cardinality: { field: "search_filters.key", precision_threshold: EXACTLY } };
  const aggs = { filters: { nested: { path: "search_filters" }, aggs: { keys, distinct, searches: back } } };
  const { aggregations } = await searchRecords(parts, { scope, body: { aggs }, schema: FiltersSchema });
  const { doc_count, distinct: different, keys: names, searches: all } = aggregations.filters;
  const rows = names.buckets
    .flatMap(({ key, values: { buckets } }) =>
      buckets.map((bucket) => ({
        key,
        value: bucket.key,
        count: bucket.doc_count,
        search_state: "",
        ...(scope.clicks ? clickFields(bucket.searches, bucket.doc_count) : {}),
      })),
    )
    .sort((a, b) => b.count - a.count);
  return {
    popular_filters: rows,
    total_filters: different.value,
    total_selections: doc_count,
    ...(scope.clicks ? clickTotals(all, doc_count) : {}),
  };
}
