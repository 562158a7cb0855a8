import { isAway } from "~/services/platform/http/errors.server";
import { mayUseIndex, requireIndexRight, usableOf } from "~/services/platform/http/index-rights.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { getJobs } from "./jobs.server";
import type { JobRow } from "./table.server";

/** The answer where there is no job of an id for whoever asks. */
export const noSuchJob = () =>
  new Response("There is no such job, or it finished more than 30 days ago.", { status: 404 });

/**
 * A job by the caller's rights of this moment: to know its id, or to have begun it, gives none. Throws a 404 when there
 * is none for this index on this server, and the back end's own refusal when the index may not be used. Without an
 * index in the address a job that may not be seen is one that is not there.
 */
export async function requireJobRow({ scope, jobId }: { scope: Scope; jobId: string | undefined }): Promise<JobRow> {
  if (scope.level === "app") await requireIndexRight(scope, scope.app);
  const row = getJobs(scope.context).table.get(jobId ?? "");
  // What has no index yet (an upload) is for its owner's own pages alone.
  if (
    !row ||
    row.target === "" ||
    row.server !== scope.session.url ||
    (scope.level === "app" && row.target !== scope.app)
  )
    throw noSuchJob();
  if (scope.level === "cluster" && !(await mayUseIndex(scope, row.target))) throw noSuchJob();
  return row;
}

/**
 * The same for a page that tells how far a job is and can cancel it. While the back end is away nobody's rights can be
 * asked: then it is shown to the one whose session began it, and to nobody else; `asked` is false, and nothing of what
 * it holds goes with it. Throws as `requireJobRow` does.
 */
export async function requireJobRowOrOwn({
  scope,
  jobId,
}: {
  scope: Scope;
  jobId: string | undefined;
}): Promise<{ row: JobRow; asked: boolean }> {
  try {
    return { row: await requireJobRow({ scope, jobId }), asked: true };
  } catch (error) {
    const row = isAway(error) ? getJobs(scope.context).table.get(jobId ?? "") : null;
    const own =
      row &&
      row.server === scope.session.url &&
      row.owner === personOf(scope.session) &&
      (scope.level === "cluster" || row.target === scope.app);
    if (!own) throw error;
    return { row, asked: false };
  }
}

/** Each is asked for by a call of its own; jobs of indices beyond the newest so many are found at their index. */
const MOST_INDICES = 60;

/**
 * The indices whose jobs a list may show: those that the caller may use now. `own` where the back end is away and
 * cannot be asked: then those jobs alone that the caller began.
 */
export async function readableTargets(scope: Scope): Promise<{ targets: string[]; own: boolean }> {
  if (scope.level === "app")
    return { targets: [scope.app], own: await isAwayFrom(requireIndexRight(scope, scope.app)) };
  const all = getJobs(scope.context).table.targets({ server: scope.session.url, limit: MOST_INDICES });
  try {
    return { targets: await usableOf(scope, all), own: false };
  } catch (error) {
    if (!isAway(error)) throw error;
    return { targets: all, own: true };
  }
}

async function isAwayFrom(asking: Promise<void>): Promise<boolean> {
  try {
    await asking;
    return false;
  } catch (error) {
    if (isAway(error)) return true;
    throw error;
  }
}
