import * as z from "zod";
import { summed } from "@backend/gateway/resources/analytics/reports/figures";
import {
  otherClauses,
  rangeClause,
  type ReportParts,
  searchRecords,
} from "@backend/gateway/resources/analytics/reports/scope";
import { originClauses } from "@backend/gateway/resources/analytics/visitors/owner";
import type { Query } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { namesClause } from "@backend/gateway/platform/access/index-clauses";
import { mayUseAllIndices } from "@backend/gateway/platform/access/indices";
import { EVERYWHERE } from "../popular/count";
import type { PopularIndex } from "../popular/popular-index";
import { MOST_SUGGESTIONS, type Popular, type Recent } from "../schema";
import { askedIndices, type Asker, eventsOf, recordsClause, typedClause, typedIn } from "./asked";

const DAY = 86_400;
/** How many are given where neither the query nor preferences say. */
const USUAL_SIZE = 5;
/** Days over which the searches of one visitor are looked at, where nothing is set. */
const USUAL_DAYS = 30;

const TermsSchema = z.object({
  aggregations: z.object({ terms: z.object({ buckets: z.array(z.object({ key: z.string(), hits: summed })) }) }),
});
const PopularSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _source: z.object({ key: z.string() }) })) }),
});

type Parts = ReportParts & { popular: PopularIndex };

function sizeOf(...sizes: readonly (number | null | undefined)[]): number {
  const given = sizes.find((size) => size != null && size > 0) ?? USUAL_SIZE;
  return Math.min(given, MOST_SUGGESTIONS);
}

type Past = {
  asker: Asker;
  query: Query;
  own: boolean;
  index: string | undefined;
  events: Record<string, string>;
  days: number;
  order: object;
};
type Least = { size: number; minChars: number; minCount?: number; minHits?: number };

// Straight from the records: those of one visitor, or of one custom event, are few.
async function recorded(
  parts: Parts,
  { asker, query, own, index, events, days, order }: Past,
  least: Least,
): Promise<string[]> {
  const { userId, origin } = asker.owner;
  const now = Math.floor(Date.now() / 1000);
  const filter = [
    rangeClause({ from: now - days * DAY, to: now + 1 }),
    ...otherClauses(
      { userId: own ? userId : undefined, ip: undefined, own: own ? originClauses(origin) : [], events },
      null,
    ),
    ...recordsClause(index, asker),
    ...typedClause(typedIn(query)),
    { exists: { field: "search_query" } },
    ...(least.minChars > 0 ? [{ range: { search_characters_length: { gte: least.minChars } } }] : []),
    ...((least.minHits ?? 0) > 0 ? [{ range: { total_hits: { gte: least.minHits } } }] : []),
  ];
  const terms = { field: "search_query", size: least.size, min_doc_count: Math.max(1, least.minCount ?? 1), order };
  const aggs = {
    terms: { terms, aggs: { newest: { max: { field: "timestamp" } }, hits: { max: { field: "total_hits" } } } },
  };
  const { aggregations } = await searchRecords(parts, {
    scope: { filter, signal: undefined },
    body: { aggs },
    schema: TermsSchema,
  });
  return aggregations.terms.buckets.map(({ key }) => key);
}

/** The asking visitor's own last searches, the newest first. */
export async function recentFor(
  parts: Parts,
  { asker, query, preferences }: { asker: Asker; query: Query; preferences: Recent },
): Promise<string[]> {
  const config = query.recentSuggestionsConfig;
  const index = config?.index ?? preferences.indices?.join(",");
  const past = {
    asker,
    query,
    own: true,
    index,
    events: eventsOf(config?.customEvents),
    days: USUAL_DAYS,
    order: { newest: "desc" },
  };
  return recorded(parts, past, {
    size: sizeOf(config?.size, preferences.size),
    minChars: config?.minChars ?? preferences.minChars ?? 0,
    minHits: config?.minHits ?? preferences.minHits ?? 0,
  });
}

// Whoever may not use all indices is told of a search as often as it was made in his: how often it was elsewhere would
// tell what others look for.
function countedFor(
  { caller }: Asker,
  { indices, minCount }: { indices: readonly string[] | null; minCount: number },
): { filter: object[]; order: object } {
  const least = (field: string) => ({ range: { [field]: { gte: minCount } } });
  const inIndices = (field: string) =>
    indices === null
      ? []
      : [
          {
            bool: { should: [namesClause(indices, field), { term: { [field]: EVERYWHERE } }], minimum_should_match: 1 },
          },
        ];
  if (mayUseAllIndices(caller)) return { filter: [...inIndices("indices"), least("count")], order: { count: "desc" } };
  const query = { bool: { filter: [...inIndices("counts.index"), least("counts.count")] } };
  const order = { "counts.count": { order: "desc", mode: "sum", nested: { path: "counts", filter: query } } };
  return { filter: [{ nested: { path: "counts", query } }], order };
}

async function built(
  { engine, popular }: Parts,
  { asker, query }: { asker: Asker; query: Query },
  least: Least,
): Promise<string[]> {
  const typed = typedIn(query);
  const indices = askedIndices(query.popularSuggestionsConfig?.index, asker);
  const counted = countedFor(asker, { indices, minCount: least.minCount ?? 0 });
  const filter = [
    ...counted.filter,
    { range: { chars: { gte: least.minChars } } },
    ...(typed === "" ? [] : [{ match: { "key.autosuggest": { query: typed, operator: "and" } } }]),
  ];
  const should = typed === "" ? [] : [{ constant_score: { filter: { prefix: { "key.keyword": typed } } } }];
  const body = {
    size: least.size,
    query: { bool: { filter, should } },
    sort: [{ _score: "desc" }, counted.order, { "key.keyword": "asc" }],
    _source: ["key"],
  };
  const answer = await callEngine(
    engine,
    { method: "POST", path: enginePath([popular.alias(), "_search"]), body },
    [404],
  );
  return answer.status === 404 ? [] : PopularSchema.parse(answer.body).hits.hits.map(({ _source }) => _source.key);
}

/**
 * Popular searches, the most frequent first: everybody's out of the index that was built; the visitor's own, and those
 * of custom events, out of the records.
 */
export async function popularFor(
  parts: Parts,
  { asker, query, preferences }: { asker: Asker; query: Query; preferences: Popular },
): Promise<string[]> {
  const config = query.popularSuggestionsConfig;
  const events = eventsOf(config?.customEvents);
  const least = {
    size: sizeOf(config?.size, preferences.size),
    minChars: config?.minChars ?? 0,
    minCount: config?.minCount ?? 0,
  };
  if (config?.showGlobal !== false && Object.keys(events).length === 0) return built(parts, { asker, query }, least);
  const own = config?.showGlobal === false;
  const past = {
    asker,
    query,
    own,
    index: config?.index,
    events,
    days: preferences.numberOfDays ?? USUAL_DAYS,
    order: { _count: "desc" },
  };
  return recorded(parts, past, least);
}
