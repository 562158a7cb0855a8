import { noDataBefore } from "~/components/charts/since-data.server";
import { drawLatency } from "~/components/charts/traffic-charts.server";
import { drawHistogram } from "~/components/charts/value-chart.server";
import type { DrawnChart } from "~/components/charts/types";
import type { Figure } from "~/components/figures/figure-cards";
import type { Range } from "~/lib/address/range-of";
import { formatDuration } from "~/lib/values/dates";
import { formatNumber } from "~/lib/values/numbers";
import type { Latencies } from "~/services/analytics/latency.server";
import type { LatencyOverTime } from "~/services/data/logs/traffic-over-time.server";

/** Width of a step, in ms. */
const STEP = 10;
/** Fewer bars would be as wide as a hand: their axis goes on. */
const FEWEST = 5;
const MOST = 100;
/**
 * The slowest searches are counted, not drawn, for they would make all bars hairlines: those beyond this share, and
 * those that took so many times as long as nearly all others.
 */
const SHOWN = 0.99;
const FAR = 2;

type Look = {
  /** Of requests between two times, `to` not included; null for who may not read the log. */ linkTo:
    ((step: { from: number; to: number | null }) => string) | null;
};
type Drawn = {
  chart: DrawnChart;
  searches: number;
  average: number | null;
  /** Half of them took less. */ half: number;
  percentiles: { name: string; below: number }[];
};

/** How long searches took, in bars of 10 ms, with percentiles to the same measure: the answer tells no more. */
export function drawLatencies({ steps, searches, average }: Latencies, { linkTo }: Look): Drawn {
  const counted = steps.reduce((sum, { count }) => sum + count, 0);
  const below = (share: number) => {
    let sum = 0;
    const found = steps.find(({ count }) => (sum += count) >= counted * share);
    return (found?.from ?? 0) + STEP;
  };
  const p95 = below(0.95);
  const found = steps.filter(({ count }) => count > 0);
  // From the first to the last that has any: none at the ends.
  const low = found[0]?.from ?? 0;
  const end = Math.min(below(SHOWN), p95 * FAR, low + MOST * STEP);
  const last = found.findLast(({ from }) => from < end)?.from ?? low;
  const byStart = new Map(steps.map(({ from, count }) => [from, count]));
  const bars = counted === 0 ? 0 : Math.round((last - low) / STEP) + 1;
  return {
    chart: drawHistogram({
      id: "latencies",
      title: "Searches by latency",
      steps: Array.from({ length: bars }, (_, n) => low + n * STEP).map((from) => ({
        from,
        count: byStart.get(from) ?? 0,
      })),
      width: STEP,
      fewest: FEWEST,
      format: "ms",
      marks: counted > 0 && p95 <= last + STEP ? [{ at: p95, label: `p95 below ${formatNumber(p95)} ms` }] : [],
      beyond: steps.reduce((sum, { from, count }) => sum + (from > last ? count : 0), 0),
      ...(linkTo && { linkTo }),
    }),
    searches: searches ?? counted,
    average: counted === 0 ? null : average,
    half: below(0.5),
    percentiles: counted === 0 ? [] : [95, 99].map((percent) => ({ name: `p${percent}`, below: below(percent / 100) })),
  };
}

type OverTime = { range: Pick<Range, "from" | "zone">; hide: readonly string[] };

/** How long searches took over time, from the first of them on. */
export function drawLatencyOverTime({ part, ...found }: LatencyOverTime, { range, hide }: OverTime): DrawnChart {
  const chart = drawLatency(found, { zone: range.zone, hide, noData: "gaps", title: "Latency over time" });
  return part ? { ...chart, noDataBefore: noDataBefore({ ...range, since: part.from }) } : chart;
}

/** The totals above the chart; without searches there is no average. */
export function latencyFigures({ searches, average, half, percentiles }: Omit<Drawn, "chart">): Figure[] {
  const ms = formatDuration;
  return [
    { label: "Searches", value: formatNumber(searches) },
    ...(average === null ? [] : [{ label: "Average latency", value: ms(average), note: `half below ${ms(half)}` }]),
    ...percentiles.map(({ name, below }) => ({ label: name, value: `< ${ms(below)}` })),
  ];
}
