import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport } from "./ask.server";
import { count, rowsOf } from "./wire";

const day = z.object({ key: z.number(), count });
// One object for each part, in any order. Where the part fails, servers answer an empty one of another name.
const partsSchema = z.array(z.looseObject({ search_histogram: rowsOf(day).optional() }));

/** Searches a day (ms since 1970, days of the range's zone); null where the server has no such report. Throws BackendError. */
export async function getSearchesByDay(scope: Scope, query: AnalyticsQuery): Promise<{ at: number; count: number }[] | null> {
  const parts = await askReport(scope, { report: "advanced", query, schema: partsSchema, more: { size: 1 } });
  return parts && parts.flatMap(({ search_histogram = [] }) => search_histogram.map(({ key, count: searches }) => ({ at: key, count: searches })));
}
