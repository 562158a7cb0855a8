import { sinceFirst } from "~/lib/analytics/since-first";
import type { Scope } from "~/session/scope.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import { FRESH_MS, keepAnswer } from "./kept-answers.server";
import { getLatencyPercentiles, type Percentiles } from "./latency-percentiles.server";
import { getRequestDistribution } from "./request-distribution.server";

/** Status classes in the order in which they are stacked. */
export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Milliseconds; `to` may lie a little ahead, for points begin at round times. */
export type Span = { from: number; to: number };
export type RequestsOverTime = { times: number[]; step: number; classes: Record<StatusClass, number[]>; total: number };
export type LatencyOverTime = {
  times: number[];
  step: number;
  p50: (number | null)[];
  p95: (number | null)[];
  searches: number;
  /** What the points are of, where they were asked for from the first request on. */
  part: Span | null;
};

const POINTS = 24;
/** Points of latency are twice as long: each is up to three calls. */
const LATENCY_POINTS = POINTS / 2;
/** The log's own steps to a point, so that each point holds whole ones. */
const STEPS = 6;
const AT_ONCE = 3;
/** A record may come some seconds late (contract 10, 4.2); until then a point is not final. */
const SETTLED_MS = 60_000;
/** A span that ends so lately goes on with the clock. */
const NOW_MS = 5_000;

type Who = Pick<Scope, "session" | "context">;
type Asked = { index?: string | undefined; span: Span };

/** The points of a span: 24, beginning at round times, the last one holding `to`. */
export function pointsOf({ from, to }: Span) {
  const seconds = Math.max(1, Math.round((to - from) / 1000 / POINTS / STEPS));
  const step = seconds * STEPS * 1000;
  const end = Math.ceil(to / step) * step;
  return { step, end, times: Array.from({ length: POINTS }, (_, n) => end - (POINTS - n) * step) };
}

/** Spans that go on with the clock have one name: what was told a moment ago stands for them. */
function nameOf({ from, to }: Span): string {
  return Math.abs(Date.now() - to) < NOW_MS ? `now ${to - from}` : `${from} ${to}`;
}

/** Requests by status class in 24 points; null where the server has no such report. Throws BackendError. */
export function getRequestsOverTime(who: Who, { index, span }: Asked): Promise<RequestsOverTime | null> {
  return keepAnswer({
    who,
    key: `requests ${index ?? "*"} ${nameOf(span)}`,
    ask: (http) => fetchRequests({ http, index, span }),
  });
}

async function fetchRequests({ http, index, span }: Asked & { http: BackendClient }): Promise<RequestsOverTime | null> {
  const { times, step, end } = pointsOf(span);
  const [start = 0] = times;
  try {
    const found = await getRequestDistribution({ http, index, from: start, to: end });
    const classes = {
      "2xx": times.map(() => 0),
      "3xx": times.map(() => 0),
      "4xx": times.map(() => 0),
      "5xx": times.map(() => 0),
    };
    let total = 0;
    for (const { at, codes } of found) {
      const point = Math.floor((at - start) / step);
      if (point < 0 || point >= POINTS) continue;
      for (const { key, count } of codes) {
        const name = statusClasses.find((one) => one.startsWith(String(Math.floor(key / 100))));
        if (name === undefined) continue;
        classes[name][point] = (classes[name][point] ?? 0) + count;
        total += count;
      }
    }
    return { times, step, classes, total };
  } catch (error) {
    if (isBackendError(error) && isNotOffered(error.failure)) return null;
    throw error;
  }
}

/**
 * The middle and the 95th percentile of search times in 12 points; null where the server keeps no log by the hour.
 * Throws BackendError.
 */
export function getLatencyOverTime(who: Who, asked: Asked): Promise<LatencyOverTime | null> {
  return keepAnswer({
    who,
    key: `latencies ${asked.index ?? "*"} ${nameOf(asked.span)}`,
    ask: () => fetchLatencies(who, asked),
  });
}

/** A month whose first request came today is asked for again, up to so many times. */
const CLOSER = 2;

/**
 * The same from the first request on, in finer points, where at least half of the time until now has none. Throws
 * BackendError.
 */
export async function getLatencySinceFirst(who: Who, { index, span }: Asked): Promise<LatencyOverTime | null> {
  let part: Span | null = null;
  for (let n = 0; n < CLOSER; n += 1) {
    const asked = part ?? span;
    const requests = await getRequestsOverTime(who, { index, span: asked });
    if (requests === null) return null;
    const first = requests.times.find((_, at) => statusClasses.some((name) => (requests.classes[name][at] ?? 0) > 0));
    const closer = sinceFirst(asked, first);
    if (closer === null) break;
    part = closer;
  }
  const found = await getLatencyOverTime(who, { index, span: part ?? span });
  return found && { ...found, part };
}

async function fetchLatencies(who: Who, { index, span }: Asked): Promise<LatencyOverTime | null> {
  // Where there was no request there was no search: most points of a quiet server cost no call.
  const requests = await getRequestsOverTime(who, { index, span });
  if (requests === null) return null;
  const step = requests.step * 2;
  const times = requests.times.filter((_, n) => n % 2 === 0);
  const busy = times.map((_, n) =>
    statusClasses.some((name) => (requests.classes[name][n * 2] ?? 0) + (requests.classes[name][n * 2 + 1] ?? 0) > 0),
  );
  const none = Promise.resolve<Percentiles>({ searches: 0, p50: null, p95: null });
  const found: Percentiles[] = [];
  for (let n = 0; n < LATENCY_POINTS; n += AT_ONCE) {
    found.push(
      ...(await Promise.all(times.slice(n, n + AT_ONCE).map((from, at) => (busy[n + at] ? point(from) : none)))),
    );
  }
  return {
    times,
    step,
    p50: found.map(({ p50 }) => p50),
    p95: found.map(({ p95 }) => p95),
    searches: found.reduce((sum, { searches }) => sum + searches, 0),
    part: null,
  };

  function point(from: number): Promise<Percentiles> {
    const fresh = from + step + SETTLED_MS < Date.now() ? Number.POSITIVE_INFINITY : FRESH_MS;
    const ask = (http: BackendClient) => getLatencyPercentiles({ http, index, from, to: from + step });
    return keepAnswer({ who, key: `latency ${index ?? "*"} ${from} ${step}`, fresh, ask });
  }
}
