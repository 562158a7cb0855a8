import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { FailedRow } from "~/services/platform/jobs/failures.server";
import type { Job, JobStore } from "./import-store.server";
import type { Plan } from "../types";

const PAGE = 500;
const PAGE_BYTES = 4 * 1024 ** 2;
/** More than this is not offered for editing in the page. */
export const MAX_EDIT_BYTES = 256 * 1024;
export const MAX_EDIT_ROWS = 500;

/** A failed row as a line of the file it came from; JSON over several lines is brought onto one. */
export function rowText({ job, raw }: { job: Pick<Job, "plan">; raw: Buffer }): string {
  const text = raw.toString("utf8");
  return job.plan?.options.format === "csv" ? text : text.replace(/[\r\n]+/g, " ");
}

/** All failed rows that were kept, a page of the database at a time. */
export function* failedRows({ store, id }: { store: JobStore; id: string }): Generator<FailedRow> {
  const kept = store.keptFailures(id);
  const limit = Math.max(1, Math.min(PAGE, Math.floor((PAGE_BYTES * kept.rows) / (kept.bytes + 1))));
  let after = 0;
  for (;;) {
    const page = store.failures({ id, after, limit });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    after = last.row;
  }
}

/** The failed rows as a file of their own kind: CSV with its header, else NDJSON. */
export function* failedFile({ store, job }: { store: JobStore; job: Job }): Generator<string, void> {
  if (job.header !== null) yield `${job.header}\n`;
  for (const { raw } of failedRows({ store, id: job.id })) yield `${rowText({ job, raw })}\n`;
}

/** The failed rows with line, field and reason, as CSV. */
export function* failedReport({ store, job }: { store: JobStore; job: Job }): Generator<string, void> {
  yield "line,field,reason,row\n";
  for (const failure of failedRows({ store, id: job.id })) {
    yield `${[String(failure.line), failure.field ?? "", failure.reason, rowText({ job, raw: failure.raw })].map(cell).join(",")}\n`;
  }
}

function cell(text: string): string {
  // A spreadsheet would run a cell that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The plan for a file of failed rows: the same fields, read as what that file is. */
export function retryPlan(plan: Plan): Plan {
  const format = plan.options.format === "csv" ? "csv" : "ndjson";
  return { ...plan, options: { ...plan.options, format, encoding: "utf-8", gzip: false } };
}

/** Writes a file for the retry: the failed rows as they were, or `edited` in their place. Returns its size. */
export async function writeRetryFile({
  store,
  job,
  path,
  edited,
}: {
  store: JobStore;
  job: Job;
  path: string;
  edited: string | null;
}): Promise<number> {
  if (edited !== null) {
    const text = job.header === null ? edited : `${job.header}\n${edited}`;
    await writeFile(path, text, { mode: 0o600 });
    return Buffer.byteLength(text);
  }
  const file = createWriteStream(path, { mode: 0o600 });
  for (const line of failedFile({ store, job })) if (!file.write(line)) await once(file, "drain");
  file.end();
  await finished(file);
  return file.bytesWritten;
}
