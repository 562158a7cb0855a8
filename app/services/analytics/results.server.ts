import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { clickRow, clickTotals, count, figure, rowsOf } from "./wire.server";

const MOST = 1000;

const result = z.object({ key: z.coerce.string(), count, index: z.string().nullish().catch(null), ...clickRow });
const popularSchema = z.object({
  popular_results: rowsOf(result),
  total_results: figure,
  total_impressions: figure,
  ...clickTotals,
});

/** A document that visitors saw. */
export type ResultRow = z.output<typeof result>;
type RecentRow = ResultRow & { timestamp?: string | null | undefined };

/** Documents by how often visitors saw them; null where the server has no such report. Throws BackendError. */
export async function getPopularResults(scope: Scope, query: AnalyticsQuery, size: number) {
  const more = { size, show_global: "true", click_analytics: "true" };
  const found = await askReport(scope, { report: "popular-results", query, schema: popularSchema, more });
  if (found === null) return null;
  const { popular_results: rows, total_results: results, total_impressions: impressions, ...clicks } = found;
  return { rows, results, impressions, clicks };
}

/** Documents that visitors saw last, the newest first; with when that was, where the server tells it. */
export async function getRecentResults(scope: Scope, query: AnalyticsQuery, size = MOST): Promise<RecentRow[] | null> {
  return askReport(scope, {
    report: "recent-results",
    query,
    schema: rowsOf(result.extend({ timestamp: z.string().nullish().catch(null) })),
    more: { size, show_global: "true" },
  });
}
