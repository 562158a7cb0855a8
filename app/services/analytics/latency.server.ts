import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { type AnalyticsQuery, askReport, everybody } from "./ask.server";
import { count, figure, rowsOf } from "./wire.server";

const schema = z.object({
  latencies: rowsOf(z.object({ key: z.number(), count })),
  total_searches: figure,
  avg_search_latency: figure,
});

/**
 * How many searches took how long, in steps of 10 ms from `from` on, out of the request log; null where the server has
 * no such report. Throws BackendError.
 */
export async function getLatencies(scope: Scope, range: AnalyticsQuery["range"]) {
  const found = await askReport(scope, { report: "latency", query: { ...everybody, range }, schema });
  if (found === null) return null;
  const steps = found.latencies
    .map(({ key, count: searches }) => ({ from: key, count: searches }))
    .sort((a, b) => a.from - b.from);
  return { steps, searches: found.total_searches, average: found.avg_search_latency };
}

export type Latencies = NonNullable<Awaited<ReturnType<typeof getLatencies>>>;
