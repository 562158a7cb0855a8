import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { count, rowsOf } from "./wire.server";

const MOST = 1000;

const term = z.object({ key: z.coerce.string(), count, timestamp: z.string().nullish().catch(null) });

/**
 * Terms that were searched for last, the newest first; null where the server has no such report. Throws BackendError.
 */
export async function getRecentSearches(
  scope: Scope,
  query: AnalyticsQuery,
  size = MOST,
): Promise<z.output<typeof term>[] | null> {
  return askReport(scope, {
    report: "recent-searches",
    query,
    schema: rowsOf(term),
    more: { size, show_global: "true" },
  });
}
