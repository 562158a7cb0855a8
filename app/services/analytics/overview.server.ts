import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { count, rowsOf } from "./wire.server";

const day = z.object({ key: z.number(), count });
const row = z.object({
  key: z.coerce.string(),
  count,
  value: z.coerce.string().optional(),
  index: z.string().nullish().catch(null),
});
// One object for each part, in any order. Where a part fails, servers answer it empty, and the days under another name.
const partsSchema = z.array(
  z.looseObject({
    search_histogram: rowsOf(day).optional(),
    popular_searches: rowsOf(row).optional(),
    no_results_searches: rowsOf(row).optional(),
    popular_results: rowsOf(row).optional(),
    popular_filters: rowsOf(row).optional(),
  }),
);

/** A row of one of the lists; `value` of a filter, `index` of a document. */
export type OverviewRow = z.output<typeof row>;

/**
 * Searches a day (ms since 1970, days of the range's zone) and the first rows of four lists, in one call; null where
 * the server has no such report. Throws BackendError.
 */
export async function getOverview(scope: Scope, query: AnalyticsQuery, size: number) {
  const parts = await askReport(scope, { report: "advanced", query, schema: partsSchema, more: { size } });
  if (parts === null) return null;
  const list = (name: "popular_searches" | "no_results_searches" | "popular_results" | "popular_filters") =>
    parts.flatMap((part) => part[name] ?? []);
  return {
    days: parts.flatMap(({ search_histogram = [] }) =>
      search_histogram.map(({ key, count: searches }) => ({ at: key, count: searches })),
    ),
    searches: list("popular_searches"),
    nothing: list("no_results_searches"),
    results: list("popular_results"),
    filters: list("popular_filters"),
  };
}
