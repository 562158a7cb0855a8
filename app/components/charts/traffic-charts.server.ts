import type { LatencyOverTime, RequestsOverTime } from "~/services/data/logs/traffic-over-time.server";
import { formatNumber } from "~/lib/values/numbers";
import { hiddenSeries } from "./chart-address";
import type { NoData } from "./since-data.server";
import { drawTimeChart } from "./time-chart.server";
import type { DrawnChart, Tone } from "./types";

// Requests and latency out of the request log, wherever a page shows them.

const HOUR = 3_600_000;

/** Status classes in the order in which they are stacked. */
const classesAndTones = [
  ["2xx", 1],
  ["3xx", 3],
  ["4xx", 7],
  ["5xx", 2],
] as const satisfies [keyof RequestsOverTime["classes"], Tone][];

type Look = { zone: string; hide: readonly string[] };

/** `per 2.5 min`; of an hour or a day without the one. */
function per(step: number): string {
  const [length, unit] =
    step < 60_000
      ? [1000, "sec"]
      : step < HOUR
        ? [60_000, "min"]
        : step < 24 * HOUR
          ? [HOUR, "hour"]
          : [24 * HOUR, "day"];
  const count = formatNumber(step / length, 1);
  return `per ${count === "1" ? unit : unit === "hour" || unit === "day" ? `${count} ${unit}s` : `${count} ${unit}`}`;
}

/** Requests by status class, stacked; a class without requests is not drawn. */
export function drawRequests({ times, step, classes, total }: RequestsOverTime, { zone, hide }: Look): DrawnChart {
  const found = classesAndTones.filter(([name]) => classes[name].some((count) => count > 0));
  // A chart without a request is empty, not without a class.
  const series = (found.length > 0 ? found : classesAndTones.slice(0, 1)).map(([name, tone]) => ({
    key: name,
    label: name,
    tone,
    values: classes[name],
  }));
  const chart = drawTimeChart({
    id: "requests",
    title: "Requests",
    note: per(step),
    kind: "stacked",
    times,
    step,
    series,
    format: "count",
    zone,
    hidden: hiddenSeries(hide, "requests"),
  });
  return { ...chart, empty: total === 0 };
}

/** The middle and the 95th percentile of search times; `noData` as of `drawTimeChart`. */
export function drawLatency(
  { times, step, p50, p95 }: Omit<LatencyOverTime, "part">,
  { zone, hide, noData, title = "Search latency" }: Look & { noData?: NoData; title?: string },
): DrawnChart {
  return drawTimeChart({
    id: "latency",
    title,
    note: per(step),
    kind: "line",
    times,
    step,
    series: [
      { key: "p95", label: "p95", tone: 2, values: p95 },
      { key: "p50", label: "p50", tone: 1, values: p50 },
    ],
    format: "ms",
    zone,
    hidden: hiddenSeries(hide, "latency"),
    ...(noData && { noData }),
  });
}
