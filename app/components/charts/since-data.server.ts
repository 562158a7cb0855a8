import { formatDateTime, formatDay } from "~/lib/values/dates";
import type { Series } from "./types";

/** Which points tell nothing: those without a value alone, or those that counted none as well. */
export type NoData = "gaps" | "zeros";

/** From which share of the points on an empty start is left out. */
const EMPTY = 0.5;
/** Of what is left, how much is drawn before it. */
const LEAD = 0.1;
/** Fewer points make no chart: bars as wide as a hand, hours under days. */
const FEWEST = 5;
const DAY = 24 * 3600 * 1000;

type Points = { times: readonly number[]; series: readonly Series[] };
type Period = Points & { step: number; zone: string; noData?: NoData };

const tells = (value: number | null | undefined, noData: NoData) => value != null && (noData === "gaps" || value !== 0);

/** The places of the points that tell something. */
export const tellingPoints = ({ times, series, noData }: Points & { noData: NoData }): number[] =>
  times.flatMap((_, n) => (series.some(({ values }) => tells(values[n], noData)) ? [n] : []));

/**
 * The points from a little before the first that tells something, where at least half of them lie before it, and a line
 * that says so. All of them with null where there are fewer, where none tells anything, and without `noData`.
 */
export function sinceData({ times, series, step, zone, noData }: Period): Points & { noDataBefore: string | null } {
  const first = noData === undefined ? -1 : (tellingPoints({ times, series, noData })[0] ?? -1);
  const [from, since] = [times[0], times[first]];
  if (noData === undefined || from === undefined || since === undefined || first < times.length * EMPTY)
    return { times, series, noDataBefore: null };
  const lead = Math.max(1, Math.round((times.length - first) * LEAD));
  const start = Math.max(0, Math.min(first - lead, times.length - FEWEST));
  if (start === 0) return { times, series, noDataBefore: null };
  return {
    times: times.slice(start),
    series: series.map((one) => ({ ...one, values: one.values.slice(start) })),
    noDataBefore: `No data before ${momentIn({ since, from, step, zone })}`,
  };
}

/** What is said of a chart that was asked for from its first value on, in place of its period. */
export const noDataBefore = (moment: Omit<Moment, "step">) => `No data before ${momentIn({ ...moment, step: 1 })}`;

type Moment = { since: number; from: number; step: number; zone: string };

/** The day; the moment, where the period begins on that day itself. */
function momentIn({ since, from, step, zone }: Moment) {
  const day = formatDay({ instant: since, zone });
  const isLater = step % DAY === 0 || formatDay({ instant: from, zone }) !== day;
  return isLater ? day : formatDateTime({ instant: since, zone });
}
