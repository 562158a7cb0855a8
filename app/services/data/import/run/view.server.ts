import type { Live } from "~/services/platform/jobs/runner.server";
import { isOver, type JobState } from "~/services/platform/jobs/states";
import { importSchemas, noProgress, type Job } from "./import-store.server";

/** What a job page shows. */
export type JobView = {
  state: JobState;
  message: string | null;
  rowsRead: number;
  /** All rows of the file as estimated from what was read; null before anything was. */
  rowsTotal: number | null;
  indexed: number;
  updated: number;
  failed: number;
  bytesRead: number;
  size: number;
  /** Rows/s, and seconds left; null while there is nothing to tell them from. */
  rate: number | null;
  secondsLeft: number | null;
};

/** How an import stands now; `live` while it runs in this process. */
export function importView({ job, live }: { job: Job; live: Live | undefined }): JobView {
  const seconds = live
    ? (Date.now() - live.startedAt) / 1000
    : (job.finished ?? Date.now()) / 1000 - (job.started ?? Date.now()) / 1000;
  const before =
    live === undefined || live.first.progress === null
      ? noProgress
      : importSchemas.progress.parse(JSON.parse(live.first.progress));
  const rowsDone = job.ackedRow - before.ackedRow;
  const rate = seconds > 0.2 && rowsDone > 0 ? rowsDone / seconds : null;
  const share = job.size > 0 ? Math.min(1, job.bytesRead / job.size) : 0;
  const rowsTotal = isOver(job.state) ? job.rowsRead : share > 0 ? Math.round(job.rowsRead / share) : null;
  const secondsLeft =
    live && rate !== null && rowsTotal !== null ? Math.max(0, (rowsTotal - job.rowsRead) / rate) : null;
  return {
    state: live?.waiting ? "paused" : job.state,
    message: live?.waiting ?? job.message,
    rowsRead: job.rowsRead,
    rowsTotal,
    indexed: job.indexed,
    updated: job.updated,
    failed: job.failed,
    bytesRead: job.state === "done" ? job.size : job.bytesRead,
    size: job.size,
    rate,
    secondsLeft,
  };
}
