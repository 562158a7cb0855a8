import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { startAsChange } from "~/services/platform/jobs/as-change.server";
import { startJob as startAnyJob } from "~/services/platform/jobs/jobs.server";
import type { Scope } from "~/session/scope.server";
import type { Job } from "./run/import-store.server";

type Start = {
  scope: Scope;
  job: Job;
  /** What the index needs before the first row. */
  prepare?: (http: BackendClient) => Promise<void>;
};

/**
 * An import as one change: the index is prepared, then the job sends the rows, for as long as that takes. False when
 * too many jobs wait already. Throws BackendError.
 */
export async function startJob({ scope, job, prepare }: Start): Promise<boolean> {
  const id = await startAsChange(scope, {
    declared: {
      resource: { kind: "index", id: job.app, index: job.app },
      verb: "import",
      noun: "index",
      right: "imports:write",
      request: { method: "POST", path: apiPath`/${job.app}/_bulk`, contentType: "application/x-ndjson" },
      read: () => undefined,
      summary: () => job.name,
    },
    start: async (http) => {
      await prepare?.(http);
      return startAnyJob(scope, job.id) ? job.id : null;
    },
  });
  return id !== null;
}
