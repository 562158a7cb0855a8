import { hiddenSeries } from "~/components/charts/chart-address";
import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart, Tone } from "~/components/charts/types";
import type { LogPercentiles } from "~/services/data/logs/figures.server";

type Look = {
  zone: string;
  hide: readonly string[];
  /** The requests of a point. */ linkTo: (span: { from: number; to: number }) => string;
};
type Point = LogPercentiles["points"][number];

const percents: readonly [key: "p50" | "p90" | "p95" | "p99", tone: Tone][] = [
  ["p50", 1],
  ["p90", 3],
  ["p95", 2],
  ["p99", 7],
];
const classes: readonly [name: string, tone: Tone][] = [
  ["2xx", 1],
  ["3xx", 3],
  ["4xx", 7],
  ["5xx", 2],
];

/** Every point of the range, those without requests too. */
function pointsOf({ start, end, step, points }: LogPercentiles): { times: number[]; points: (Point | undefined)[] } {
  const byTime = new Map(points.map((point) => [point.at, point]));
  const times = Array.from({ length: Math.max(0, Math.ceil((end - start) / step)) }, (_, n) => start + n * step);
  return { times, points: times.map((at) => byTime.get(at)) };
}

/** Percent, cut and not rounded: together no more than a hundred. */
const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.floor((part / whole) * 10_000) / 100);
const inClass = ({ codes }: Pick<LogPercentiles, "codes">, name: string) =>
  codes.filter(({ code }) => String(code).startsWith(name.slice(0, 1))).reduce((sum, { count }) => sum + count, 0);

/** How long requests took, over time. */
export function drawLatency(found: LogPercentiles, { hide, ...look }: Look): DrawnChart {
  const { times, points } = pointsOf(found);
  const series = percents.map(([key, tone]) => ({
    key,
    label: key,
    tone,
    total: found[key],
    values: points.map((point) => point?.[key] ?? null),
  }));
  const hidden = hiddenSeries(hide, "latency");
  return drawTimeChart({
    id: "latency",
    title: "Latency",
    kind: "line",
    times,
    step: found.step,
    series,
    format: "ms",
    hidden,
    noData: "gaps",
    ...look,
  });
}

/** Which share of the requests ended how, over time. */
export function drawStatuses(found: LogPercentiles, { hide, ...look }: Look): DrawnChart {
  const { times, points } = pointsOf(found);
  const series = classes
    .filter(([name]) => name === "2xx" || inClass(found, name) > 0)
    .map(([name, tone]) => ({
      key: name,
      label: name,
      tone,
      total: share(inClass(found, name), found.total),
      values: points.map((point) => (point === undefined ? null : share(inClass(point, name), point.count))),
    }));
  const hidden = hiddenSeries(hide, "statuses");
  return drawTimeChart({
    id: "statuses",
    title: "Status rates",
    kind: "stacked",
    times,
    step: found.step,
    series,
    format: "percent",
    hidden,
    noData: "gaps",
    ...look,
  });
}
