import type { AppLoadContext } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import type { Scope } from "~/session/scope.server";
import { requireStore } from "~/services/platform/store/database.server";
import { importsFolder } from "~/services/platform/jobs/forget-old.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { noSuchJob, requireJobRow, requireJobRowOrOwn } from "~/services/platform/jobs/rights.server";
import type { JobRunner } from "~/services/platform/jobs/runner.server";
import { createJobStore, type Job, type JobStore } from "./run/import-store.server";
import { importView, type JobView } from "./run/view.server";

export type Imports = { store: JobStore; runner: JobRunner & { view: (id: string) => JobView | null }; dir: string };

/**
 * The imports of this console: their store, the runner of all jobs, the folder of uploaded files. Jobs that were under
 * way go on at the first call.
 */
export function getImports(loadContext: AppLoadContext | undefined): Imports {
  const { config } = contextOf(loadContext);
  const { runner } = getJobs(loadContext);
  const store = createJobStore(requireStore(config.dataDir));

  function view(id: string): JobView | null {
    const job = store.get(id);
    return job && importView({ job, live: runner.live(id) });
  }

  return { store, runner: { ...runner, view }, dir: importsFolder(config) };
}

/** The import of a page, by the caller's rights of this moment. Throws as `requireJobRow` does. */
export async function requireJob({ scope, jobId }: { scope: Scope; jobId: string | undefined }): Promise<Job> {
  return asImport({ scope, id: (await requireJobRow({ scope, jobId })).id });
}

/** The import of a page that tells how far it is and can cancel it, as `requireJobRowOrOwn`. */
export async function requireJobOrOwn({
  scope,
  jobId,
}: {
  scope: Scope;
  jobId: string | undefined;
}): Promise<{ job: Job; asked: boolean }> {
  const { row, asked } = await requireJobRowOrOwn({ scope, jobId });
  return { job: asImport({ scope, id: row.id }), asked };
}

function asImport({ scope, id }: { scope: Scope; id: string }): Job {
  const job = getImports(scope.context).store.get(id);
  if (!job) throw noSuchJob();
  return job;
}
