import { randomUUID } from "node:crypto";
import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";

/** The entry that stands for all days. */
const ALL = "all";
/** More days than anybody keeps. */
const MOST_DAYS = 10_000;

const DaySchema = z.object({
  day: z.string(),
  /** The run whose rows are the day's sums; "" while there are none. */
  run: z.string(),
  /** The records' own figures when they were summed: where these differ, somebody has changed the index himself. */
  figures: z.string(),
  /** The last late change of a record of the day, and the one that the sums include. */
  changed: z.string(),
  includes: z.string(),
  /** Its records are gone, or some of them: the sums are all there is, and stay as they are. */
  closed: z.boolean(),
});
export type SummedDay = z.infer<typeof DaySchema>;

const NONE: SummedDay = { day: "", run: "", figures: "", changed: "", includes: "", closed: false };

/** Which days have sums, in `.analytics_days`, over all gateways of an engine. */
export type Ledger = {
  days: () => Promise<SummedDay[]>;
  /** Runs of the days whose sums are as new as their records, by day. At most half a second old. */
  runs: () => Promise<ReadonlyMap<string, string>>;
  /** The day as it is now, made where it is not there yet. */
  open: (day: string) => Promise<SummedDay>;
  /** Tells of a change of a record of this day: its sums count no more until they are made again. */
  change: (day: string) => Promise<void>;
  /** Tells that somebody has written to the records himself: no sums count until all days have been looked at. */
  doubt: () => Promise<void>;
  /** What is told by `doubt`, to be settled. */
  doubted: () => Promise<SummedDay>;
  /** The day has been summed since it was opened. */
  settle: (from: SummedDay, to: Pick<SummedDay, "run" | "figures">) => Promise<void>;
  close: (day: SummedDay) => Promise<void>;
  remove: (day: SummedDay) => Promise<void>;
};

/** Whether the sums of a day hold all that its records do. */
export function isFresh({ run, changed, includes, closed }: SummedDay): boolean {
  return run !== "" && (closed || changed === includes);
}

/** The ledger over the engine. */
export function createLedger(parts: StoreParts): Ledger {
  const store = createSystemStore({ ...parts, index: SYSTEM.analyticsDays, schema: DaySchema });
  const entries = () => store.find({ match_all: {} }, MOST_DAYS);
  const days = async () => (await entries()).filter(({ day }) => day !== ALL);
  const memory = createShortMemory({ read: readRuns });

  async function readRuns(): Promise<Map<string, string>> {
    const all = await entries();
    const isDoubted = all.some(({ day, changed, includes }) => day === ALL && changed !== includes);
    return new Map(
      all
        .filter((one) => one.day !== ALL && isFresh(one) && (one.closed || !isDoubted))
        .map(({ day, run }) => [day, run]),
    );
  }

  async function write(from: SummedDay, to: SummedDay): Promise<void> {
    await store.change(from.day, { from, to });
    memory.forget();
  }

  async function change(day: string): Promise<void> {
    const to = { ...NONE, changed: `${new Date().toISOString()} ${randomUUID()}` };
    try {
      // Only this field is written. A day that has no entry has no sums.
      await store.change(day, { from: NONE, to });
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
    }
    memory.forget();
  }

  async function open(day: string): Promise<SummedDay> {
    await store.create(day, { ...NONE, day });
    return (await entries()).find((one) => one.day === day) ?? { ...NONE, day };
  }

  return {
    days,
    runs: () => memory.get(""),
    open,
    change,
    doubt: async () => {
      await open(ALL);
      await change(ALL);
    },
    doubted: () => open(ALL),
    settle: (from, to) => write(from, { ...from, ...to, includes: from.changed }),
    close: (from) => write(from, { ...from, closed: true }),
    remove: async ({ day }) => {
      await store.remove(day);
      memory.forget();
    },
  };
}
