import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";

/**
 * Asks the back end, with the caller's own credentials and at each call, whether the index may be used now: for what
 * the console itself keeps about an index, which no call of the back end would guard. An index that is not there yet
 * may be used. Throws BackendError where not, or where the back end cannot be asked.
 */
export async function requireIndexRight({ http }: Pick<Scope, "http">, index: string): Promise<void> {
  try {
    await http.send({ path: apiPath`/${index}/_mapping` });
  } catch (error) {
    if (!isBackendError(error, 404)) throw error;
  }
}

/** Whether an index may be used now, asked as above. Throws BackendError where it cannot be asked. */
export async function mayUseIndex(scope: Pick<Scope, "http">, index: string): Promise<boolean> {
  try {
    await requireIndexRight(scope, index);
    return true;
  } catch (error) {
    if (isBackendError(error) && error.failure.kind === "not-allowed") return false;
    throw error;
  }
}

const AT_ONCE = 8;

/**
 * Those of the indices that may be used now. Each is a call of its own: for a list that its caller bounds. Throws
 * BackendError where they cannot be asked.
 */
export async function usableOf(scope: Pick<Scope, "http">, indices: readonly string[]): Promise<string[]> {
  const usable: string[] = [];
  for (let at = 0; at < indices.length; at += AT_ONCE) {
    const some = indices.slice(at, at + AT_ONCE);
    const allowed = await Promise.all(some.map((index) => mayUseIndex(scope, index)));
    usable.push(...some.filter((_, n) => allowed[n]));
  }
  return usable;
}
