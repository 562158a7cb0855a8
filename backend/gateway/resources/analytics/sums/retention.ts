import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import type { LogLimits } from "../../data/logs/limits";
import { type Amount, leaving, type Leaving, overAfter, overOf } from "@backend/gateway/platform/store/excess";
import { isFresh, type SummedDay } from "./ledger";
import { DAY } from "./plan";

/**
 * How much of analytics is kept: records of searches by whichever limit is reached first, and their sums, with visits,
 * for so many days.
 */
export type AnalyticsLimits = LogLimits & { sumsDays: number };

export const USUAL_LIMITS: AnalyticsLimits = { days: 180, records: 9_999_999, bytes: 10 * 1024 ** 3, sumsDays: 1_100 };

type Held = {
  known: readonly SummedDay[];
  records: ReadonlyMap<string, number>;
  bytes: number;
  limits: AnalyticsLimits;
  now: number;
  /** Days that cannot be summed up: their records go without. */
  unsummed?: ReadonlySet<string>;
};
type Part = Amount & { day: string };

/**
 * What goes of each day that is beyond the limits. Too old ones go whole; of what is too much first those that fill
 * more than their part go, the largest before others, then the oldest, and of a day whose records are far more than
 * there is too much only the oldest. The newest day stays.
 */
function beyond(parts: readonly Part[], { limits, now }: Pick<Held, "limits" | "now">): Map<string, Leaving> {
  const share = ANALYTICS_LIMITS.day.most / 100;
  // Of how many of its parts a day is.
  const size = ({ records, bytes }: Part) =>
    Math.max(records / (limits.records * share), bytes / (limits.bytes * share));
  const [newest, ...older] = [...parts].sort((a, b) => (a.day < b.day ? 1 : -1));
  const isOld = ({ day }: Part) => now - (Date.parse(day) + DAY) > limits.days * DAY;
  const gone = new Map<string, Leaving>(
    older.filter(isOld).map(({ day, records }) => [day, { isWhole: true, least: records, most: records }]),
  );
  const left = older
    .filter(({ day }) => !gone.has(day))
    .sort((a, b) => Math.max(1, size(b)) - Math.max(1, size(a)) || (a.day < b.day ? -1 : 1));
  // What the newest day has beyond its part is not for others to make room for.
  const kept = [
    ...left,
    ...(newest
      ? [
          {
            ...newest,
            records: Math.min(newest.records, limits.records * share),
            bytes: Math.min(newest.bytes, limits.bytes * share),
          },
        ]
      : []),
  ];
  let over = overOf(kept, limits);
  for (const part of left) {
    const goes = leaving({ part, over, limits });
    if (goes.most === 0) break;
    gone.set(part.day, goes);
    over = overAfter(over, { part, gone: goes.most });
  }
  return gone;
}

/** A day of which records are to go. */
export type DayRemoval = Leaving & { day: string };

/**
 * What goes of days that are beyond the limits: of those that are summed up, which are closed before, and of those that
 * never will be.
 */
export function daysToDrop({ known, records, bytes, limits, now, unsummed = new Set() }: Held): {
  summed: (DayRemoval & { of: SummedDay })[];
  others: DayRemoval[];
} {
  const all = [...records.values()].reduce((sum, one) => sum + one, 0);
  const parts = [...records].map(([day, count]) => ({
    day,
    records: count,
    bytes: all === 0 ? 0 : (bytes / all) * count,
  }));
  const gone = [...beyond(parts, { limits, now })].map(([day, goes]) => ({ day, ...goes }));
  const fresh = new Map(known.filter(isFresh).map((one) => [one.day, one]));
  return {
    summed: gone.flatMap((one) => {
      const of = fresh.get(one.day);
      return of === undefined || one.most === 0 ? [] : [{ ...one, of }];
    }),
    others: gone.filter(({ day, most }) => unsummed.has(day) && !fresh.has(day) && most > 0),
  };
}

/** Days of which not even the sums are kept any more. */
export function daysToForget({ known, limits, now }: Pick<Held, "known" | "limits" | "now">): SummedDay[] {
  const kept = Math.max(limits.days, limits.sumsDays) * DAY;
  return known.filter(({ day, closed }) => closed && now - (Date.parse(day) + DAY) > kept);
}
