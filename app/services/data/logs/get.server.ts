import { isBackendError } from "~/services/platform/http/errors.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { type LogRecord, recordSchema } from "./record.server";

/** One record, as stored: stages are resolved here. Undefined if no record has this id. Throws BackendError. */
export async function getLog(scope: Scope, id: string): Promise<LogRecord | undefined> {
  const found = await ask(scope, apiPath`/_log/${id}`).catch((error: unknown) => {
    // Who is held to some indices may not ask for any record; our own back end gives those of an index.
    if (scope.level === "app" && isBackendError(error) && error.failure.kind === "not-allowed")
      return ask(scope, apiPath`/${scope.app}/_log/${id}`);
    throw error;
  });
  if (found === undefined || scope.level === "cluster") return found;
  // A record of another index is none of this one's.
  return (found.indices ?? []).includes(scope.app) ? found : undefined;
}

// A server that has no such call has no record either.
async function ask({ http }: Scope, path: string): Promise<LogRecord | undefined> {
  return (
    (await whereOffered(http.call({ path, query: { verbose: "false", origin: "true" }, schema: recordSchema }))) ??
    undefined
  );
}
