import { DEEPEST, listRuns } from "~/services/pipelines/logs/list.server";
import type { Scope } from "~/session/scope.server";
import { runList } from "./addresses";

/** How far around its old row a run is looked for: newer ones have come in since. */
const AROUND = { before: 2, after: 40 };

/** A run's place in the list that it was opened from, and its neighbours there; null where it is not in it any more. */
export async function nearRun(
  scope: Pick<Scope, "http">,
  { id, list, row, run }: { id: string; list: string; row: number; run: string },
) {
  const from = Math.max(0, row - AROUND.before);
  const size = Math.min(AROUND.before + AROUND.after, DEEPEST - from);
  if (size <= 0) return null;
  const { rows, total } = await listRuns(scope, { id, kind: runList.at(list).state.kind, from, size });
  const at = rows.findIndex((one) => one.id === run);
  if (at < 0) return null;
  const neighbour = (place: number) => {
    const one = rows[place];
    return one === undefined ? null : { id: one.id, row: from + place };
  };
  return { row: from + at, total, previous: neighbour(at - 1), next: neighbour(at + 1) };
}
