import { getJobs } from "~/services/platform/jobs/jobs.server";
import type { Scope } from "~/session/scope.server";

const KINDS = new Set(["reindex", "clone"]);
/** Fewer documents tell nothing of a pace. */
const FEWEST = 100;

/**
 * About how long a copy of so many documents takes, in ms, by earlier ones: of this index, else of any of the server.
 * Null where none has run.
 */
export function copyEstimate(
  scope: Pick<Scope, "context" | "session">,
  { index, documents }: { index: string; documents: number },
): number | null {
  const { table } = getJobs(scope.context);
  const server = scope.session.url;
  const paceOf = (targets: readonly string[]) =>
    table
      .list({ server, targets, states: ["done"], limit: 50 })
      .filter(
        ({ kind, done, started, finished }) =>
          KINDS.has(kind) && done >= FEWEST && started !== null && finished !== null,
      )
      .map(({ done, started, finished }) => Math.max(1, (finished ?? 0) - (started ?? 0)) / done)[0];
  const pace = paceOf([index]) ?? paceOf(table.targets({ server, limit: 50 }));
  return pace === undefined ? null : pace * documents;
}
