import { indexOf, requireIndex } from "~/services/indices/get.server";
import { listIndices } from "~/services/indices/list.server";
import type { IndexRow } from "~/services/indices/index-row";
import type { Scope } from "~/session/scope.server";

/** More names than this do not help one who types. */
const MOST_OFFERED = 500;

/** The indices that an alias may be given to: the one of the level, or all but system ones. Throws BackendError. */
export async function targetsOf(scope: Scope): Promise<IndexRow[]> {
  if (scope.level === "app") return [await requireIndex(scope)];
  return (await listIndices(scope)).filter(({ system }) => !system);
}

/** Names to choose from. */
export const offered = (rows: readonly IndexRow[]) => rows.slice(0, MOST_OFFERED).map(({ name }) => name);

/** The index that somebody means by a name, the console's or the concrete one; of the level where it is one index. */
export function targetNamed(
  rows: readonly IndexRow[],
  { scope, typed }: { scope: Scope; typed: string },
): IndexRow | undefined {
  const name = scope.level === "app" ? indexOf(scope) : typed;
  return rows.find((row) => row.name === name) ?? rows.find((row) => row.index === name);
}
