import { drawHistogram } from "~/components/charts/value-chart.server";
import type { DrawnChart } from "~/components/charts/types";
import type { Figure } from "~/components/figures/figure-cards";
import { formatDuration } from "~/lib/values/dates";
import { formatNumber } from "~/lib/values/numbers";
import type { Latencies } from "~/services/analytics/latency.server";

/** Width of a step, in ms. */
const STEP = 10;
const FEWEST = 11;
const MOST = 100;
/** The share of searches that the chart shows at least; the slowest ones would make all bars hairlines. */
const SHOWN = 0.99;

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
  const bars = Math.min(MOST, Math.max(FEWEST, below(SHOWN) / STEP));
  const byStart = new Map(steps.map(({ from, count }) => [from, count]));
  const p95 = below(0.95);
  return {
    chart: drawHistogram({
      id: "latencies",
      title: "Searches by latency",
      steps:
        counted === 0
          ? []
          : Array.from({ length: bars }, (_, n) => ({ from: n * STEP, count: byStart.get(n * STEP) ?? 0 })),
      width: STEP,
      format: "ms",
      marks: counted > 0 && p95 <= bars * STEP ? [{ at: p95, label: `p95 below ${formatNumber(p95)} ms` }] : [],
      beyond: steps.reduce((sum, { from, count }) => sum + (from >= bars * STEP ? count : 0), 0),
      ...(linkTo && { linkTo }),
    }),
    searches: searches ?? counted,
    average: counted === 0 ? null : average,
    half: below(0.5),
    percentiles: counted === 0 ? [] : [95, 99].map((percent) => ({ name: `p${percent}`, below: below(percent / 100) })),
  };
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
