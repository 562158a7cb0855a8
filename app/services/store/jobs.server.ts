import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { SqliteDatabase } from "@common/sqlite";
import { dateFormats, delimiters, encodings, fieldTypes, formats, numberFormats, useCases, type FileProblem, type Plan, type RowProblem } from "~/services/import/types";

// Import jobs and the rows that failed, in the console's own database.

export const jobStates = ["draft", "queued", "running", "waiting", "done", "cancelled", "interrupted", "failed"] as const;
export type JobState = (typeof jobStates)[number];

const optionsSchema = z.object({
  format: z.enum(formats),
  encoding: z.enum(encodings),
  gzip: z.boolean(),
  delimiter: z.enum(delimiters),
  header: z.boolean(),
});

const planSchema: z.ZodType<Plan> = z.object({
  options: optionsSchema,
  columns: z.array(z.string()),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.enum(fieldTypes),
      useCase: z.enum(useCases),
      dateFormat: z.enum(dateFormats),
      numberFormat: z.enum(numberFormats).optional(),
      list: z.boolean(),
      include: z.boolean(),
    }),
  ),
  idField: z.string().nullable(),
});

const problemSchema: z.ZodType<FileProblem> = z.object({ message: z.string(), line: z.number().nullable(), column: z.number().nullable() });

const jobSchema = z.object({
  id: z.string(),
  /** The back end and the index that it belongs to: nobody else gets to see it. */
  url: z.string(),
  app: z.string(),
  username: z.string(),
  /** What the file was called. */
  name: z.string(),
  /** Bytes on disk, packed when it is packed. */
  size: z.number(),
  path: z.string(),
  state: z.enum(jobStates),
  message: z.string().nullable(),
  plan: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : planSchema.parse(JSON.parse(text)))),
  problem: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : problemSchema.parse(JSON.parse(text)))),
  /** Sealed `name:password`; null once the job is over. */
  credentials: z.string().nullable(),
  header: z.string().nullable(),
  created: z.number(),
  started: z.number().nullable(),
  finished: z.number().nullable(),
  rowsRead: z.number(),
  indexed: z.number(),
  updated: z.number(),
  failed: z.number(),
  bytesRead: z.number(),
  /** All rows up to this one are done: stored, or kept as failed. */
  ackedRow: z.number(),
  keptBytes: z.number(),
  /** The job whose failed rows this one tries again, and the other way round. */
  parent: z.string().nullable(),
  retriedBy: z.string().nullable(),
});
export type Job = z.output<typeof jobSchema>;

const failureSchema = z.object({
  row: z.number(),
  line: z.number(),
  field: z.string().nullable(),
  reason: z.string(),
  raw: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes)),
});
export type FailedRow = z.output<typeof failureSchema>;

/** More failed rows than this are counted, no longer kept. */
export const MAX_KEPT_FAILURES = 100_000;
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

const columns = `id, url, app, username, name, size, path, state, message, plan, problem, credentials, header, created, started, finished,
  rows_read AS rowsRead, indexed, updated, failed, bytes_read AS bytesRead, acked_row AS ackedRow, kept_bytes AS keptBytes, parent, retried_by AS retriedBy`;

/** What one acknowledged piece adds to a job. */
export type Progress = {
  ackedRow: number;
  rows: number;
  indexed: number;
  updated: number;
  bytesRead: number;
  failures: ({ row: number; line: number; raw: Buffer } & RowProblem)[];
};

export type JobStore = ReturnType<typeof createJobStore>;

/** Reads and writes jobs. Takes the console's database. */
export function createJobStore(db: SqliteDatabase) {
  function get(id: string): Job | null {
    const row = db.prepare(`SELECT ${columns} FROM imports WHERE id = ?`).get(id);
    return row === undefined ? null : jobSchema.parse(row);
  }

  function create(job: Pick<Job, "url" | "app" | "username" | "name" | "size" | "path"> & { id?: string; parent?: string }): Job {
    const id = job.id ?? newJobId();
    db.prepare(`INSERT INTO imports (id, url, app, username, name, size, path, state, created, parent) VALUES (?, ?, ?, ?, ?, ?, ?, 'draft', ?, ?)`).run(
      id,
      job.url,
      job.app,
      job.username,
      job.name,
      job.size,
      job.path,
      Date.now(),
      job.parent ?? null,
    );
    if (job.parent) db.prepare(`UPDATE imports SET retried_by = ? WHERE id = ?`).run(id, job.parent);
    const made = get(id);
    if (!made) throw new Error(`import ${id} was not stored`);
    return made;
  }

  function setPlan({ id, plan }: { id: string; plan: Plan }) {
    db.prepare(`UPDATE imports SET plan = ? WHERE id = ?`).run(JSON.stringify(plan), id);
  }

  function setHeader({ id, header }: { id: string; header: string }) {
    db.prepare(`UPDATE imports SET header = ? WHERE id = ?`).run(header, id);
  }

  function setCredentials({ id, credentials, username }: { id: string; credentials: string; username: string }) {
    db.prepare(`UPDATE imports SET credentials = ?, username = ? WHERE id = ?`).run(credentials, username, id);
  }

  /** Moves a job to a state. The final ones note the time and forget the credentials. */
  function setState({ id, state, message = null, problem }: { id: string; state: JobState; message?: string | null; problem?: FileProblem | null }) {
    const over = isOver(state) || state === "interrupted";
    db.prepare(
      `UPDATE imports SET state = ?, message = ?, problem = coalesce(?, problem), started = CASE WHEN ? = 'running' THEN coalesce(started, ?) ELSE started END,
       finished = CASE WHEN ? THEN ? ELSE NULL END, credentials = CASE WHEN ? THEN NULL ELSE credentials END WHERE id = ?`,
    ).run(state, message, problem ? JSON.stringify(problem) : null, state, Date.now(), over ? 1 : 0, Date.now(), over ? 1 : 0, id);
  }

  /** Notes a piece as done, its failed rows with it, in one transaction. */
  function commit({ id, progress }: { id: string; progress: Progress }) {
    db.transaction(() => {
      const kept = db.prepare<{ bytes: number; n: number }>(`SELECT kept_bytes AS bytes, failed AS n FROM imports WHERE id = ?`).get(id);
      let { bytes, n } = kept ?? { bytes: 0, n: 0 };
      const insert = db.prepare(`INSERT OR REPLACE INTO import_failures (job, row, line, field, reason, raw) VALUES (?, ?, ?, ?, ?, ?)`);
      for (const failure of progress.failures) {
        if (n++ >= MAX_KEPT_FAILURES || bytes > MAX_KEPT_BYTES) continue;
        bytes += failure.raw.length;
        insert.run(id, failure.row, failure.line, failure.field, failure.reason, failure.raw);
      }
      db.prepare(
        `UPDATE imports SET acked_row = ?, rows_read = rows_read + ?, indexed = indexed + ?, updated = updated + ?, failed = failed + ?, bytes_read = ?, kept_bytes = ? WHERE id = ?`,
      ).run(progress.ackedRow, progress.rows, progress.indexed, progress.updated, progress.failures.length, progress.bytesRead, bytes, id);
    });
  }

  /** The newest jobs of one index on one back end, drafts left out. */
  function list({ url, app, limit }: { url: string; app: string; limit: number }): Job[] {
    return db
      .prepare(`SELECT ${columns} FROM imports WHERE url = ? AND app = ? AND state <> 'draft' ORDER BY created DESC, id LIMIT ?`)
      .all(url, app, limit)
      .map((row) => jobSchema.parse(row));
  }

  /** Jobs in one of these states, oldest first. */
  function listByState(states: readonly JobState[]): Job[] {
    const marks = states.map(() => "?").join(", ");
    return db
      .prepare(`SELECT ${columns} FROM imports WHERE state IN (${marks}) ORDER BY created`)
      .all(...states)
      .map((row) => jobSchema.parse(row));
  }

  /** A page of failed rows, in the order of the file, after the row `after`; of each the first `rawBytes` alone, where it is only to be shown. */
  function failures({ id, after = 0, limit, rawBytes = MAX_KEPT_BYTES }: { id: string; after?: number; limit: number; rawBytes?: number }): FailedRow[] {
    return db
      .prepare(`SELECT row, line, field, reason, substr(raw, 1, ?) AS raw FROM import_failures WHERE job = ? AND row > ? ORDER BY row LIMIT ?`)
      .all(rawBytes, id, after, limit)
      .map((row) => failureSchema.parse(row));
  }

  /** How many failed rows are kept, and their bytes. */
  function keptFailures(id: string): { rows: number; bytes: number } {
    const found = db.prepare<{ n: number; bytes: number | null }>(`SELECT count(*) AS n, sum(length(raw)) AS bytes FROM import_failures WHERE job = ?`).get(id);
    return { rows: found?.n ?? 0, bytes: found?.bytes ?? 0 };
  }

  function remove(id: string) {
    db.transaction(() => {
      db.prepare(`DELETE FROM import_failures WHERE job = ?`).run(id);
      db.prepare(`DELETE FROM imports WHERE id = ?`).run(id);
    });
  }

  /** Drafts and finished jobs begun before a time (milliseconds). */
  function listOld({ drafts, finished }: { drafts: number; finished: number }): Job[] {
    return db
      .prepare(`SELECT ${columns} FROM imports WHERE (state = 'draft' AND created < ?) OR (finished IS NOT NULL AND finished < ?)`)
      .all(drafts, finished)
      .map((row) => jobSchema.parse(row));
  }

  return { get, create, setPlan, setHeader, setCredentials, setState, commit, list, listByState, failures, keptFailures, remove, listOld };
}

/** Whether nothing more will happen to a job. */
export function isOver(state: JobState): boolean {
  return state === "done" || state === "cancelled" || state === "failed";
}

/** A new id: 12 letters and digits, part of the URL and of the ids of documents without an id column. */
export function newJobId(): string {
  return randomBytes(9).toString("base64url").replace(/[-_]/g, "x");
}
