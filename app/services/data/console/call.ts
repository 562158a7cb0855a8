import { addressOn, hidesPath } from "@common/http/addresses";
import type { ConsoleRequest } from "~/lib/data/console/parse";
import { pathOn } from "~/lib/data/console/named-server";
import { isReading } from "~/services/platform/http/reading";

type Typed = Pick<ConsoleRequest, "method" | "path" | "search" | "body" | "lines"> & { server?: string | null };

/** A typed request as it is sent: the path in the one form that is judged and sent. */
export type ConsoleCall = Pick<ConsoleRequest, "method" | "body"> & {
  path: string;
  query: Record<string, string>;
  contentType: string | undefined;
  reading: boolean;
};
export type CallResult = { ok: true; call: ConsoleCall } | { ok: false; problem: string };

/**
 * What is typed as a call of the server at `baseUrl`, or why it is none. Whether it reads is told by the path as it is
 * sent.
 */
export function callOf(typed: Typed, baseUrl: string): CallResult {
  const named = pathOn(baseUrl, { server: typed.server ?? null, path: typed.path });
  if ("problem" in named) return { ok: false, problem: named.problem };
  const url = addressOn(baseUrl, named.path);
  if (url === null) return { ok: false, problem: "This is not a path of the search server." };
  const folder = new URL(baseUrl).pathname.replace(/\/$/, "");
  const path = url.pathname.slice(folder.length);
  const { body } = typed;
  const query = Object.fromEntries(new URLSearchParams(typed.search));
  const contentType = body === null ? undefined : typed.lines ? "application/x-ndjson" : "application/json";
  const call = (method: ConsoleRequest["method"]): ConsoleCall => {
    // A server that decodes a path before it reads it would take it for another one.
    const reading = isReading({ method, path, body }) && (method === "GET" || method === "HEAD" || !hidesPath(url));
    return { method, path, query, body, contentType, reading };
  };
  if (body === null || (typed.method !== "GET" && typed.method !== "HEAD"))
    return { ok: true, call: call(typed.method) };
  // Few servers and no client of ours take a body with GET: engines mean the same by POST.
  const posted = call("POST");
  return posted.reading
    ? { ok: true, call: posted }
    : { ok: false, problem: `${typed.method} takes no body here. Send it without one, or by POST.` };
}
