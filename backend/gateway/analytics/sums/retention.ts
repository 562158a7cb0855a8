import * as z from "zod";
import type { Engine } from "../../../engine/port";
import { beyond, type LogLimits } from "../../logs/retention";
import { callEngine } from "../../store/engine-client";
import { isFresh, type SummedDay } from "./ledger";
import { DAY } from "./plan";

/** How much of analytics is kept: records of searches by whichever limit is reached first, and their sums, with visits, for so many days. */
export type AnalyticsLimits = LogLimits & { sumsDays: number };

export const USUAL_LIMITS: AnalyticsLimits = { days: 180, records: 9_999_999, bytes: 10 * 1024 ** 3, sumsDays: 1_100 };

const StatsSchema = z.object({
  _all: z.object({ primaries: z.object({ docs: z.object({ count: z.number(), deleted: z.number() }), store: z.object({ size_in_bytes: z.number() }) }) }),
});

/** Bytes of an index, without those of documents that are deleted and still lie there. */
export async function bytesOf(engine: Engine, index: string): Promise<number> {
  const { docs, store } = StatsSchema.parse((await callEngine(engine, { method: "GET", path: `/${index}/_stats/docs,store` })).body)._all.primaries;
  return docs.count === 0 ? 0 : (store.size_in_bytes / (docs.count + docs.deleted)) * docs.count;
}

type Held = { known: readonly SummedDay[]; records: ReadonlyMap<string, number>; bytes: number; limits: AnalyticsLimits; now: number };

/** Days whose records are to go: beyond the limits, and summed up; and those that were to go before and have some yet. */
export function daysToDrop({ known, records, bytes, limits, now }: Held): SummedDay[] {
  const all = [...records.values()].reduce((sum, one) => sum + one, 0);
  const pieces = [...records].sort().map(([name, count]) => {
    const start = Date.parse(name);
    return { name, records: count, bytes: all === 0 ? 0 : (bytes / all) * count, oldest: start, newest: start + DAY };
  });
  const gone = new Set(beyond(pieces, { limits, now }));
  return known.filter((one) => isFresh(one) && (records.get(one.day) ?? 0) > 0 && (one.closed || gone.has(one.day)));
}

/** Days of which not even the sums are kept any more. */
export function daysToForget({ known, limits, now }: Pick<Held, "known" | "limits" | "now">): SummedDay[] {
  const kept = Math.max(limits.days, limits.sumsDays) * DAY;
  return known.filter(({ day, closed }) => closed && now - (Date.parse(day) + DAY) > kept);
}
