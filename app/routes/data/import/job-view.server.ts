import type { Scope } from "~/session/scope.server";
import { getImports } from "~/services/import/imports.server";
import { rowText } from "~/services/import/run/retry.server";
import type { Job } from "~/services/import/run/import-store.server";
import type { JobView } from "~/services/import/run/view.server";
import type { FailedRow } from "~/services/jobs/failures.server";

/** Failed rows on the job page; the rest is one link away. */
export const SHOWN_FAILURES = 10;
/** Of a failed row a table shows its beginning; the row may have megabytes. */
export const SHOWN_BYTES = 1000;

export type FailureView = { row: number; line: number; field: string | null; reason: string; text: string };

/** A failed row as a table shows it. */
export function failureView({ job, failure }: { job: Job; failure: FailedRow }): FailureView {
  const text = rowText({ job, raw: failure.raw });
  return { row: failure.row, line: failure.line, field: failure.field, reason: failure.reason, text: text.length > 200 ? `${text.slice(0, 200)}…` : text };
}

export type JobPageView = JobView & { failures: FailureView[] };

/** What the page of a job shows and its events bring. */
export function jobPageView({ scope, job, asked }: { scope: Scope; job: Job; asked: boolean }): JobPageView {
  const { store, runner } = getImports(scope.context);
  const view = runner.view(job.id);
  if (!view) throw new Response("There is no such import.", { status: 404 });
  if (!asked) return { ...view, failures: [] };
  return { ...view, failures: store.failures({ id: job.id, limit: SHOWN_FAILURES, rawBytes: SHOWN_BYTES }).map((failure) => failureView({ job, failure })) };
}
