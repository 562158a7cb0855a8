import type { CallServer } from "@common/search-relevance/settings-bundle/server";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";

/**
 * Reads the server as bundles do. What is not offered is an answer; a server that is away, or refuses its reader,
 * throws BackendError.
 */
export function readerOf({ http }: Pick<Scope, "http">): CallServer {
  return async ({ method, path }) => {
    if (method !== "GET") throw new Error("only a change writes");
    try {
      const { status, body } = await http.send({ path });
      return { status, body };
    } catch (error) {
      if (!isBackendError(error)) throw error;
      const { kind, status } = error.failure;
      if (kind === "not-offered") return { status: 405, body: error.body };
      if (kind === "plan" || kind === "payment" || kind === "not-here") return { status: 402, body: error.body };
      if (kind === "status" && status < 500) return { status, body: error.body };
      throw error;
    }
  };
}
