import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart } from "~/components/charts/types";

const DAY = 24 * 3600 * 1000;

type Look = { zone: string; title: string };

/** Searches a day as bars. */
export function drawSearches(days: readonly { at: number; count: number }[], { zone, title }: Look): DrawnChart {
  return drawTimeChart({
    id: "searches",
    title,
    kind: "bar",
    times: days.map(({ at }) => at),
    step: DAY,
    series: [{ key: "searches", label: "Searches", values: days.map(({ count }) => count) }],
    format: "count",
    zone,
  });
}
