import * as z from "zod";
import { CLICK_AGGS, clickFields, clickSums, COUNT, ratio, rounded, summed } from "./figures";
import { type ReportParts, type ReportScope, scopeAt, searchSums } from "./scope";
import { SEEN } from "./results";
import { EXACTLY } from "./terms";
import { sessionFigures } from "./sessions";

const HOUR = 3600;

/** More indices than anybody searches at once. */
const MOST_INDICES = 10_000;

const distinct = z.object({ value: z.number() }).transform(({ value }) => value);
const pairs = z
  .object({ buckets: z.array(z.object({ count: summed })) })
  .transform(({ buckets }) => buckets.reduce((all, { count }) => all + count, 0));
const SummarySchema = z.object({
  aggregations: z.object({
    ...clickSums,
    users: distinct,
    pairs,
    nothing: z.object({ pairs }),
    seen: z.object({ count: summed }),
  }),
});

/**
 * Searches counted once for each index that they were made in, as the reference does; of a report on some indices only
 * in those.
 */
function pairsAgg(indices: readonly string[] | null): object {
  const which = indices === null ? { size: MOST_INDICES } : { include: indices, size: Math.max(1, indices.length) };
  return { terms: { field: "indices", ...which }, aggs: COUNT };
}

/** The figures of a time as a whole (contract 20, summary): rates in percent, durations in seconds, two decimals. */
async function figuresOf(parts: ReportParts, scope: ReportScope) {
  const found = { pairs: pairsAgg(scope.indices) };
  const aggs = {
    ...CLICK_AGGS,
    ...found,
    users: { cardinality: { field: "user_id", precision_threshold: EXACTLY } },
    nothing: { filter: { term: { total_hits: 0 } }, aggs: found },
    seen: { nested: { path: "hits_in_response" }, aggs: SEEN },
  };
  const [{ aggregations }, sessions] = await Promise.all([
    searchSums(parts, { scope, kinds: ["hour", "user"], body: { aggs }, schema: SummarySchema }),
    sessionFigures(parts, scope),
  ]);
  const { pairs: total, nothing, users, seen, ...sums } = aggregations;
  const figures = clickFields(sums, total);
  return {
    total_searches: total,
    total_users: users,
    total_user_sessions: sessions.count,
    total_bounce_users: sessions.bounced,
    avg_bounce_rate: rounded(ratio(sessions.bounced, sessions.count) * 100),
    avg_user_session_duration: rounded(sessions.seconds),
    total_results_count: seen.count,
    total_no_results_searches: nothing.pairs,
    no_results_rate: rounded(ratio(nothing.pairs, total) * 100),
    total_clicks: figures.clicks,
    total_results_clicks: figures.result_clicks,
    total_suggestions_clicks: figures.suggestion_clicks,
    avg_click_rate: rounded(figures.click_rate),
    avg_suggestions_click_rate: rounded(figures.suggestion_click_rate),
    avg_click_position: rounded(figures.click_position),
    avg_results_click_position: rounded(figures.result_click_position),
    avg_suggestions_click_position: rounded(figures.suggestion_click_position),
    total_conversions: sums.conversions,
    avg_conversion_rate: rounded(figures.conversion_rate),
  };
}

export type SummaryFigures = Awaited<ReturnType<typeof figuresOf>>;

/** The figures of a time, and of the time of as many whole hours that ends where it starts. */
export async function summary(parts: ReportParts, scope: ReportScope) {
  const hours = Math.floor((scope.to - scope.from) / HOUR);
  const before = scopeAt(scope, { from: scope.from - hours * HOUR, to: scope.from - 1 });
  const [now, then] = await Promise.all([figuresOf(parts, scope), hours === 0 ? null : figuresOf(parts, before)]);
  return { summary: now, ...(then === null ? {} : { compare_timeframe: then }) };
}
