import { valuePlace } from "~/services/data/import/read/cell-place.server";
import { rowText } from "~/services/data/import/run/retry.server";
import type { Job } from "~/services/data/import/run/import-store.server";
import type { FailedRow } from "~/services/platform/jobs/failures.server";

/** Of a failed row so much is read to show it; the row may have megabytes. */
export const SHOWN_BYTES = 8000;
const BEFORE = 60;
const BAD = 120;
const AFTER = 120;

/** A failed row as a table shows it: the bad value, where it is known, apart from what stands around it. */
export type FailureView = {
  row: number;
  line: number;
  field: string | null;
  reason: string;
  before: string;
  bad: string;
  after: string;
};

/** A failed row of a job as a table shows it, cut around the value that is to blame. */
export function failureView({ job, failure }: { job: Pick<Job, "plan">; failure: FailedRow }): FailureView {
  const { row, line, field, reason } = failure;
  const text = rowText({ job, raw: failure.raw });
  const place = (field !== null && job.plan && valuePlace({ text, field, plan: job.plan })) || { from: 0, to: 0 };
  const start = place.to === 0 ? 0 : Math.max(0, place.from - BEFORE);
  const end = Math.min(text.length, place.to + AFTER);
  const bad = text.slice(place.from, place.to);
  return {
    row,
    line,
    field,
    reason,
    before: `${start > 0 ? "…" : ""}${text.slice(start, place.from)}`,
    bad: bad.length > BAD ? `${bad.slice(0, BAD)}…` : bad,
    after: `${text.slice(place.to, end)}${end < text.length ? "…" : ""}`,
  };
}
