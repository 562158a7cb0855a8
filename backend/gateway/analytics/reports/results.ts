import * as z from "zod";
import { callEngine } from "../../store/engine-client";
import { ratio, rounded } from "./figures";
import { type ReportParts, type ReportScope, searchRecords } from "./scope";
import { EXACTLY } from "./terms";

/** The same id means another document in another index: ids are counted index by index, in so many of them, those with most impressions. */
const MOST_INDICES = 50;

const sum = z.object({ value: z.number().nullable() }).transform(({ value }) => value ?? 0);
const clicked = z.object({ doc_count: z.number(), places: sum });
const converted = z.object({ doc_count: z.number() });
const newest = z.object({ newest: z.object({ value: z.number().nullable() }) });
const row = z.object({ key: z.string(), doc_count: z.number(), clicked, converted, searches: newest });
const index = z.object({ key: z.string(), ids: z.object({ buckets: z.array(row) }), distinct: z.object({ value: z.number() }) });
const HitsSchema = z.object({
  aggregations: z.object({
    hits: z.object({ mine: z.object({ doc_count: z.number(), clicked, converted, indices: z.object({ buckets: z.array(index) }) }) }),
  }),
});

const CLICKED = { filter: { term: { "hits_in_response.click": true } }, aggs: { places: { sum: { field: "hits_in_response.click_position" } } } };
const CONVERTED = { filter: { term: { "hits_in_response.conversion": true } } };

type Order = "count" | "newest";

async function readHits(parts: ReportParts, scope: ReportScope, order: Order) {
  const size = Math.max(1, scope.size);
  const searches = { reverse_nested: {}, aggs: { newest: { max: { field: "timestamp" } } } };
  const sorted = order === "count" ? {} : { order: { "searches>newest": "desc" } };
  const ids = { terms: { field: "hits_in_response.id", size, ...sorted }, aggs: { clicked: CLICKED, converted: CONVERTED, searches } };
  const distinct = { cardinality: { field: "hits_in_response.id", precision_threshold: EXACTLY } };
  const indices = { terms: { field: "hits_in_response.index", size: MOST_INDICES }, aggs: { ids, distinct } };
  const inner = { mine: { filter: await mineClause(parts, scope.indices), aggs: { indices, clicked: CLICKED, converted: CONVERTED } } };
  const aggs = { hits: { nested: { path: "hits_in_response" }, aggs: inner } };
  const { aggregations } = await searchRecords(parts, { scope, body: { aggs }, schema: HitsSchema });
  return aggregations.hits.mine;
}

const AliasesSchema = z.record(z.string(), z.unknown());

/** The clause of results that a report is about: a search of several indices shows results of all of them, and those of others are not of it. */
export async function mineClause(parts: ReportParts, indices: readonly string[] | null): Promise<object> {
  return indices === null ? { match_all: {} } : { terms: { "hits_in_response.index": await realNames(parts, indices) } };
}

/** Names that results of an index may carry: its own, and those behind it where it is an alias. */
async function realNames({ engine }: ReportParts, names: readonly string[]): Promise<string[]> {
  const path = `/${names.map(encodeURIComponent).join(",")}/_alias`;
  const { status, body } = await callEngine(engine, { method: "GET", path, query: { ignore_unavailable: "true" } }, [404]);
  return [...new Set([...names, ...(status === 404 ? [] : Object.keys(AliasesSchema.parse(body)))])];
}

/** Documents by how often visitors saw them, with clicks and conversions for each impression where these are wanted. */
export async function popularResults(parts: ReportParts, scope: ReportScope) {
  const found = await readHits(parts, scope, "count");
  const rows = found.indices.buckets
    .flatMap(({ key: of, ids }) =>
      ids.buckets.map(({ key, doc_count, clicked: clicks, converted: conversions }) => ({
        key,
        count: doc_count,
        index: of,
        search_state: "",
        ...(scope.clicks
          ? {
              clicks: clicks.doc_count,
              click_position: ratio(clicks.places, clicks.doc_count),
              click_rate: ratio(clicks.doc_count, doc_count) * 100,
              conversion_rate: ratio(conversions.doc_count, doc_count) * 100,
            }
          : {}),
      })),
    )
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  const { doc_count, clicked: clicks, converted: conversions } = found;
  const totals = {
    total_clicks: clicks.doc_count,
    avg_click_position: rounded(ratio(clicks.places, clicks.doc_count)),
    avg_click_rate: rounded(ratio(clicks.doc_count, doc_count) * 100),
    avg_conversion_rate: rounded(ratio(conversions.doc_count, doc_count) * 100),
  };
  return {
    popular_results: rows.slice(0, scope.size),
    total_results: found.indices.buckets.reduce((all, { distinct }) => all + distinct.value, 0),
    total_impressions: doc_count,
    ...(scope.clicks ? totals : {}),
  };
}

/** Documents that visitors saw last, the newest first. */
export async function recentResults(parts: ReportParts, scope: ReportScope) {
  const { indices } = await readHits(parts, scope, "newest");
  return indices.buckets
    .flatMap(({ key: of, ids }) => ids.buckets.map(({ key, doc_count, searches }) => ({ key, count: doc_count, index: of, at: searches.newest.value ?? 0 })))
    .sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1))
    .slice(0, scope.size)
    .map(({ at: _at, ...shown }) => shown);
}
