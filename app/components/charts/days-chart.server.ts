import { hiddenSeries } from "./chart-address";
import { drawTimeChart } from "./time-chart.server";
import type { NoData } from "./since-data.server";
import type { DrawnChart, ValueFormat } from "./types";

const DAY = 24 * 3600 * 1000;
const MOST_DAYS = 400;

/** All days from the first to the last of some, which servers begin in UTC. */
export function daysBetween(given: readonly number[]): number[] {
  if (given.length === 0) return [];
  const days = given.map((at) => Math.floor(at / DAY));
  const last = Math.max(...days);
  const first = Math.max(Math.min(...days), last - MOST_DAYS + 1);
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * DAY);
}

type Days = {
  id: string;
  title: string;
  format: ValueFormat;
  /** Values by series and day; what is not there is none where counts are drawn, and a gap elsewhere. */
  points: readonly { at: number; series: string; value: number | null }[];
  label: (series: string) => string;
  hide: readonly string[];
  /** As of `drawTimeChart`. */
  noData?: NoData;
};

/** A line for each series, day by day in UTC. */
export function drawDays({ id, title, format, points, label, hide, noData }: Days): DrawnChart {
  const times = daysBetween(points.map(({ at }) => at));
  const names = [...new Set(points.map(({ series }) => series))];
  const none = format === "count" ? 0 : null;
  const valueOf = (series: string) => {
    const found = new Map(
      points.filter((point) => point.series === series).map(({ at, value }) => [Math.floor(at / DAY) * DAY, value]),
    );
    return times.map((at) => found.get(at) ?? none);
  };
  return drawTimeChart({
    id,
    title,
    note: "per day (UTC)",
    kind: "line",
    times,
    step: DAY,
    series: names.map((series) => ({ key: series, label: label(series), values: valueOf(series) })),
    format,
    zone: "UTC",
    hidden: hiddenSeries(hide, id),
    ...(noData && { noData }),
  });
}
