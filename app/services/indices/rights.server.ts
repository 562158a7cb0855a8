import type { Scope } from "~/session/scope.server";
import { isBackendError } from "~/services/http/errors.server";
import { apiPath } from "~/services/http/path";

/**
 * Asks the back end, with the caller's own credentials and at each call, whether the index may be used now: for what the console itself keeps
 * about an index, which no call of the back end would guard. An index that is not there yet may be used. Throws BackendError where not, or where the
 * back end cannot be asked.
 */
export async function requireIndexRight({ http }: Pick<Scope, "http">, index: string): Promise<void> {
  try {
    await http.send({ path: apiPath`/${index}/_mapping` });
  } catch (error) {
    if (!isBackendError(error, 404)) throw error;
  }
}
