import { listIndexNames, listIndices } from "~/services/indices/list.server";
import type { Scope } from "~/session/scope.server";

/**
 * The indices to choose from, and the one to start with: the one that was asked for, else the one with the most
 * documents. An empty name where there is none. Throws BackendError.
 */
export async function chooseIndex(
  scope: Pick<Scope, "http" | "identity" | "session">,
  asked: string,
): Promise<{ names: string[]; index: string }> {
  if (asked !== "") return { names: await listIndexNames(scope), index: asked };
  const rows = (await listIndices(scope)).filter(({ system }) => !system);
  const most = Math.max(...rows.map(({ documents }) => documents ?? -1));
  return {
    names: rows.map(({ name }) => name),
    index: rows.find(({ documents }) => (documents ?? -1) === most)?.name ?? "",
  };
}
