import type { Series } from "./types";

/** More points than this are not told apart on a screen. */
export const MOST_POINTS = 240;

type Points = { times: readonly number[]; series: readonly Series[]; step: number };

const folds = {
  sum: (values: number[]) => values.reduce((sum, value) => sum + value, 0),
  highest: (values: number[]) =>
    values.reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY),
};

/**
 * The same in at most `most` points, neighbours taken together: counts are added, of measures the highest is kept, so
 * that no peak is lost. A stretch without any value stays a gap. `together` tells how many points one stands for.
 */
export function reducePoints({
  times,
  series,
  step,
  by,
  most = MOST_POINTS,
}: Points & { by: keyof typeof folds; most?: number }): Points & { together: number } {
  const together = Math.ceil(times.length / most);
  if (together <= 1) return { times, series, step, together: 1 };
  const starts = Array.from({ length: Math.ceil(times.length / together) }, (_, n) => n * together);
  const fold = folds[by];
  return {
    times: starts.map((start) => times[start] ?? 0),
    series: series.map((one) => ({
      ...one,
      values: starts.map((start) => {
        const known = one.values.slice(start, start + together).filter((value) => value !== null);
        return known.length === 0 ? null : fold(known);
      }),
    })),
    step: step * together,
    together,
  };
}
