import type { Config } from "~/server/config.server";
import type { Schedule } from "~/lib/schedule/when";
import { isFree } from "~/services/platform/jobs/lease.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";
import type { Of } from "../store.server";

// One schedule an index, in the console's own database. Two consoles may work on one store: who runs a day's tests has
// claimed the row before.

/** Longer than a run may take (`TIME_LIMIT_MS`), and more. */
const CLAIM_MS = 5 * 60_000;

type Where = Pick<Config, "dataDir">;

const made = ["server", "index_name", "id", "weekday", "hour", "zone"] as const;
const kept = ["person", "created", "credential", "sealed", "done_day"] as const;
const columns = [...made, ...kept];

type Made = Schedule & {
  server: string;
  index_name: string;
  id: string;
  person: string;
  created: number;
  credential: string;
  sealed: string;
  /** The last day (`2026-11-27`) of the schedule that is over. */
  done_day: string;
};

export type TestSchedule = Made & {
  /** How often the day that is due was begun. */
  tries: number;
  next_try: number | null;
  lease: string | null;
  lease_until: number | null;
  /** When tests were run last, in ms since 1970. */
  ran_at: number | null;
  /** Why the last run failed; null where it did not. */
  reason: string | null;
};

const select = `SELECT ${columns.join(", ")}, tries, next_try, lease, lease_until, ran_at, reason FROM relevance_schedules`;

/** Keeps a schedule. False where the index has one. Throws BackendError 507 where the console's disk is full. */
export function addSchedule({ dataDir }: Where, row: Made): boolean {
  const sql = `INSERT OR IGNORE INTO relevance_schedules (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  return (
    requireStore(dataDir)
      .prepare(sql)
      .run(...columns.map((name) => row[name])) === 1
  );
}

/** The schedule of an index. */
export function scheduleOf({ dataDir }: Where, { server, index }: Of): TestSchedule | undefined {
  return openStore(dataDir).prepare<TestSchedule>(`${select} WHERE server = ? AND index_name = ?`).get(server, index);
}

/** Those of this console, whatever their server. */
export function allSchedules({ dataDir }: Where): TestSchedule[] {
  return openStore(dataDir).prepare<TestSchedule>(`${select} ORDER BY created`).all();
}

/** Forgets one. Throws BackendError 507 where the console's disk is full. */
export function deleteSchedule({ dataDir }: Where, id: string): void {
  requireStore(dataDir).prepare("DELETE FROM relevance_schedules WHERE id = ?").run(id);
}

/** Whether a day may be begun now: nobody is at it, and a pause after a failure is over. */
export const isOpen = ({ lease, lease_until, next_try }: TestSchedule, now: number): boolean =>
  (next_try ?? 0) <= now && isFree({ lease, leaseUntil: lease_until }, now);

/** Claims the day of a schedule as it was read. False where another console was faster, or it is gone. */
export function claimSchedule(
  { dataDir }: Where,
  { row, lease, now }: { row: TestSchedule; lease: string; now: number },
): boolean {
  const sql = `UPDATE relevance_schedules SET tries = tries + 1, next_try = NULL, lease = ?, lease_until = ?
    WHERE id = ? AND done_day = ? AND tries = ? AND lease IS ?`;
  return (
    requireStore(dataDir)
      .prepare(sql)
      .run(lease, now + CLAIM_MS, row.id, row.done_day, row.tries, row.lease) === 1
  );
}

type Ended = { id: string; lease: string; reason: string | null } & (
  { /** The day that is over. */ day: string; ranAt: number | null } | { nextTry: number }
);

/** Lets go of a day: over, or to be tried again. */
export function endScheduled({ dataDir }: Where, { id, lease, reason, ...ended }: Ended): void {
  const database = requireStore(dataDir);
  const let_go = "lease = NULL, lease_until = NULL, reason = ?";
  if ("nextTry" in ended)
    database
      .prepare(`UPDATE relevance_schedules SET ${let_go}, next_try = ? WHERE id = ? AND lease = ?`)
      .run(reason, ended.nextTry, id, lease);
  else
    database
      .prepare(
        `UPDATE relevance_schedules SET ${let_go}, done_day = ?, tries = 0, next_try = NULL, ran_at = coalesce(?, ran_at) WHERE id = ? AND lease = ?`,
      )
      .run(reason, ended.day, ended.ranAt, id, lease);
}
