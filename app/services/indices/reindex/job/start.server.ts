import type { Scope } from "~/session/scope.server";
import type { CopyPlan } from "~/services/indices/reindex/plan";
import { toCopy } from "~/services/indices/reindex/request.server";
import { startAsChange } from "~/services/platform/jobs/as-change.server";
import { addJob } from "~/services/platform/jobs/jobs.server";

/**
 * Starts a re-index or clone as a job. Its id; null when too many jobs wait already. Throws BackendError, 507 while the
 * console's disk is full.
 */
export async function startCopyJob(
  scope: Scope,
  { plan, clone }: { plan: CopyPlan; clone: boolean },
): Promise<string | null> {
  const label = plan.target === null ? "in place" : `into ${plan.target}`;
  const input = { ...plan, clone };
  return startAsChange(scope, {
    declared: toCopy({ plan, clone }),
    start: async () => addJob(scope, { kind: clone ? "clone" : "reindex", target: plan.source, label, input }),
  });
}
