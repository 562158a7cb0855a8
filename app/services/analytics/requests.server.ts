import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { sinceFirst } from "~/lib/analytics/since-first";
import { type AnalyticsQuery, askReport, everybody } from "./ask.server";
import { count, figure, rowsOf } from "./wire.server";

const code = z.object({ key: z.coerce.number(), count });
const step = z.object({ key: z.number(), count, buckets: rowsOf(code) });
const schema = z.object({
  request_distribution: rowsOf(step),
  total_requests: figure,
  total_200: figure,
  total_201: figure,
  total_400: figure,
  total_401: figure,
});

/** A step takes so many seconds for each hour of the range (contract 20): 144 steps, whatever its length. */
const SECONDS_AN_HOUR = 25;

/** A month whose first request came today is asked for again, up to so many times. */
const CLOSER = 2;

/**
 * Requests by time and status out of the request log, a step after the other, and the totals; null where the server has
 * no such report. `part` is what the steps are of, where they begin with the first request. Throws BackendError.
 */
export async function getRequests(scope: Scope, range: AnalyticsQuery["range"]) {
  let asked = range;
  let found = await ask(scope, asked);
  for (let n = 0; n < CLOSER; n += 1) {
    const part = sinceFirst(asked, found?.steps.find((one) => one.count > 0)?.at);
    const closer = part && (await ask(scope, { ...asked, ...part }));
    if (!part || !closer) break;
    [asked, found] = [{ ...asked, ...part }, closer];
  }
  return found && { ...found, part: asked === range ? null : { from: asked.from, to: asked.to } };
}

export type Requests = NonNullable<Awaited<ReturnType<typeof getRequests>>>;

async function ask(scope: Scope, range: AnalyticsQuery["range"]) {
  const found = await askReport(scope, { report: "request-distribution", query: { ...everybody, range }, schema });
  if (found === null) return null;
  const steps = found.request_distribution
    .map(({ key, count: requests, buckets }) => ({ at: key, count: requests, codes: buckets }))
    .sort((a, b) => a.at - b.at);
  const totals: Record<string, number | null> = {
    200: found.total_200,
    201: found.total_201,
    400: found.total_400,
    401: found.total_401,
  };
  return { steps, step: stepOf(steps, range), total: found.total_requests, totals };
}

/** How long a step is, in ms: as the steps lie, for servers may take others. */
function stepOf(steps: readonly { at: number }[], { from, to }: { from: number; to: number }): number {
  const gaps = steps
    .slice(1)
    .map(({ at }, n) => at - (steps[n]?.at ?? at))
    .filter((gap) => gap > 0);
  return gaps.length > 0
    ? Math.min(...gaps)
    : Math.max(1, Math.round(((to - from) / 3_600_000) * SECONDS_AN_HOUR)) * 1000;
}
