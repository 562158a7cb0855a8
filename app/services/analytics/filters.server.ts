import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { clickRow, clickTotals, count, figure, rowsOf } from "./wire.server";

const selection = z.object({
  key: z.coerce.string(),
  value: z.coerce.string(),
  count,
  search_state: z.string().nullish().catch(null),
  ...clickRow,
});
const schema = z.object({
  popular_filters: rowsOf(selection),
  total_filters: figure,
  total_selections: figure,
  ...clickTotals,
});

/** A value of a filter that searches were made with. */
export type FilterRow = z.output<typeof selection>;

/**
 * Values of filters by how often searches were made with them; null where the server has no such report. Throws
 * BackendError.
 */
export async function getPopularFilters(scope: Scope, query: AnalyticsQuery, size: number) {
  const found = await askReport(scope, {
    report: "popular-filters",
    query,
    schema,
    more: { size, click_analytics: "true" },
  });
  if (found === null) return null;
  const { popular_filters: rows, total_filters: filters, total_selections: selections, ...clicks } = found;
  return { rows, filters, selections, clicks };
}
