import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { type IndexRow, listIndices } from "./list.server";
import { listIndexByName } from "./single.server";

/**
 * One index by the name that the console uses for it. The list of all is asked first, for it alone knows the concrete name behind a
 * re-indexed one; a user who may not read the list gets what the index itself tells. Undefined where there is none.
 */
export async function getIndex(scope: Pick<Scope, "http" | "identity">, name: string): Promise<IndexRow | undefined> {
  try {
    const rows = await listIndices(scope);
    const found = rows.find((row) => row.name === name) ?? rows.find((row) => row.index === name);
    if (found) return found;
  } catch (error) {
    if (!isBackendError(error, 401) && !isBackendError(error, 403) && !isBackendError(error, 405)) throw error;
  }
  return listIndexByName(scope, name);
}
