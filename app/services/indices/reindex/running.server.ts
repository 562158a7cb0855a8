import { getJobs } from "~/services/platform/jobs/jobs.server";
import { findTask } from "~/services/indices/reindex/job/server-task.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

const KINDS = new Set(["reindex", "clone"]);
const STATES = ["queued", "running", "paused"] as const;

/**
 * Whether an index is being re-indexed or copied at this moment: by a job of this console that waits or runs, or by
 * anybody else as far as the server lists its tasks. Nothing else may change what the index is made of until then: the
 * copy would not have it.
 */
export async function isCopied(scope: Scope, index: string): Promise<boolean> {
  const jobs = getJobs(scope.context).table.list({
    server: scope.session.url,
    targets: [index],
    states: STATES,
    limit: 100,
  });
  if (jobs.some(({ kind }) => KINDS.has(kind))) return true;
  const task = await settle(findTask(scope.http, { source: index, target: null }));
  return task.ok && task.value !== null;
}

/** What is said where a copy is in the way of something. */
export const COPIED = "It is being re-indexed. Try again when that has finished.";
