import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import type { Logger } from "pino";
import * as z from "zod";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { bytesOf } from "@backend/gateway/platform/store/index-bytes";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { DAY, dayOf } from "./plan";
import { type AnalyticsLimits, USUAL_LIMITS } from "./retention";

/** What a day has is asked for this often, in ms; between, what is added here is counted. */
const ASK_EVERY = 60_000;
/** Days that are looked at: today, the last one, and some of the traffic maker. */
const MOST_DAYS = 100;

const CountSchema = z.object({ count: z.number() });

/**
 * Whether a day may take more records: it fills no more than its part of what is kept, so that no day pushes out those
 * before it.
 */
export type Today = {
  /** `at` in ms; now without one. */
  hasRoom: (at?: number) => Promise<boolean>;
  /** A record was written that was not there before. */
  added: (at: number | undefined, bytes: number) => void;
};

type Held = { asked: number; records: Promise<number>; bytes: Promise<number>; added: number; addedBytes: number };
type TodayOptions = StoreParts & {
  log: Pick<Logger, "warn">;
  limits?: AnalyticsLimits | undefined;
  now?: (() => number) | undefined;
};

/** Days over the engine. One that cannot be asked for has room. */
export function createToday({ engine, places, log, limits = USUAL_LIMITS, now = Date.now }: TodayOptions): Today {
  const days = new Map<string, Held>();
  const told = new Set<string>();
  const part = (most: number) => (most * ANALYTICS_LIMITS.day.most) / 100;

  async function count(query: object): Promise<number> {
    const path = `/${places.of(SYSTEM.analytics).definition.name}/_count`;
    return CountSchema.parse((await callEngine(engine, { method: "POST", path, body: { query } })).body).count;
  }

  function ask(day: string): Pick<Held, "records" | "bytes"> {
    const start = Date.parse(day);
    const records = count({ range: { timestamp: { gte: start, lt: start + DAY, format: "epoch_millis" } } }).catch(
      () => 0,
    );
    const bytes = Promise.all([
      records,
      count({ match_all: {} }),
      bytesOf(engine, places.of(SYSTEM.analytics).definition.name),
    ])
      .then(([mine, all, total]) => (all === 0 ? 0 : (total / all) * mine))
      .catch(() => 0);
    return { records, bytes };
  }

  function held(at: number): { day: string; of: Held } {
    const day = dayOf(at);
    const known = days.get(day);
    if (known !== undefined && now() - known.asked < ASK_EVERY) return { day, of: known };
    // What was written here counts as it was: the engine only tells what records come to on average.
    const of = { asked: now(), ...ask(day), added: 0, addedBytes: known?.addedBytes ?? 0 };
    if (days.size >= MOST_DAYS) days.clear();
    days.set(day, of);
    return { day, of };
  }

  return {
    hasRoom: async (at = now()) => {
      const { day, of } = held(at);
      const [records, bytes] = await Promise.all([of.records, of.bytes]);
      const isFull = records + of.added >= part(limits.records) || Math.max(bytes, of.addedBytes) >= part(limits.bytes);
      if (isFull && !told.has(day)) {
        told.add(day);
        log.warn(
          { day, records: records + of.added },
          "so many searches of this day are recorded that no more of it are kept",
        );
      }
      return !isFull;
    },
    added: (at = now(), bytes) => {
      const { of } = held(at);
      of.added += 1;
      of.addedBytes += bytes;
    },
  };
}
