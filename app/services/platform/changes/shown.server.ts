import { curlCommand } from "~/lib/data/curl";
import type { Scope } from "~/session/scope.server";
import { keptText } from "./mask.server";
import type { Method } from "~/services/platform/http/reading";
import type { ChangeRequest } from "./types";
import type { ShownRequest } from "~/lib/data/shown-request";

/** A request of any kind: what reads can be shown too. */
type AnyRequest = Omit<ChangeRequest, "method"> & { method: Method };

/** Method, path and body of a request as a reader may see them, whoever sends it. */
export function requestText({
  method,
  path,
  query,
  json,
  body,
  contentType,
}: AnyRequest): Pick<ShownRequest, "method" | "path" | "body" | "remark"> & { type: string | null } {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) parameters.set(name, String(value));
  const search = parameters.toString();
  const shown = { method, path: search === "" ? path : `${path}?${search}` };
  if (json === undefined && body === undefined) return { ...shown, body: null, remark: null, type: null };
  if (body instanceof FormData)
    return { ...shown, body: null, remark: `A form with ${[...body.keys()].join(", ")}.`, type: "multipart/form-data" };
  const sent =
    body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? (json as Parameters<typeof keptText>[0]));
  const { text, note } = keptText(sent);
  return { ...shown, body: text === "" ? null : text, remark: note, type: contentType ?? "application/json" };
}

/** A request as the server will get it, a change's before it is sent or the search behind a page: for `ViewRequest`. */
export function shownRequest({ session }: Pick<Scope, "session">, { request }: { request: AnyRequest }): ShownRequest {
  const { type, ...shown } = requestText(request);
  return { ...shown, curl: curlOf({ session, shown, type }) };
}

/** The same as a curl command. */
export function curlOf({
  session,
  shown,
  type,
}: {
  session: Scope["session"];
  shown: Pick<ShownRequest, "method" | "path" | "body">;
  type: string | null;
}) {
  return curlCommand({
    method: shown.method,
    url: `${session.url}${shown.path}`,
    username: session.username,
    headers: type === null ? [] : [["Content-Type", type]],
    ...(shown.body === null ? {} : { body: shown.body }),
  });
}
