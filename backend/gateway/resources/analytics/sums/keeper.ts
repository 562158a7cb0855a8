import { setTimeout as pause } from "node:timers/promises";
import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import type { Logger } from "pino";
import * as z from "zod";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { bytesOf } from "@backend/gateway/platform/store/index-bytes";
import { tryLock } from "@backend/gateway/platform/store/lock";
import { removeOldest } from "@backend/gateway/platform/store/remove-oldest";
import { FRESH } from "@backend/gateway/platform/store/short-memory";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { CLICK_AGGS, clickSums } from "../reports/figures";
import { isFresh, type Ledger, type SummedDay } from "./ledger";
import { DAY, dayOf } from "./plan";
import { type AnalyticsLimits, type DayRemoval, daysToDrop, daysToForget, USUAL_LIMITS } from "./retention";
import { sumDay } from "./sum-day";

/**
 * In ms. A day is summed when nothing of it has changed for so long. Pages are read and written with so much rest
 * between them: whoever searches comes first.
 */
export type Times = {
  quiet: number;
  rest: number;
  /** How long a reader may need from the name of a run to its rows. */ read: number;
};
const USUAL: Times = { quiet: 600_000, rest: 20, read: 2 * FRESH };
/** Who sums up, or changes sums, holds the lock of this name. */
export const SUMS_LOCK = "analytics-sums";
/** How often it is looked whether there is something to do, in ms. */
const LOOK_EVERY = 600_000;

const DaysSchema = z.object({
  aggregations: z.object({
    days: z.object({ buckets: z.array(z.object({ key: z.number(), doc_count: z.number(), ...clickSums })) }),
  }),
});

/** Sums up days that are over, beside the requests. */
export type Keeper = {
  /** Tells that analytics are being used. Work that is due is begun and not waited for. */
  note: () => void;
  /** All that is due, now; nothing where another gateway is at it. */
  run: () => Promise<void>;
  close: () => Promise<void>;
};

export type KeeperOptions = StoreParts & {
  ledger: Ledger;
  log: Pick<Logger, "warn" | "info">;
  now?: () => number;
  times?: Times;
  limits?: AnalyticsLimits | undefined;
};

/** The keeper of the sums, one at a time over all gateways of an engine. */
export function createKeeper({
  engine,
  places,
  ledger,
  log,
  now = Date.now,
  times = USUAL,
  limits = USUAL_LIMITS,
}: KeeperOptions): Keeper {
  const { quiet } = times;
  const name = (index: Parameters<typeof places.of>[0]) => places.of(index).definition.name;
  const seen = new Map<string, { figures: string; since: number }>();
  const failures = new Map<string, number>();
  let looked = now();
  let running: Promise<void> | null = null;
  let isClosed = false;

  // What the records of each day come to, to see what somebody has written or removed himself.
  async function figures(): Promise<Map<string, string>> {
    const days = { date_histogram: { field: "timestamp", fixed_interval: "1d", min_doc_count: 1 }, aggs: CLICK_AGGS };
    const path = `/${name(SYSTEM.analytics)}`;
    await callEngine(engine, { method: "POST", path: `${path}/_refresh` });
    const { body } = await callEngine(engine, {
      method: "POST",
      path: `${path}/_search`,
      body: { size: 0, aggs: { days } },
    });
    return new Map(
      DaysSchema.parse(body).aggregations.days.buckets.map(({ key, doc_count, ...sums }) => [
        dayOf(key),
        [doc_count, ...Object.values(sums)].join(" "),
      ]),
    );
  }

  // Not while its records come in or change, through whomever.
  function isQuiet(day: string, found: string): boolean {
    const before = seen.get(day);
    if (before?.figures !== found) seen.set(day, { figures: found, since: now() });
    return Date.parse(day) + DAY + quiet <= now() && now() - (seen.get(day)?.since ?? now()) >= quiet;
  }

  function isQuietSince({ changed }: SummedDay): boolean {
    return changed === "" || now() - Date.parse(changed.split(" ")[0] ?? "") >= quiet;
  }

  // Rows that nothing names: of runs that ended half-way, or of sums that have been made again. Whoever has just read
  // the name of one reads it to its end.
  async function clean(): Promise<void> {
    await pause(times.read);
    const runs = (await ledger.days()).map(({ run }) => run);
    await deleteFrom(SYSTEM.analyticsSums, { bool: { must_not: [{ terms: { run: runs } }] } });
  }

  // Days whose records no longer come to what was added up are read from these again.
  async function compare(found: Map<string, string>): Promise<void> {
    const doubted = await ledger.doubted();
    for (const [day, sums] of await figures()) found.set(day, sums);
    for (const one of await ledger.days()) {
      const sums = found.get(one.day) ?? "";
      // A day of which all records were removed has sums too, of nothing.
      found.set(one.day, sums);
      if (isFresh(one) && !one.closed && one.figures !== sums) await ledger.change(one.day);
    }
    await ledger.settle(doubted, doubted);
  }

  async function work(check: () => void): Promise<void> {
    await clean();
    const found = new Map<string, string>();
    await compare(found);
    const known = new Map((await ledger.days()).map((one) => [one.day, one]));
    for (const [day, sums] of [...found].sort().reverse()) {
      check();
      const one = known.get(day);
      const isQuietNow = isQuiet(day, sums) && (one === undefined || isQuietSince(one));
      if (!isQuietNow || (one !== undefined && isFresh(one))) continue;
      if ((failures.get(day) ?? 0) >= ANALYTICS_LIMITS.sumTries.most) continue;
      const opened = await ledger.open(day);
      try {
        const made = await sumDay({ engine, places, day, check, rest: times.rest });
        await ledger.settle(opened, { run: made, figures: sums });
        failures.delete(day);
      } catch (error) {
        // Where the work itself has to end.
        check();
        failures.set(day, (failures.get(day) ?? 0) + 1);
        log.warn({ err: error, day, times: failures.get(day) }, "a day of analytics could not be summed up");
      }
    }
  }

  async function deleteFrom(index: Parameters<typeof places.of>[0], query: object): Promise<void> {
    const options = { conflicts: "proceed", refresh: "true" };
    await callEngine(engine, {
      method: "POST",
      path: `/${name(index)}/_delete_by_query`,
      query: options,
      body: { query },
    });
  }

  async function dropRecords({ day, isWhole, least, most }: DayRemoval, check: () => void): Promise<void> {
    const [from, to] = [Date.parse(day), Date.parse(day) + DAY];
    const goesOn = () => Promise.resolve(check()).then(() => true);
    if (isWhole)
      await deleteFrom(SYSTEM.analytics, { range: { timestamp: { gte: from, lt: to, format: "epoch_millis" } } });
    else await removeOldest({ engine, index: name(SYSTEM.analytics), from, to, least, most, goesOn });
  }

  // Only of days that have sums or never will: whatever is asked of them as a whole is read from these then.
  async function drop(check: () => void): Promise<void> {
    const known = await ledger.days();
    const records = new Map([...(await figures())].map(([day, sums]) => [day, Number.parseInt(sums)]));
    const bytes = await bytesOf(engine, name(SYSTEM.analytics));
    const unsummed = new Set(
      [...failures].flatMap(([day, times]) => (times >= ANALYTICS_LIMITS.sumTries.most ? [day] : [])),
    );
    const { summed, others } = daysToDrop({ known, records, bytes, limits, now: now(), unsummed });
    for (const one of summed) {
      check();
      if (!one.of.closed) await ledger.close(one.of);
      log.info(
        { day: one.day, records: one.most, of: records.get(one.day) },
        "records of a day of analytics are removed, its sums stay",
      );
      await dropRecords(one, check);
    }
    for (const one of others) {
      check();
      log.warn(
        { day: one.day },
        "records of a day of analytics that could not be summed up are removed: they are beyond what is kept",
      );
      await dropRecords(one, check);
    }
    for (const one of daysToForget({ known, limits, now: now() })) await ledger.remove(one);
    const oldest = now() - Math.max(limits.days, limits.sumsDays) * DAY;
    await deleteFrom(SYSTEM.userSessions, { range: { updated_at: { lt: oldest, format: "epoch_millis" } } });
  }

  async function run(): Promise<void> {
    const lock = await tryLock({ engine, name: SUMS_LOCK, index: name(SYSTEM.locks) });
    if (!lock) return;
    const check = () => {
      lock.check();
      if (isClosed) throw new Error("the server is being stopped");
    };
    try {
      await work(check);
      await drop(check);
    } finally {
      await lock.release();
    }
  }

  function note(): void {
    if (running || isClosed || now() - looked < LOOK_EVERY) return;
    looked = now();
    running = run()
      .catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, "days of analytics could not be summed up");
      })
      .finally(() => (running = null));
  }

  return {
    note,
    run,
    close: async () => {
      isClosed = true;
      await running;
    },
  };
}
