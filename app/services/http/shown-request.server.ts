import type { JsonObject } from "@common/json";
import { curlCommand } from "~/lib/curl";
import type { Scope } from "~/session/scope.server";

/** A call as JSON and as a curl command, for `RequestView`. The password is not in it. */
export function shownRequest({ session }: Pick<Scope, "session">, { method = "POST", path, body }: { method?: string; path: string; body: JsonObject }) {
  const json = JSON.stringify(body, null, 2);
  const headers: [string, string][] = [["Content-Type", "application/json"]];
  return { label: `${method} ${path}`, json, curl: curlCommand({ method, url: `${session.url}${path}`, username: session.username, headers, body: json }) };
}
