import * as z from "zod";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { CLICK_AGGS, clickFields, clickSums, clickTotals, mostOf, summed } from "./figures";
import { type ReportParts, type ReportScope, searchSums } from "./scope";
import { EXACTLY, toldTerms } from "./terms";

/** Filters by name are at most so many, as in the reference. */
const MOST_KEYS = 10;

/**
 * How often a filter was chosen: an object of a record counts for one, that of a row of sums for as many as it says.
 */
const SELECTIONS = { count: { sum: { field: "search_filters.count", missing: 1 } } };

const value = z.object({ key: z.string(), count: summed, searches: z.object(clickSums) });
const FiltersSchema = z.object({
  aggregations: z.object({
    filters: z.object({
      shown: z.object({
        count: summed,
        searches: z.object({ once: z.object(clickSums) }),
        distinct: z.object({ value: z.number() }),
        keys: z.object({
          buckets: z.array(z.object({ key: z.string(), values: z.object({ buckets: z.array(value) }) })),
        }),
      }),
    }),
  }),
});

const KEY = "search_filters.key";

function fitting(pattern: string): object[] {
  const plain = pattern.replace(/[\\?]/g, "\\$&");
  return [{ wildcard: { [KEY]: { value: plain } } }, { wildcard: { [KEY]: { value: `${plain}.*` } } }];
}

/** The clause of filters by fields that a reader may see; of all for who sees all. */
export function keysWithin(reader: Reader | null): object {
  if (!reader) return { match_all: {} };
  const { includes, excludes } = reader.rights;
  return { bool: { should: includes.flatMap(fitting), minimum_should_match: 1, must_not: excludes.flatMap(fitting) } };
}

/**
 * Filters that searches were made with, one row for each value, the most frequent first; with figures of clicks for
 * each selection where these are wanted.
 */
export async function popularFilters(parts: ReportParts, scope: ReportScope) {
  const back = { reverse_nested: {}, aggs: CLICK_AGGS };
  const values = {
    terms: { field: "search_filters.value", ...mostOf(scope.size) },
    aggs: { ...SELECTIONS, searches: back },
  };
  const keys = { terms: { field: "search_filters.key", ...mostOf(MOST_KEYS) }, aggs: { ...SELECTIONS, values } };
  const distinct = { cardinality: { field: "search_filters.key", precision_threshold: EXACTLY } };
  // A search with several filters stands in several rows of sums, and in one beside them.
  const once = { filter: { bool: { must_not: [{ term: { kind: "filter" } }] } }, aggs: CLICK_AGGS };
  const searches = { reverse_nested: {}, aggs: { once } };
  const shown = { filter: keysWithin(scope.reader), aggs: { ...SELECTIONS, keys, distinct, searches } };
  const aggs = { filters: { nested: { path: "search_filters" }, aggs: { shown } } };
  const { aggregations } = await searchSums(parts, {
    scope,
    kinds: ["filter", "filtered"],
    body: { aggs },
    schema: FiltersSchema,
  });
  const { count, distinct: different, keys: names, searches: all } = aggregations.filters.shown;
  const rows = names.buckets
    // A field may be closed for more than its name: it may be another name of one. So may a value, by what it says.
    .flatMap(({ key, values: { buckets } }) =>
      (scope.reader && !scope.reader.tells(key) ? [] : toldTerms(buckets, scope)).map((bucket) => ({
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
