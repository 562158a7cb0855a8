import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { figure } from "./wire.server";

const figuresSchema = z.object({
  total_searches: figure,
  total_users: figure,
  total_user_sessions: figure,
  avg_bounce_rate: figure,
  avg_user_session_duration: figure,
  total_results_count: figure,
  total_no_results_searches: figure,
  no_results_rate: figure,
  total_clicks: figure,
  total_results_clicks: figure,
  total_suggestions_clicks: figure,
  avg_click_rate: figure,
  avg_click_position: figure,
  total_conversions: figure,
  avg_conversion_rate: figure,
});
const summarySchema = z.object({ summary: figuresSchema, compare_timeframe: figuresSchema.nullish().catch(null) });

/** The figures of a time as a whole: rates in percent, durations in seconds, null where the server does not tell. */
export type Figures = z.output<typeof figuresSchema>;

/**
 * The figures of a time, and of the one before it where the plan has them; null where the server has no such report.
 * Throws BackendError.
 */
export async function getSummary(
  scope: Scope,
  query: AnalyticsQuery,
): Promise<{ now: Figures; before: Figures | null } | null> {
  const found = await askReport(scope, { report: "summary", query, schema: summarySchema });
  return found && { now: found.summary, before: found.compare_timeframe ?? null };
}
