import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { isNotTold } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";
import { countOfIndex, readHeldIndex } from "./held.server";
import { listIndices } from "./list.server";
import type { IndexRow } from "./index-row";

/**
 * One index by the name that the console uses for it. The list of all is asked first, for it alone knows the concrete
 * name behind a re-indexed one; a user who may not read the list gets what the index itself tells. Undefined if there
 * is no such index.
 */
export async function getIndex(scope: Pick<Scope, "http" | "identity">, name: string): Promise<IndexRow | undefined> {
  try {
    const rows = await listIndices(scope);
    const found = rows.find((row) => row.name === name) ?? rows.find((row) => row.index === name);
    if (found) return await countedRow(scope, found);
  } catch (error) {
    if (!isBackendError(error) || !isNotTold(error.failure)) throw error;
  }
  return readHeldIndex(scope, name);
}

/**
 * A row whose number of documents is of the engine's own kind, with what `_count` tells; as it is where that may not be
 * asked.
 */
async function countedRow({ http }: Pick<Scope, "http">, row: IndexRow): Promise<IndexRow> {
  if (row.counted === true || !row.open || row.documents === null || row.documents === 0) return row;
  try {
    return { ...row, documents: await countOfIndex({ http }, row.name), counted: true };
  } catch (error) {
    if (!isBackendError(error)) throw error;
    return row;
  }
}

/** The name of the index of the level one is on; empty at the level of all. */
export const indexOf = (scope: Scope) => (scope.level === "app" ? scope.app : "");

/** The index of the level one is on. Throws the 404 of the frame if it does not exist. */
export async function requireIndex(scope: Scope): Promise<IndexRow> {
  const name = indexOf(scope);
  const row = await getIndex(scope, name);
  if (row) return row;
  const { requestId } = scope.context;
  throw new BackendError({
    failure: {
      kind: "status",
      status: 404,
      method: "GET",
      path: `/${name}`,
      requestId,
      detail: `There is no index called ${name} on this server.`,
    },
  });
}
