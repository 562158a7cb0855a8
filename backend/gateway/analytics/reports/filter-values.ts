import * as z from "zod";
import { CLICK_AGGS, clickFields, clickSums, clickTotals, mostOf, summed } from "./figures";
import { type ReportParts, type ReportScope, searchSums } from "./scope";
import { EXACTLY } from "./terms";

/** Filters by name are at most so many, as in the reference. */
const MOST_KEYS = 10;

/** How often a filter was chosen: an object of a record counts for one, that of a row of sums for as many as it says. */
const SELECTIONS = { count: { sum: { field: "search_filters.count", missing: 1 } } };

const value = z.object({ key: z.string(), count: summed, searches: z.object(clickSums) });
const FiltersSchema = z.object({
  aggregations: z.object({
    filters: z.object({
      count: summed,
      searches: z.object({ once: z.object(clickSums) }),
      distinct: z.object({ value: z.number() }),
      keys: z.object({ buckets: z.array(z.object({ key: z.string(), values: z.object({ buckets: z.array(value) }) })) }),
    }),
  }),
});

/** Filters that searches were made with, one row for each value, the most frequent first; with figures of clicks for each selection where these are wanted. */
export async function popularFilters(parts: ReportParts, scope: ReportScope) {
  const back = { reverse_nested: {}, aggs: CLICK_AGGS };
  const values = { terms: { field: "search_filters.value", ...mostOf(scope.size) }, aggs: { ...SELECTIONS, searches: back } };
  const keys = { terms: { field: "search_filters.key", ...mostOf(MOST_KEYS) }, aggs: { ...SELECTIONS, values } };
  const distinct = { cardinality: { field: "search_filters.key", precision_threshold: EXACTLY } };
  // A search with several filters stands in several rows of sums, and in one beside them.
  const once = { filter: { bool: { must_not: [{ term: { kind: "filter" } }] } }, aggs: CLICK_AGGS };
  const searches = { reverse_nested: {}, aggs: { once } };
  const aggs = { filters: { nested: { path: "search_filters" }, aggs: { ...SELECTIONS, keys, distinct, searches } } };
  const { aggregations } = await searchSums(parts, { scope, kinds: ["filter", "filtered"], body: { aggs }, schema: FiltersSchema });
  const { count, distinct: different, keys: names, searches: all } = aggregations.filters;
  const rows = names.buckets
    .flatMap(({ key, values: { buckets } }) =>
      buckets.map((bucket) => ({
        key,
        value: bucket.key,
        count: bucket.count,
        search_state: "",
        ...(scope.clicks ? clickFields(bucket.searches, bucket.count) : {}),
      })),
    )
    .sort((a, b) => b.count - a.count);
  return {
    popular_filters: rows,
    total_filters: different.value,
    total_selections: count,
    ...(scope.clicks ? clickTotals(all.once, count) : {}),
  };
}
