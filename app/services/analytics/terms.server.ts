import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { clickRow, clickTotals, count, figure, rowsOf } from "./wire.server";

const term = z.object({ key: z.coerce.string(), count, search_state: z.string().nullish().catch(null), ...clickRow });
const totals = { total_searches: figure, total_search_terms: figure };

const popularSchema = z.object({ popular_searches: rowsOf(term), ...totals, ...clickTotals });
const nothingSchema = z.object({ no_results_searches: rowsOf(term), ...totals });

/** A term that was searched for; figures null where the server does not tell them. Rates in percent. */
export type TermRow = z.output<typeof term>;
export type TermList = { rows: TermRow[]; searches: number | null; terms: number | null };

/**
 * Terms by how often they were searched for, with figures of clicks; null where the server has no such report. Throws
 * BackendError.
 */
export async function getPopularSearches(scope: Scope, query: AnalyticsQuery, size: number) {
  const found = await askReport(scope, {
    report: "popular-searches",
    query,
    schema: popularSchema,
    more: { size, click_analytics: "true" },
  });
  if (found === null) return null;
  const { popular_searches: rows, total_searches: searches, total_search_terms: terms, ...clicks } = found;
  return { rows, searches, terms, clicks };
}

/** Terms of searches that found nothing. */
export async function getNoResultSearches(scope: Scope, query: AnalyticsQuery, size: number): Promise<TermList | null> {
  const found = await askReport(scope, { report: "no-result-searches", query, schema: nothingSchema, more: { size } });
  return found && { rows: found.no_results_searches, searches: found.total_searches, terms: found.total_search_terms };
}
