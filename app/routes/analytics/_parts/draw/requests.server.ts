import { hiddenSeries } from "~/components/charts/chart-address";
import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart, Tone } from "~/components/charts/types";
import type { Range } from "~/lib/address/range-of";
import type { Requests } from "~/services/analytics/requests.server";

const MINUTE = 60_000;
/** Servers take 144 steps; a range of theirs may be another than was asked for. */
const MOST_POINTS = 240;

const statuses: readonly [code: number, tone: Tone][] = [
  [200, 1],
  [201, 3],
  [400, 7],
  [401, 4],
  [429, 8],
  [500, 2],
];

type Look = { range: Pick<Range, "from" | "to" | "zone">; hide: readonly string[]; now?: number };
type Drawn = { chart: DrawnChart; total: number; failed: number; peak: number | null };

/**
 * Requests a minute, a line for each status that occurred; what ended with another one is a line of its own. `peak` is
 * the most of all in a minute, `failed` what ended with 400 or more.
 */
export function drawRequests({ steps, step, total, totals }: Requests, { range, hide, now = Date.now() }: Look): Drawn {
  const counted = (code: number) =>
    totals[code] ?? steps.reduce((sum, { codes }) => sum + (codes.find(({ key }) => key === code)?.count ?? 0), 0);
  const all = total ?? steps.reduce((sum, { count }) => sum + count, 0);
  const { times, width } = all === 0 ? { times: [], width: step } : pointsOf({ steps, step, range });
  const ends = Math.min(range.to, now);
  // Only the minutes of a point that lie in the range, and have gone by, count; what happens in less than one is no
  // rate.
  const minutes = times.map((at) =>
    at >= ends ? null : Math.max(1, (Math.min(at + width, ends) - Math.max(at, range.from)) / MINUTE),
  );
  const first = times[0] ?? 0;
  const rates = (countOf: (one: Requests["steps"][number]) => number) => {
    const sums = times.map(() => 0);
    for (const one of steps) {
      const point = Math.floor((one.at - first) / width);
      if (point >= 0 && point < sums.length) sums[point] = (sums[point] ?? 0) + countOf(one);
    }
    return minutes.map((length, n) => (length === null ? null : Number(((sums[n] ?? 0) / length).toPrecision(4))));
  };
  const known = statuses.map(([code, tone]) => ({
    key: String(code),
    label: String(code),
    tone,
    total: counted(code),
    values: rates(({ codes }) => codes.find(({ key }) => key === code)?.count ?? 0),
  }));
  const others = Math.max(0, all - known.reduce((sum, one) => sum + one.total, 0));
  const isOther = (key: number) => statuses.every(([code]) => code !== key);
  const other = {
    key: "other",
    label: "Other",
    tone: 6 as const,
    total: others,
    values: rates(({ codes }) => codes.reduce((sum, { key, count }) => sum + (isOther(key) ? count : 0), 0)),
  };
  const found = [...known, other].filter(({ total: count }) => count > 0);
  // A chart without a request is empty, not without lines.
  const series = found.length > 0 ? found : known.slice(0, 1);
  const whole = rates(({ count }) => count).flatMap((value) => value ?? []);
  return {
    chart: drawTimeChart({
      id: "requests",
      title: "Requests per minute",
      kind: "line",
      times,
      step: width,
      series,
      format: "number",
      zone: range.zone,
      hidden: hiddenSeries(hide, "requests"),
      noData: "zeros",
    }),
    total: all,
    failed: steps.reduce(
      (sum, { codes }) => sum + codes.reduce((more, one) => more + (one.key < 400 ? 0 : one.count), 0),
      0,
    ),
    peak: all === 0 || whole.length === 0 ? null : Math.max(...whole),
  };
}

/**
 * Points over the whole range, also where servers leave out steps without requests; each at least a minute, of whole
 * steps.
 */
function pointsOf({ steps, step, range: { from, to } }: Pick<Requests, "steps" | "step"> & { range: Look["range"] }) {
  const together = Math.max(1, Math.ceil(MINUTE / step), Math.ceil((to - from) / step / MOST_POINTS));
  const width = step * together;
  const anchor = steps[0]?.at ?? from;
  const first = anchor - Math.ceil((anchor - from) / width) * width;
  return {
    width,
    times: Array.from({ length: Math.max(1, Math.ceil((to - first) / width)) }, (_, n) => first + n * width),
  };
}
