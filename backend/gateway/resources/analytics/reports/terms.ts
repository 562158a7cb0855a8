import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import * as z from "zod";
import { toldText } from "@backend/gateway/platform/fields/readers";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { CLICK_AGGS, clickFields, clickSums, clickTotals, COUNT, mostOf, summed } from "./figures";
import { otherClauses, type ReportParts, type ReportScope, searchSums } from "./scope";

/** How a search without text is named. */
export const EMPTY_QUERY = "<empty_query>";
/** Up to so many different ones are counted exactly; engines estimate above. */
export const EXACTLY = 40_000;
/** Searches for one term in the same millisecond that are looked at. */
const AT_ONE_MOMENT = 20;

const newest = z.object({ value: z.number().nullable() }).transform(({ value }) => value);
const distinct = z.object({ value: z.number() }).transform(({ value }) => value);
const bucket = { key: z.string(), count: summed, newest };
const PlainSchema = z.object({
  aggregations: z.object({ count: summed, terms: z.object({ buckets: z.array(z.object(bucket)) }), distinct }),
});
const ClicksSchema = z.object({
  aggregations: z.object({
    ...clickSums,
    count: summed,
    terms: z.object({ buckets: z.array(z.object({ ...bucket, ...clickSums })) }),
    distinct,
  }),
});
const StateSchema = z.object({
  responses: z.array(
    z.object({
      hits: z.object({
        hits: z.array(z.object({ _id: z.string(), _source: z.object({ indices: z.array(z.string()).default([]) }) })),
      }),
    }),
  ),
});

const TERM = { field: "search_query", missing: EMPTY_QUERY };

function termsAggs({ size }: ReportScope, inner: object): object {
  return {
    ...COUNT,
    terms: {
      terms: { ...TERM, ...mostOf(size) },
      aggs: { ...COUNT, newest: { max: { field: "timestamp" } }, ...inner },
    },
    distinct: { cardinality: { ...TERM, precision_threshold: EXACTLY } },
  };
}

/** The clause of one term; of searches without text for the name that these have. */
export function termClause(term: string): object {
  return term === EMPTY_QUERY
    ? { bool: { must_not: { exists: { field: "search_query" } } } }
    : { term: { search_query: term } };
}

/** Rows of terms that their reader may be told of; the sums beside them count all. */
export function toldTerms<Row extends { key: string }>(
  rows: readonly Row[],
  { reader }: Pick<ReportScope, "reader">,
): readonly Row[] {
  return reader ? rows.filter(({ key }) => !reader.isNamed(key)) : rows;
}

type Found = { key: string; newest: number | null };

/** Records whose request is read at a time. */
const READ_AT_ONCE = 16;

const MgetSchema = z.object({
  docs: z.array(z.object({ _source: z.object({ search_state: z.string().optional() }).optional() })),
});

// One after the other, a few at a time, until the answer holds no more: each may be as large as a record may hold.
async function readStates(
  { engine, places }: ReportParts,
  ids: readonly (string | undefined)[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { searchState, answerStates } = ANALYTICS_LIMITS;
  const path = `/${places.of(SYSTEM.analytics).definition.name}/_mget`;
  const states: string[] = [];
  let room = answerStates.most;
  for (let at = 0; at < ids.length && room > 0; at += READ_AT_ONCE) {
    const piece = ids.slice(at, at + READ_AT_ONCE);
    const wanted = piece.flatMap((id) => id ?? []);
    const body = { docs: wanted.map((_id) => ({ _id, _source: ["search_state"] })) };
    const found =
      wanted.length === 0
        ? []
        : MgetSchema.parse((await callEngine(engine, { method: "POST", path, body, signal })).body).docs;
    const byId = new Map(wanted.map((id, place) => [id, found[place]?._source?.search_state ?? ""]));
    for (const id of piece) {
      const state = id === undefined ? "" : (byId.get(id) ?? "");
      const bytes = Buffer.byteLength(state);
      // Records of before there was a bound may hold more.
      const fits = bytes <= Math.min(room, searchState.most);
      states.push(fits ? state : "");
      if (fits) room -= bytes;
    }
  }
  return states;
}

/**
 * The request bodies by which terms were searched for last, to be replayed; `""` where none was kept. One small search
 * for each: term and moment tell a record, so that no list of all searches of an index is made a hundred times.
 */
async function statesOf(parts: ReportParts, scope: ReportScope, terms: readonly Found[]): Promise<string[]> {
  if (terms.length === 0) return [];
  const others = otherClauses(scope, null);
  const lines = terms.flatMap(({ key, newest: at }) => {
    const moment = { range: { timestamp: { gte: at ?? 0, lte: at ?? 0, format: "epoch_millis" } } };
    return [
      {},
      { size: AT_ONE_MOMENT, _source: ["indices"], query: { bool: { filter: [moment, termClause(key), ...others] } } },
    ];
  });
  const body = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  const { engine, places } = parts;
  const path = `/${places.of(SYSTEM.analytics).definition.name}/_msearch`;
  const answer = await callEngine(engine, { method: "POST", path, body, signal: scope.signal });
  const isMine = (indices: readonly string[]) =>
    scope.indices === null || scope.indices.some((index) => indices.includes(index));
  // A search of several indices asks of all of them.
  const ids = StateSchema.parse(answer.body).responses.map(
    ({ hits }) => hits.hits.find(({ _source: { indices } }) => isMine(indices) && scope.mayUse(indices))?._id,
  );
  const states = await readStates(parts, ids, scope.signal);
  return states.map((state) => toldText(state, scope.reader));
}

/** Terms by how often they were searched for, with figures of clicks where these are wanted. */
export async function popularSearches(parts: ReportParts, scope: ReportScope) {
  return scope.clicks ? withClicks(parts, scope) : plain(parts, scope);
}

async function plain(parts: ReportParts, scope: ReportScope, filter: object[] = []) {
  const { aggregations } = await searchSums(parts, {
    scope,
    kinds: ["term"],
    filter,
    body: { aggs: termsAggs(scope, {}) },
    schema: PlainSchema,
  });
  const buckets = toldTerms(aggregations.terms.buckets, scope);
  const states = await statesOf(parts, scope, buckets);
  const rows = buckets.map(({ key, count }, at) => ({ key, count, search_state: states[at] ?? "" }));
  return { rows, total_searches: aggregations.count, total_search_terms: aggregations.distinct, totals: {} };
}

async function withClicks(parts: ReportParts, scope: ReportScope) {
  const aggs = { ...termsAggs(scope, CLICK_AGGS), ...CLICK_AGGS };
  const { aggregations } = await searchSums(parts, { scope, kinds: ["term"], body: { aggs }, schema: ClicksSchema });
  const buckets = toldTerms(aggregations.terms.buckets, scope);
  const states = await statesOf(parts, scope, buckets);
  const rows = buckets.map(({ key, count, newest: _newest, ...sums }, at) => ({
    key,
    count,
    search_state: states[at] ?? "",
    ...clickFields(sums, count),
  }));
  const { count, distinct: different } = aggregations;
  return { rows, total_searches: count, total_search_terms: different, totals: clickTotals(aggregations, count) };
}

/** The same of searches that found nothing. They have no figures of clicks. */
export async function noResultSearches(parts: ReportParts, scope: ReportScope) {
  return plain(parts, scope, [{ term: { total_hits: 0 } }]);
}
