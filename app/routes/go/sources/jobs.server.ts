import { rankOf, ranked } from "~/lib/values/rank";
import { jobView } from "../../data/_parts/jobs/job-view.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { requireIndexRight } from "~/services/platform/http/index-rights.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { stateNames } from "~/services/platform/jobs/states";
import type { Scope } from "~/session/scope.server";
import type { PaletteSource } from "../palette";

const MOST = 5;
/** Older ones are found in the list of jobs. */
const MOST_LOOKED_THROUGH = 200;
const MOST_INDICES = 60;

/**
 * The latest jobs by what they do and to which index, or by their id: of indices that the user may use at this moment.
 */
export const jobSource: PaletteSource = {
  id: "jobs",
  label: "Jobs",
  find: async ({ scope, typed }) => {
    if (typed === "" || !scope.can("develop")) return [];
    const { table } = getJobs(scope.context);
    const server = scope.session.url;
    const targets = scope.level === "app" ? [scope.app] : table.targets({ server, limit: MOST_INDICES });
    if (targets.length === 0) return [];
    const rows = table.list({ server, targets, limit: MOST_LOOKED_THROUGH });
    const found = ranked(
      rows.filter(({ id, label, target }) => id === typed || rankOf(`${label} ${target}`, typed) !== undefined),
      {
        typed,
        textsOf: ({ id, label, target }) => [label, `${label} ${target}`, ...(id === typed ? [id] : [])],
        most: MOST,
      },
    );
    const open = await usable(scope, [...new Set(found.map(({ item }) => item.target))]);
    return found
      .filter(({ item }) => open.has(item.target))
      .map(({ item, rank }) => {
        const { title, to, state } = jobView({ scope, row: item });
        return { title, note: `${item.target} · ${stateNames[state]}`, to, rank };
      });
  },
};

/** Rights are asked for at each call, and only for what would be shown. */
async function usable(scope: Scope, targets: readonly string[]): Promise<Set<string>> {
  const asked = await Promise.all(
    targets.map((target) =>
      requireIndexRight(scope, target).then(
        () => [target],
        (error: unknown) => {
          if (isBackendError(error) && error.failure.kind === "not-allowed") return [];
          throw error;
        },
      ),
    ),
  );
  return new Set(asked.flat());
}
