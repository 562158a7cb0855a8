import { screenPath } from "~/navigation/paths";
import type { Scope } from "~/session/scope.server";
import { requestsAddress } from "./analytics-address";

type Range = ReturnType<typeof requestsAddress.at>["state"]["range"];

/** Where the requests of a range stand that failed; undefined for who may not read the request log. */
export function toFailed(scope: Scope, range: Range): string | undefined {
  if (!scope.can("develop")) return undefined;
  const params = new URLSearchParams(requestsAddress.at("").href({ range }).slice(1));
  params.set("filter", "error");
  return `${screenPath(scope, "request-logs")}?${params.toString()}`;
}

/**
 * Where the searches of a range stand that took so many ms, `to` not included; null for who may not read the request
 * log.
 */
export function toLogs(scope: Scope, range: Range) {
  if (!scope.can("develop")) return null;
  const search = requestsAddress.at("").href({ range });
  return ({ from, to }: { from: number; to: number | null }) => {
    const params = new URLSearchParams(search.slice(1));
    params.set("filter", "search");
    params.set("least", String(from));
    // Servers take both ends, and whole milliseconds.
    if (to !== null) params.set("most", String(to - 1));
    return `${screenPath(scope, "request-logs")}?${params.toString()}`;
  };
}
