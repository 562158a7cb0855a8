import { shownId } from "~/lib/address/ids";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import type { JobRow } from "~/services/platform/jobs/table.server";
import type { Scope } from "~/session/scope.server";

const LISTED = 100;

export type FailedDocument = { key: number; id: string; shown: string; reason: string };

/** The first documents that a job failed with. */
export function failedDocuments(scope: Scope, { id, failed }: JobRow): FailedDocument[] {
  if (failed === 0) return [];
  const kept = getJobs(scope.context).table.failures.list({ id, limit: LISTED });
  return kept.map(({ row, raw, reason }) => ({
    key: row,
    id: raw.toString("utf8"),
    shown: shownId(raw.toString("utf8")),
    reason,
  }));
}
