import type { Scope } from "~/session/scope.server";
import { settle } from "~/services/platform/http/settle.server";
import { mayUseIndex, requireIndexRight } from "~/services/platform/http/index-rights.server";
import { forgetJob } from "~/services/platform/jobs/forget-old.server";
import { noSuchJob } from "~/services/platform/jobs/rights.server";
import { personOf } from "~/sessions.server";
import { getImports, requireJob } from "./imports.server";
import type { Job } from "./run/import-store.server";

// An upload whose import was not started yet. It comes before the choice of an index: until then it belongs to nobody
// but the one who sent it.

/** The index of an upload for which none was chosen. */
export const NO_INDEX = "";

const isOwn = ({ scope, job }: { scope: Scope; job: Job }) =>
  job.url === scope.session.url && job.username === personOf(scope.session);

/** Notes a file that was received as an upload of this user, for the index of the page where there is one. */
export function createDraft({
  scope,
  source,
}: {
  scope: Scope;
  source: { path: string; size: number; name: string };
}): Job {
  return getImports(scope.context).store.create({
    url: scope.session.url,
    app: scope.level === "app" ? scope.app : NO_INDEX,
    username: personOf(scope.session),
    ...source,
  });
}

/**
 * The uploads that were not started, newest first: the user's own, and at an index everybody's for it. Those for an
 * index that may not be used now stay out.
 */
export async function listDrafts(scope: Scope): Promise<Job[]> {
  const jobs = getImports(scope.context)
    .store.listByState(["draft"])
    .filter((job) => job.url === scope.session.url)
    .filter(
      (job) =>
        (scope.level === "app" && job.app === scope.app) ||
        (isOwn({ scope, job }) && (scope.level === "cluster" || job.app === NO_INDEX)),
    );
  const apps = [...new Set(jobs.map((job) => job.app))];
  const usable = await Promise.all(
    apps.map(
      async (app) => app === NO_INDEX || settle(mayUseIndex(scope, app)).then((asked) => asked.ok && asked.value),
    ),
  );
  return jobs.filter((job) => usable[apps.indexOf(job.app)]).reverse();
}

/**
 * An upload by its id: one's own, or one for an index that may be used now. Throws a 404 if it is gone or its import
 * has started, and the back end's refusal where the index may not be used any more.
 */
export async function requireDraft({ scope, jobId }: { scope: Scope; jobId: string | undefined }): Promise<Job> {
  const job = getImports(scope.context).store.get(jobId ?? "");
  if (!job || job.state !== "draft") throw noSuchJob();
  if (!isOwn({ scope, job })) {
    if (job.app === NO_INDEX) throw noSuchJob();
    return requireJob({ scope, jobId });
  }
  // That it is there is no secret to the one who sent it: a refusal is told as what it is.
  if (job.app !== NO_INDEX) await requireIndexRight(scope, job.app);
  return job;
}

/**
 * One's own upload that is asked for at an index which is not, or no longer, its own; null where there is no such
 * thing.
 */
export function movedDraft({ scope, jobId }: { scope: Scope; jobId: string | undefined }): Job | null {
  const job = getImports(scope.context).store.get(jobId ?? "");
  return job?.state === "draft" && isOwn({ scope, job }) && job.app !== scope.app ? job : null;
}

/** Chooses another index for an upload. What was said about its fields stays. */
export function moveDraft({ scope, job, app }: { scope: Scope; job: Job; app: string }): Job {
  getImports(scope.context).store.table.setTarget({ id: job.id, target: app });
  return { ...job, app };
}

/** Deletes an upload and its file. */
export async function deleteDraft({ scope, job }: { scope: Scope; job: Job }): Promise<void> {
  await forgetJob({ table: getImports(scope.context).store.table, id: job.id });
}
