import type { Logger } from "pino";
import { createJobRunner } from "~/services/platform/jobs/runner.server";
import type { Target } from "../send/target.server";
import type { Job, JobStore } from "./import-store.server";
import { importKind } from "./kind.server";
import { importView, type JobView } from "./view.server";

export type RunnerOptions = {
  store: JobStore;
  /** Where the rows of an import go. */
  targetOf: (job: Pick<Job, "app">) => Target;
  log: Pick<Logger, "info" | "warn" | "error">;
  patienceMs?: number;
};

export type ImportRunner = ReturnType<typeof createRunner>;

/**
 * A runner that knows imports alone, for a place of their own to go to: a test's, a tool's. The console's is in
 * services/platform/jobs.
 */
export function createRunner({ store, targetOf, log, patienceMs }: RunnerOptions) {
  const kind = importKind({
    targetOf: ({ row }) => targetOf({ app: row.target }),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  const runner = createJobRunner({ table: store.table, kinds: [kind], clientOf: () => null, log });

  /** How an import stands now; null when there is none of that id. */
  function view(id: string): JobView | null {
    const job = store.get(id);
    return job && importView({ job, live: runner.live(id) });
  }

  return { ...runner, view };
}
