import type { Scope } from "~/session/scope.server";
import { BackendError } from "~/services/http/errors.server";
import { getIndex } from "~/services/indices/get.server";
import type { IndexRow } from "~/services/indices/list.server";

/** The index of the level one is on. Throws the 404 of the frame where there is none. */
export async function requireIndex(scope: Scope): Promise<IndexRow> {
  const name = scope.level === "app" ? scope.app : "";
  const row = await getIndex(scope, name);
  if (row) return row;
  const { requestId } = scope.context;
  throw new BackendError({
    failure: { kind: "status", status: 404, method: "GET", path: `/${name}`, requestId, detail: `There is no index called ${name} on this server.` },
  });
}
