import { BundleError } from "@common/search-relevance/settings-bundle/schema";
import type { CallServer } from "@common/search-relevance/settings-bundle/server";
import { openCalls, UnreachableError } from "../command/call";

/** Calls of a server at an address, as settings are read and given by them. */
export function openServer(server: { url: string; username: string; password: string }): CallServer {
  const call = openCalls(server);
  return async ({ method, path, body }) => {
    try {
      return await call({ method, path, ...(body !== undefined && { body: JSON.stringify(body) }) });
    } catch (error) {
      throw error instanceof UnreachableError ? new BundleError(error.message) : error;
    }
  };
}
