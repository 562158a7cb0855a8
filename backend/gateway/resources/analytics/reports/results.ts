import * as z from "zod";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { mostOf, ratio, rounded, summed } from "./figures";
import { type ReportParts, type ReportScope, searchRecords, searchSums } from "./scope";
import { EXACTLY } from "./terms";

/**
 * The same id means another document in another index: ids are counted index by index, in so many of them, those with
 * most impressions.
 */
const MOST_INDICES = 50;

const clicked = z.object({ count: summed, places: summed });
const converted = z.object({ count: summed });
const newest = z.object({ newest: z.object({ value: z.number().nullable() }) });
const row = z.object({ key: z.string(), count: summed, clicked, converted, searches: newest });
const index = z.object({
  key: z.string(),
  ids: z.object({ buckets: z.array(row) }),
  distinct: z.object({ value: z.number() }),
});
const HitsSchema = z.object({
  aggregations: z.object({
    hits: z.object({
      mine: z.object({ count: summed, clicked, converted, indices: z.object({ buckets: z.array(index) }) }),
    }),
  }),
});

/** How often a result was seen: an object of a record counts for one, that of a row of sums for as many as it says. */
export const SEEN = { count: { sum: { field: "hits_in_response.count", missing: 1 } } };
const CLICKED = {
  filter: { term: { "hits_in_response.click": true } },
  aggs: { ...SEEN, places: { sum: { field: "hits_in_response.click_position" } } },
};
const CONVERTED = { filter: { term: { "hits_in_response.conversion": true } }, aggs: SEEN };

type Order = "count" | "newest";

async function readHits(parts: ReportParts, scope: ReportScope, order: Order) {
  const searches = { reverse_nested: {}, aggs: { newest: { max: { field: "timestamp" } } } };
  const sorted =
    order === "count" ? mostOf(scope.size) : { size: Math.max(1, scope.size), order: { "searches>newest": "desc" } };
  const ids = {
    terms: { field: "hits_in_response.id", ...sorted },
    aggs: { ...SEEN, clicked: CLICKED, converted: CONVERTED, searches },
  };
  const distinct = { cardinality: { field: "hits_in_response.id", precision_threshold: EXACTLY } };
  const indices = {
    terms: { field: "hits_in_response.index", ...mostOf(MOST_INDICES) },
    aggs: { ...SEEN, ids, distinct },
  };
  const inner = {
    mine: {
      filter: await mineClause(parts, scope.indices),
      aggs: { ...SEEN, indices, clicked: CLICKED, converted: CONVERTED },
    },
  };
  const aggs = { hits: { nested: { path: "hits_in_response" }, aggs: inner } };
  const asked = { scope, body: { aggs }, schema: HitsSchema };
  const { aggregations } = await (order === "count"
    ? searchSums(parts, { ...asked, kinds: ["result"] })
    : searchRecords(parts, asked));
  return aggregations.hits.mine;
}

const AliasesSchema = z.record(z.string(), z.unknown());

/**
 * The clause of results that a report is about: a search of several indices shows results of all of them, and those of
 * others are not of it.
 */
export async function mineClause(parts: ReportParts, indices: readonly string[] | null): Promise<object> {
  return indices === null
    ? { match_all: {} }
    : { terms: { "hits_in_response.index": await realNames(parts, indices) } };
}

/** Names that results of an index may carry: its own, and those behind it where it is an alias. */
async function realNames({ engine }: ReportParts, names: readonly string[]): Promise<string[]> {
  const path = `/${names.map(encodeURIComponent).join(",")}/_alias`;
  const { status, body } = await callEngine(
    engine,
    { method: "GET", path, query: { ignore_unavailable: "true" } },
    [404],
  );
  return [...new Set([...names, ...(status === 404 ? [] : Object.keys(AliasesSchema.parse(body)))])];
}

/** Documents by how often visitors saw them, with clicks and conversions for each impression where these are wanted. */
export async function popularResults(parts: ReportParts, scope: ReportScope) {
  const found = await readHits(parts, scope, "count");
  const rows = found.indices.buckets
    .flatMap(({ key: of, ids }) =>
      ids.buckets.map(({ key, count, clicked: clicks, converted: conversions }) => ({
        key,
        count,
        index: of,
        search_state: "",
        ...(scope.clicks
          ? {
              clicks: clicks.count,
              click_position: ratio(clicks.places, clicks.count),
              click_rate: ratio(clicks.count, count) * 100,
              conversion_rate: ratio(conversions.count, count) * 100,
            }
          : {}),
      })),
    )
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  const { count, clicked: clicks, converted: conversions } = found;
  const totals = {
    total_clicks: clicks.count,
    avg_click_position: rounded(ratio(clicks.places, clicks.count)),
    avg_click_rate: rounded(ratio(clicks.count, count) * 100),
    avg_conversion_rate: rounded(ratio(conversions.count, count) * 100),
  };
  return {
    popular_results: rows.slice(0, scope.size),
    total_results: found.indices.buckets.reduce((all, { distinct }) => all + distinct.value, 0),
    total_impressions: count,
    ...(scope.clicks ? totals : {}),
  };
}

/** Documents that visitors saw last, the newest first, with when that was. */
export async function recentResults(parts: ReportParts, scope: ReportScope) {
  const { indices } = await readHits(parts, scope, "newest");
  return indices.buckets
    .flatMap(({ key: of, ids }) =>
      ids.buckets.map(({ key, count, searches }) => ({ key, count, index: of, at: searches.newest.value ?? 0 })),
    )
    .sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
    .slice(0, scope.size)
    .map(({ at, ...shown }) => ({ ...shown, timestamp: new Date(at).toISOString() }));
}
