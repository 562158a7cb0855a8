import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Config } from "~/server/config.server";
import { isFree } from "~/services/platform/jobs/lease.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";

// Each week of each report that is mailed, and what became of it. Two consoles may work on one store: who sends a week
// has claimed its row before.

const KEPT_MS = 400 * 24 * 3600_000;
/** As long as one message takes at the very most, and more. */
const CLAIM_MS = 5 * 60_000;

type Where = Pick<Config, "dataDir">;
type State = "waiting" | "sending" | "sent" | "failed";

/** What the mail server said of each address: that it took the mail, or why never. */
const takenSchema = z.record(z.string(), z.union([z.literal(true), z.string()]));
export type Taken = z.output<typeof takenSchema>;

type Row = {
  id: string;
  mail: string;
  week: string;
  /** Who sent it out of turn; null for the schedule. */
  person: string | null;
  state: State;
  /** How often it was claimed. */
  tries: number;
  next_try: number | null;
  lease: string | null;
  lease_until: number | null;
  taken: string;
  reason: string | null;
  created: number;
  ended: number | null;
};
export type MailWeek = Omit<Row, "taken"> & { taken: Taken };

const select =
  "SELECT id, mail, week, person, state, tries, next_try, lease, lease_until, taken, reason, created, ended FROM report_mail_weeks";
const read = ({ taken, ...row }: Row): MailWeek => ({ ...row, taken: takenSchema.catch({}).parse(JSON.parse(taken)) });

/** Puts a week in the queue: once where the schedule asks, again and again where a person does. */
export function addWeek(
  { dataDir }: Where,
  { mail, week, person, now }: { mail: string; week: string; person: string | null; now: number },
) {
  const database = requireStore(dataDir);
  const sql =
    "INSERT OR IGNORE INTO report_mail_weeks (id, mail, week, person, state, created) VALUES (?, ?, ?, ?, 'waiting', ?)";
  const added = database.prepare(sql).run(randomBytes(12).toString("hex"), mail, week, person, now);
  if (added > 0) database.prepare("DELETE FROM report_mail_weeks WHERE created < ?").run(now - KEPT_MS);
}

/** Whether the schedule's mail of a week has a row already. */
export function hasWeek({ dataDir }: Where, { mail, week }: { mail: string; week: string }): boolean {
  return (
    openStore(dataDir)
      .prepare("SELECT 1 FROM report_mail_weeks WHERE mail = ? AND week = ? AND person IS NULL")
      .get(mail, week) !== undefined
  );
}

/** Those that may be claimed now, the oldest first. */
export function openWeeks({ dataDir }: Where, now: number): MailWeek[] {
  const rows = openStore(dataDir)
    .prepare<Row>(`${select} WHERE state IN ('waiting', 'sending') ORDER BY created`)
    .all()
    .map(read);
  return rows.filter(
    (row) => (row.next_try ?? 0) <= now && isFree({ lease: row.lease, leaseUntil: row.lease_until }, now),
  );
}

/** The last ones of a report, the newest first. */
export function lastWeeks({ dataDir }: Where, { mail, most }: { mail: string; most: number }): MailWeek[] {
  return openStore(dataDir)
    .prepare<Row>(`${select} WHERE mail = ? ORDER BY created DESC, rowid DESC LIMIT ?`)
    .all(mail, most)
    .map(read);
}

type Held = Pick<MailWeek, "id"> & { lease: string };

/** Claims a week as it was read. False where another console was faster. */
export function claimWeek(
  { dataDir }: Where,
  { row, lease, now }: { row: MailWeek; lease: string; now: number },
): boolean {
  const sql = `UPDATE report_mail_weeks SET state = 'sending', tries = tries + 1, next_try = NULL, lease = ?, lease_until = ?
    WHERE id = ? AND state IN ('waiting', 'sending') AND tries = ? AND lease IS ?`;
  return (
    requireStore(dataDir)
      .prepare(sql)
      .run(lease, now + CLAIM_MS, row.id, row.tries, row.lease) === 1
  );
}

/** Says that this console still sends it. False where it does no longer: deleted, or taken over. */
export function renewWeek({ dataDir }: Where, { id, lease, now }: Held & { now: number }): boolean {
  const sql = "UPDATE report_mail_weeks SET lease_until = ? WHERE id = ? AND lease = ? AND state = 'sending'";
  return (
    requireStore(dataDir)
      .prepare(sql)
      .run(now + CLAIM_MS, id, lease) === 1
  );
}

/** Notes what the mail server said so far. */
export function noteTaken({ dataDir }: Where, { id, lease, taken }: Held & { taken: Taken }) {
  requireStore(dataDir)
    .prepare("UPDATE report_mail_weeks SET taken = ? WHERE id = ? AND lease = ?")
    .run(JSON.stringify(taken), id, lease);
}

type End = Held & { state: Exclude<State, "sending">; reason: string | null; nextTry?: number; now: number };

/** Lets go of a week: over, or to be tried again. */
export function endWeek({ dataDir }: Where, { id, lease, state, reason, nextTry, now }: End) {
  const sql =
    "UPDATE report_mail_weeks SET state = ?, reason = ?, next_try = ?, ended = ?, lease = NULL, lease_until = NULL WHERE id = ? AND lease = ?";
  requireStore(dataDir)
    .prepare(sql)
    .run(state, reason, nextTry ?? null, state === "waiting" ? null : now, id, lease);
}
