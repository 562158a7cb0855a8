import * as z from "zod";
import { summed, COUNT, mostOf } from "../../analytics/reports/figures";
import { rangeClause, type ReportParts, type ReportScope, searchRecords, searchSums } from "../../analytics/reports/scope";
import { type Popular, POPULAR_AT_FIRST } from "../schema";

/** A search that many made, as the index of suggestions keeps it; `chars` is our own, to filter by. */
export type PopularSearch = { key: string; count: number; indices: string[]; chars: number };

const DAY = 86_400;
/** Popular searches that are kept at most, and indices that are told of each. */
const MOST = 5_000;
const MOST_INDICES = 10;
/** Terms whose numbers of results are looked up at a time. */
const AT_ONCE = 1_000;

const TermsSchema = z.object({
  aggregations: z.object({
    terms: z.object({
      buckets: z.array(z.object({ key: z.string(), count: summed, indices: z.object({ buckets: z.array(z.object({ key: z.string() })) }) })),
    }),
  }),
});
const HitsSchema = z.object({ aggregations: z.object({ terms: z.object({ buckets: z.array(z.object({ key: z.string(), hits: summed })) }) }) });

/** The indices that preferences or a query name; null for all. */
export function namedIndices(indices: readonly string[] | null | undefined): string[] | null {
  const named = (indices ?? []).map((name) => name.trim()).filter((name) => name !== "");
  return named.length === 0 || named.includes("*") ? null : named;
}

function scopeOf({ numberOfDays, indices }: Popular, now: number): ReportScope {
  const range = { from: now - (numberOfDays ?? POPULAR_AT_FIRST.numberOfDays) * DAY, to: now };
  const named = namedIndices(indices);
  const filter = [rangeClause(range), ...(named === null ? [] : [{ terms: { indices: named } }])];
  const other = { zone: undefined, userId: undefined, ip: undefined, events: {}, signal: undefined };
  return { ...range, ...other, filter, indices: named, clicks: false, size: MOST, offset: 0, minChars: 0 };
}

// How many results a term had at best. Sums do not tell it; a term of which no record is left has none here, and stays.
async function bestHits(parts: ReportParts, { scope, terms, check }: { scope: ReportScope; terms: readonly string[]; check: () => void }) {
  const found = new Map<string, number>();
  for (let at = 0; at < terms.length; at += AT_ONCE) {
    check();
    const some = terms.slice(at, at + AT_ONCE);
    const aggs = { terms: { terms: { field: "search_query", size: AT_ONCE }, aggs: { hits: { max: { field: "total_hits" } } } } };
    const filter = [...scope.filter, { terms: { search_query: some } }];
    const { aggregations } = await searchRecords(parts, { scope: { ...scope, filter }, body: { aggs }, schema: HitsSchema });
    for (const { key, hits } of aggregations.terms.buckets) found.set(key, hits);
  }
  return found;
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
  found: readonly Pick<PopularSearch, "key" | "count" | "indices">[],
  { blacklist, transformDiacritics, minChars, minCount, externalSuggestions }: Popular,
): PopularSearch[] {
  const written = (text: string) => (transformDiacritics ? withoutMarks(text) : text).trim().toLowerCase();
  const unwanted = new Set((blacklist ?? []).map(written));
  const all = new Map<string, PopularSearch>();

  function add({ key, count, indices }: Pick<PopularSearch, "key" | "count" | "indices">): void {
    const name = written(key);
    const known = all.get(name) ?? { key: name, count: 0, indices: [], chars: [...name].length };
    all.set(name, { ...known, count: known.count + count, indices: [...new Set([...known.indices, ...indices])] });
  }

  for (const one of found) add(one);
  const frequent = [...all.values()].filter(({ count, chars }) => count >= (minCount ?? 0) && chars >= (minChars ?? 0));
  all.clear();
  // What was written down by hand is wanted, however seldom or short it is.
  for (const one of frequent) add(one);
  for (const { key, count, indices } of externalSuggestions ?? []) if (key != null) add({ key, count: count ?? 0, indices: indices ?? ["*"] });
  return [...all.values()].filter(({ key }) => !unwanted.has(key)).sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

/** The searches that are popular by preferences: sums of whole days and the records of the rest, added up by the engine. `check` is asked on the way and ends it by throwing. */
export async function countPopular(
  parts: ReportParts,
  { preferences, now, check }: { preferences: Popular; now: number; check: () => void },
): Promise<PopularSearch[]> {
  const scope = scopeOf(preferences, now);
  const minHits = preferences.minHits ?? 0;
  const something = minHits > 0 ? [{ bool: { must_not: [{ term: { total_hits: 0 } }] } }] : [];
  const aggs = {
    terms: { terms: { field: "search_query", ...mostOf(MOST) }, aggs: { ...COUNT, indices: { terms: { field: "indices", size: MOST_INDICES } } } },
  };
  const filter = [{ exists: { field: "search_query" } }, ...something];
  const { aggregations } = await searchSums(parts, { scope, kinds: ["term"], filter, body: { aggs }, schema: TermsSchema });
  const terms = aggregations.terms.buckets.map(({ key, count, indices }) => ({ key, count, indices: indices.buckets.map((bucket) => bucket.key) }));
  if (minHits <= 1) return gathered(terms, preferences);
  const best = await bestHits(parts, { scope, terms: terms.map(({ key }) => key), check });
  return gathered(
    terms.filter(({ key }) => (best.get(key) ?? minHits) >= minHits),
    preferences,
  );
}
