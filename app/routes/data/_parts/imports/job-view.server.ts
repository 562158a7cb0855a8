import type { Scope } from "~/session/scope.server";
import { getImports } from "~/services/data/import/imports.server";
import type { Job } from "~/services/data/import/run/import-store.server";
import type { JobView } from "~/services/data/import/run/view.server";
import { failureView, SHOWN_BYTES, type FailureView } from "./failure-view.server";

/** Failed rows on the job page; the rest is one link away. */
export const SHOWN_FAILURES = 10;
export type JobPageView = JobView & { failures: FailureView[] };

/** What the page of a job shows and its events bring. */
export function jobPageView({ scope, job, asked }: { scope: Scope; job: Job; asked: boolean }): JobPageView {
  const { store, runner } = getImports(scope.context);
  const view = runner.view(job.id);
  if (!view) throw new Response("There is no such import.", { status: 404 });
  if (!asked) return { ...view, failures: [] };
  return {
    ...view,
    failures: store
      .failures({ id: job.id, limit: SHOWN_FAILURES, rawBytes: SHOWN_BYTES })
      .map((failure) => failureView({ job, failure })),
  };
}
