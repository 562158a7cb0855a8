import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { summed, COUNT, mostOf } from "@backend/gateway/resources/analytics/reports/figures";
import {
  rangeClause,
  type ReportParts,
  type ReportScope,
  searchRecords,
  searchSums,
} from "@backend/gateway/resources/analytics/reports/scope";
import { isEveryIndex } from "@common/text/index-pattern";
import { NO_SYSTEM_INDEX } from "@backend/gateway/platform/access/index-clauses";
import { type Popular, POPULAR_AT_FIRST } from "../schema";

/** Stands for every index, where a search was written down by hand for all of them. */
export const EVERYWHERE = "*";

/** How often a search was made in an index, or by a pattern of indices. */
export type CountIn = { index: string; count: number };
/**
 * A search that many made, as the index of suggestions keeps it; `chars` is our own, to filter by, and `counts`, for
 * who may not use all indices.
 */
export type PopularSearch = { key: string; count: number; indices: string[]; chars: number; counts: CountIn[] };
type Counted = Pick<PopularSearch, "key" | "count" | "indices" | "counts">;

const DAY = 86_400;
/** Popular searches that are kept at most, and indices that are told of each. */
const MOST = KEPT_LIMITS.popularSearches.most;
const MOST_INDICES = KEPT_LIMITS.popularIndices.most;
/** Terms whose numbers of results are looked up at a time. */
const AT_ONCE = KEPT_LIMITS.popularLookedUp.most;

const TermsSchema = z.object({
  aggregations: z.object({
    terms: z.object({
      buckets: z.array(
        z.object({
          key: z.string(),
          count: summed,
          indices: z.object({ buckets: z.array(z.object({ key: z.string(), count: summed })) }),
        }),
      ),
    }),
  }),
});
const HitsSchema = z.object({
  aggregations: z.object({ terms: z.object({ buckets: z.array(z.object({ key: z.string(), hits: summed })) }) }),
});

/** The indices that preferences or a query name; null for all. */
export function namedIndices(indices: readonly string[] | null | undefined): string[] | null {
  const named = (indices ?? []).map((name) => name.trim()).filter((name) => name !== "");
  return named.length === 0 || named.includes("*") ? null : named;
}

function scopeOf({ numberOfDays, indices }: Popular, now: number): ReportScope {
  const range = { from: now - (numberOfDays ?? POPULAR_AT_FIRST.numberOfDays) * DAY, to: now };
  const named = namedIndices(indices);
  const filter = [rangeClause(range), NO_SYSTEM_INDEX, ...(named === null ? [] : [{ terms: { indices: named } }])];
  const other = {
    zone: undefined,
    userId: undefined,
    ip: undefined,
    own: [],
    events: {},
    reader: null,
    mayUse: () => true,
    signal: undefined,
  };
  return { ...range, ...other, filter, indices: named, clicks: false, size: MOST, offset: 0, minChars: 0 };
}

// How many results a term had at best. Sums do not tell it; a term of which no record is left has none here, and stays.
async function bestHits(
  parts: ReportParts,
  { scope, terms, check }: { scope: ReportScope; terms: readonly string[]; check: () => void },
) {
  const found = new Map<string, number>();
  for (let at = 0; at < terms.length; at += AT_ONCE) {
    check();
    const some = terms.slice(at, at + AT_ONCE);
    const aggs = {
      terms: { terms: { field: "search_query", size: AT_ONCE }, aggs: { hits: { max: { field: "total_hits" } } } },
    };
    const filter = [...scope.filter, { terms: { search_query: some } }];
    const { aggregations } = await searchRecords(parts, {
      scope: { ...scope, filter },
      body: { aggs },
      schema: HitsSchema,
    });
    for (const { key, hits } of aggregations.terms.buckets) found.set(key, hits);
  }
  return found;
}

function summedUp(counts: readonly CountIn[]): CountIn[] {
  const all = new Map<string, number>();
  for (const { index, count } of counts) all.set(index, (all.get(index) ?? 0) + count);
  return [...all].map(([index, count]) => ({ index, count }));
}

// What was searched everywhere belongs to nobody's index, and what was seldom searched in one is not popular there.
function countsOf(buckets: readonly { key: string; count: number }[], { minCount }: Popular): CountIn[] {
  return buckets.flatMap(({ key, count }) =>
    isEveryIndex(key) || key === "_all" || count < (minCount ?? 0) ? [] : [{ index: key, count }],
  );
}

/** Letters without their marks: `é` is `e`. */
export function withoutMarks(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC");
}

/** Counts together under one key, less what is not wanted; the most frequent first. */
export function gathered(
  found: readonly Counted[],
  { blacklist, transformDiacritics, minChars, minCount, externalSuggestions }: Popular,
): PopularSearch[] {
  const written = (text: string) => (transformDiacritics ? withoutMarks(text) : text).trim().toLowerCase();
  const unwanted = new Set((blacklist ?? []).map(written));
  const all = new Map<string, PopularSearch>();

  function add({ key, count, indices, counts }: Counted): void {
    const name = written(key);
    const known = all.get(name) ?? { key: name, count: 0, indices: [], chars: [...name].length, counts: [] };
    const together = {
      count: known.count + count,
      indices: [...new Set([...known.indices, ...indices])],
      counts: summedUp([...known.counts, ...counts]),
    };
    all.set(name, { ...known, ...together });
  }

  for (const one of found) add(one);
  const frequent = [...all.values()].filter(({ count, chars }) => count >= (minCount ?? 0) && chars >= (minChars ?? 0));
  all.clear();
  // What was written down by hand is wanted, however seldom or short it is.
  for (const one of frequent) add(one);
  for (const { key, count, indices: named } of externalSuggestions ?? []) {
    if (key == null) continue;
    const indices = named ?? [EVERYWHERE];
    add({ key, count: count ?? 0, indices, counts: indices.map((index) => ({ index, count: count ?? 0 })) });
  }
  return [...all.values()]
    .filter(({ key }) => !unwanted.has(key))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

/**
 * The searches that are popular by preferences: sums of whole days and the records of the rest, added up by the engine.
 * `check` is asked on the way and ends it by throwing.
 */
export async function countPopular(
  parts: ReportParts,
  { preferences, now, check }: { preferences: Popular; now: number; check: () => void },
): Promise<PopularSearch[]> {
  const scope = scopeOf(preferences, now);
  const minHits = preferences.minHits ?? 0;
  const something = minHits > 0 ? [{ bool: { must_not: [{ term: { total_hits: 0 } }] } }] : [];
  const aggs = {
    terms: {
      terms: { field: "search_query", ...mostOf(MOST) },
      aggs: { ...COUNT, indices: { terms: { field: "indices", ...mostOf(MOST_INDICES) }, aggs: COUNT } },
    },
  };
  const filter = [{ exists: { field: "search_query" } }, ...something];
  const { aggregations } = await searchSums(parts, {
    scope,
    kinds: ["term"],
    filter,
    body: { aggs },
    schema: TermsSchema,
  });
  const terms = aggregations.terms.buckets.map(({ key, count, indices: { buckets } }) => ({
    key,
    count,
    indices: buckets.map((bucket) => bucket.key),
    counts: countsOf(buckets, preferences),
  }));
  if (minHits <= 1) return gathered(terms, preferences);
  const best = await bestHits(parts, { scope, terms: terms.map(({ key }) => key), check });
  return gathered(
    terms.filter(({ key }) => (best.get(key) ?? minHits) >= minHits),
    preferences,
  );
}
