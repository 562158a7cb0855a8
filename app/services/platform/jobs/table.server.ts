import { randomBytes } from "node:crypto";
import * as z from "zod";
import { readText, type SqliteDatabase, type SqlValue } from "@common/storage/sqlite";
import { createFailureTable, type JobFailure } from "./failures.server";
import { isOver, jobStates, type JobState } from "./states";

// The rows of all jobs, whatever their kind. What a kind keeps for itself (input, progress, result) is JSON here and
// checked by the kind.

// The name of a file and the words of a search server may hold NUL bytes, and such a text is kept as a blob.
const text = z.union([z.string(), z.instanceof(Uint8Array)]).transform(readText);

const rowSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /**
   * The search server and the index that it belongs to: who may not use that index now does not get to see it. A draft
   * may have no index yet.
   */
  server: text,
  target: text,
  owner: text,
  /** What it is about, in a few words: the name of a file, the filters of a query. */
  label: text,
  state: z.enum(jobStates),
  message: text.nullable(),
  progress: z.string().nullable(),
  result: z.string().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  failed: z.number(),
  keptBytes: z.number(),
  /** Sealed `name:password`; null once the job is over. */
  credentials: z.string().nullable(),
  created: z.number(),
  started: z.number().nullable(),
  finished: z.number().nullable(),
  /** Attempts that failed one after the other, and when the next is due. */
  tries: z.number(),
  nextTry: z.number().nullable(),
  /** The console that runs it, and until when that is to be believed. */
  lease: z.string().nullable(),
  leaseUntil: z.number().nullable(),
  cancel: z.number().transform((asked) => asked !== 0),
});
/** A job as lists have it: without its input, which may be large. */
export type JobRow = z.output<typeof rowSchema>;

const columns = `id, kind, server, target, owner, label, state, message, progress, result, done, total, failed, kept_bytes AS keptBytes, credentials, created, started,
  finished, tries, next_try AS nextTry, lease, lease_until AS leaseUntil, cancel`;

export type NewJob = {
  id?: string;
  kind: string;
  server: string;
  target: string;
  owner: string;
  label: string;
  input: unknown;
  progress?: unknown;
  total?: number | null;
};

/**
 * What a step of a job changes; failures are added to those before. A `repeatable` step does no harm when it is done
 * again, so its note need not wait for the disk.
 */
export type Change = {
  progress?: unknown;
  done?: number;
  total?: number | null;
  failures?: JobFailure[];
  repeatable?: boolean;
};

/** Another console runs the job by now, or it is gone. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

export type Filter = {
  server: string;
  targets: readonly string[];
  states?: readonly JobState[];
  kind?: string;
  owner?: string;
  since?: number;
};

export type JobTable = ReturnType<typeof createJobTable>;

/** Reads and writes jobs. Takes the console's database. */
export function createJobTable(db: SqliteDatabase) {
  const failures = createFailureTable(db);
  const parsed = (row: unknown) => rowSchema.parse(row);

  function get(id: string): JobRow | null {
    const row = db.prepare(`SELECT ${columns} FROM jobs WHERE id = ?`).get(id);
    return row === undefined ? null : parsed(row);
  }

  /** What was asked for, as JSON; null where there is no such job. */
  function input(id: string): string | null {
    return db.prepare<{ input: string }>(`SELECT input FROM jobs WHERE id = ?`).get(id)?.input ?? null;
  }

  function setInput({ id, input }: { id: string; input: unknown }) {
    db.prepare(`UPDATE jobs SET input = ? WHERE id = ?`).run(JSON.stringify(input), id);
  }

  function create({
    id = newJobId(),
    kind,
    server,
    target,
    owner,
    label,
    input,
    progress,
    total = null,
  }: NewJob): string {
    db.prepare(
      `INSERT INTO jobs (id, kind, server, target, owner, label, state, input, progress, total, created) VALUES (?, ?, ?, ?, ?, ?, 'draft', ?, ?, ?, ?)`,
    ).run(
      id,
      kind,
      server,
      target,
      owner,
      label,
      JSON.stringify(input),
      progress === undefined ? null : JSON.stringify(progress),
      total,
      Date.now(),
    );
    return id;
  }

  /** Moves a draft to another index; a job that was started stays with its own. */
  function setTarget({ id, target }: { id: string; target: string }) {
    db.prepare(`UPDATE jobs SET target = ? WHERE id = ? AND state = 'draft'`).run(target, id);
  }

  function setCredentials({ id, credentials, owner }: { id: string; credentials: string; owner: string }) {
    db.prepare(`UPDATE jobs SET credentials = ?, owner = ? WHERE id = ?`).run(credentials, owner, id);
  }

  /**
   * Moves a job to a state that nobody runs it in. The final ones note the time, and they and `interrupted` forget the
   * credentials. With `lease` only for the console that has it. False where it was not ours to move.
   */
  function setState({ id, state, message = null, result, lease, nextTry = null, tries = 0 }: StateChange): boolean {
    const over = isOver(state) || state === "interrupted" ? 1 : 0;
    const now = Date.now();
    const changed = db
      .prepare(
        `UPDATE jobs SET state = ?, message = ?, result = coalesce(?, result), started = CASE WHEN ? = 'running' THEN coalesce(started, ?) ELSE started END,
         finished = CASE WHEN ? THEN ? ELSE NULL END, credentials = CASE WHEN ? THEN NULL ELSE credentials END, cancel = 0, tries = ?, next_try = ?,
         lease = NULL, lease_until = NULL WHERE id = ? AND (? IS NULL OR lease = ?)`,
      )
      .run(
        state,
        message,
        result === undefined ? null : JSON.stringify(result),
        state,
        now,
        over,
        now,
        over,
        tries,
        nextTry,
        id,
        lease ?? null,
        lease ?? null,
      );
    return changed > 0;
  }

  /**
   * Notes a step as done, its failures with it, in one transaction. With `lease` only for the console that has it:
   * throws LeaseLostError.
   */
  function save({ id, lease, change }: { id: string; lease?: string; change: Change }) {
    const note = () => {
      const added = change.failures ?? [];
      const bytes = added.length > 0 ? failures.add({ id, added }) : 0;
      const sets: [string, SqlValue][] = [];
      if (change.progress !== undefined) sets.push(["progress = ?", JSON.stringify(change.progress)]);
      if (change.done !== undefined) sets.push(["done = ?", change.done]);
      if (change.total !== undefined) sets.push(["total = ?", change.total]);
      sets.push(["failed = failed + ?", added.length], ["kept_bytes = kept_bytes + ?", bytes]);
      const changed = db
        .prepare(
          `UPDATE jobs SET ${sets.map(([set]) => set).join(", ")}, tries = 0 WHERE id = ? AND (? IS NULL OR lease = ?)`,
        )
        .run(...sets.map(([, value]) => value), id, lease ?? null, lease ?? null);
      if (changed === 0) throw new LeaseLostError(`job ${id} is run by another console, or was removed`);
    };
    db.transaction(note, { lazy: change.repeatable === true });
  }

  /** Takes a job as it was read: of several consoles one gets it. */
  function claim({ row, lease, until }: { row: JobRow; lease: string; until: number }): boolean {
    const sql = `UPDATE jobs SET state = 'running', message = NULL, started = coalesce(started, ?), finished = NULL, next_try = NULL, lease = ?, lease_until = ?
      WHERE id = ? AND state = ? AND lease IS ? AND lease_until IS ?`;
    return db.prepare(sql).run(Date.now(), lease, until, row.id, row.state, row.lease, row.leaseUntil) > 0;
  }

  /** Says that this console still runs what it has. */
  function renew({ lease, until }: { lease: string; until: number }) {
    db.prepare(`UPDATE jobs SET lease_until = ? WHERE lease = ?`).run(until, lease);
  }

  /** Lets go of what a console runs, so that the next one takes it up at once. */
  function release(lease: string) {
    db.prepare(`UPDATE jobs SET lease = NULL, lease_until = NULL WHERE lease = ?`).run(lease);
  }

  /** Asks the console that runs a job to cancel it. */
  function askCancel(id: string) {
    db.prepare(`UPDATE jobs SET cancel = 1 WHERE id = ?`).run(id);
  }

  /** A paused job is tried now instead of at its time. */
  function tryNow(id: string) {
    db.prepare(`UPDATE jobs SET next_try = 0 WHERE id = ? AND state = 'paused'`).run(id);
  }

  /** Jobs in one of these states, oldest first. */
  function listByState(states: readonly JobState[], kind?: string): JobRow[] {
    const sql = `SELECT ${columns} FROM jobs WHERE state IN (${marks(states)}) AND (? IS NULL OR kind = ?) ORDER BY created, rowid`;
    return db
      .prepare(sql)
      .all(...states, kind ?? null, kind ?? null)
      .map(parsed);
  }

  /** The indices of a server that have jobs, the newest first. */
  function targets({ server, limit }: { server: string; limit: number }): string[] {
    const sql =
      "SELECT target FROM jobs WHERE server = ? AND target <> '' GROUP BY target ORDER BY max(created) DESC LIMIT ?";
    return db
      .prepare<{ target: string }>(sql)
      .all(server, limit)
      .map(({ target }) => target);
  }

  /** A page of jobs: what runs first, then the newest. */
  function list({ limit, offset = 0, ...filter }: Filter & { limit: number; offset?: number }): JobRow[] {
    const { where, values } = whereOf(filter);
    return db
      .prepare(
        `SELECT ${columns} FROM jobs WHERE ${where} ORDER BY ${rank}, coalesce(finished, started, created) DESC, rowid DESC LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset)
      .map(parsed);
  }

  /** How many there are of each state; of each owner and kind, for the choices of a filter. */
  function counts(filter: Filter): { state: JobState; kind: string; owner: string; count: number }[] {
    const { where, values } = whereOf(filter);
    return db
      .prepare<{ state: JobState; kind: string; owner: string; count: number }>(
        `SELECT state, kind, owner, count(*) AS count FROM jobs WHERE ${where} GROUP BY state, kind, owner`,
      )
      .all(...values);
  }

  /** Drafts and finished jobs from before a time (milliseconds). */
  function listOld({ drafts, finished }: { drafts: number; finished: number }): JobRow[] {
    return db
      .prepare(
        `SELECT ${columns} FROM jobs WHERE (state = 'draft' AND created < ?) OR (finished IS NOT NULL AND finished < ?)`,
      )
      .all(drafts, finished)
      .map(parsed);
  }

  function remove(id: string) {
    db.transaction(() => {
      failures.remove(id);
      db.prepare(`DELETE FROM jobs WHERE id = ?`).run(id);
    });
  }

  return {
    failures,
    get,
    input,
    setInput,
    create,
    setTarget,
    setCredentials,
    setState,
    save,
    claim,
    renew,
    release,
    askCancel,
    tryNow,
    listByState,
    targets,
    list,
    counts,
    listOld,
    remove,
  };
}

type StateChange = {
  id: string;
  state: JobState;
  message?: string | null;
  result?: unknown;
  lease?: string;
  nextTry?: number | null;
  tries?: number;
};

// What runs comes first, then what waits, what was not started, what is over.
const rank =
  "CASE state WHEN 'running' THEN 0 WHEN 'paused' THEN 0 WHEN 'interrupted' THEN 0 WHEN 'queued' THEN 1 WHEN 'draft' THEN 2 ELSE 3 END";

const marks = (values: readonly unknown[]) => values.map(() => "?").join(", ");

function whereOf({ server, targets, states, kind, owner, since }: Filter): { where: string; values: SqlValue[] } {
  const parts: [string, SqlValue[]][] = [
    ["server = ?", [server]],
    [`target IN (${marks(targets)})`, [...targets]],
  ];
  if (states !== undefined) parts.push([`state IN (${marks(states)})`, [...states]]);
  if (kind !== undefined) parts.push(["kind = ?", [kind]]);
  if (owner !== undefined) parts.push(["owner = ?", [owner]]);
  if (since !== undefined) parts.push(["coalesce(finished, started, created) >= ?", [since]]);
  return { where: parts.map(([part]) => part).join(" AND "), values: parts.flatMap(([, values]) => values) };
}

/** A new id: 12 letters and digits, part of the URL and of the ids of documents without an id column. */
export function newJobId(): string {
  return randomBytes(9).toString("base64url").replace(/[-_]/g, "x");
}
