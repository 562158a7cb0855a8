import { CONSOLE_LIMITS } from "@common/limits/console";
import * as z from "zod";
import type { SqliteDatabase } from "@common/storage/sqlite";

// What single rows or documents of a job failed with, beside the job itself.

const failureSchema = z.object({
  row: z.number(),
  line: z.number(),
  field: z.string().nullable(),
  reason: z.string(),
  raw: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes)),
});
export type FailedRow = z.output<typeof failureSchema>;
/** One that failed: which one of all, where in its file, why, and itself as it was. */
export type JobFailure = { row: number; line: number; field: string | null; reason: string; raw: Buffer };

/** More failures than this are counted, no longer kept. */
export const MAX_KEPT_FAILURES = CONSOLE_LIMITS.jobFailures.most;
const MAX_KEPT_BYTES = CONSOLE_LIMITS.jobFailuresBytes.most;

/** Reads and writes the failures of jobs. */
export function createFailureTable(db: SqliteDatabase) {
  /**
   * Keeps failures as long as there is room for them, and returns the bytes that this took. Call it within a
   * transaction.
   */
  function add({ id, added }: { id: string; added: readonly JobFailure[] }): number {
    const before = db
      .prepare<{ bytes: number; n: number }>(`SELECT kept_bytes AS bytes, failed AS n FROM jobs WHERE id = ?`)
      .get(id) ?? { bytes: 0, n: 0 };
    let { bytes, n } = before;
    const insert = db.prepare(
      `INSERT OR REPLACE INTO job_failures (job, row, line, field, reason, raw) VALUES (?, ?, ?, ?, ?, ?)`,
    );
    for (const { row, line, field, reason, raw } of added) {
      if (n++ >= MAX_KEPT_FAILURES || bytes + raw.length > MAX_KEPT_BYTES) continue;
      bytes += raw.length;
      insert.run(id, row, line, field, reason, raw);
    }
    return bytes - before.bytes;
  }

  /**
   * A page of failures, in their order, after the row `after`; of each the first `rawBytes` alone, where it is only to
   * be shown.
   */
  function list({
    id,
    after = 0,
    limit,
    rawBytes = MAX_KEPT_BYTES,
  }: {
    id: string;
    after?: number;
    limit: number;
    rawBytes?: number;
  }): FailedRow[] {
    return db
      .prepare(
        `SELECT row, line, field, reason, substr(raw, 1, ?) AS raw FROM job_failures WHERE job = ? AND row > ? ORDER BY row LIMIT ?`,
      )
      .all(rawBytes, id, after, limit)
      .map((row) => failureSchema.parse(row));
  }

  /** How many failures are kept, and their bytes. */
  function kept(id: string): { rows: number; bytes: number } {
    const found = db
      .prepare<{ n: number; bytes: number | null }>(
        `SELECT count(*) AS n, sum(length(raw)) AS bytes FROM job_failures WHERE job = ?`,
      )
      .get(id);
    return { rows: found?.n ?? 0, bytes: found?.bytes ?? 0 };
  }

  function remove(id: string) {
    db.prepare(`DELETE FROM job_failures WHERE job = ?`).run(id);
  }

  return { add, list, kept, remove };
}
