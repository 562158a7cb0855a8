import { statusText } from "@backend/gateway/platform/http/errors";
import type { Reply } from "@backend/gateway/platform/http/reply";
import { stringifyJson } from "@common/text/json";
import type { RunState } from "./types";

/** Headers that are for the server alone to set. */
const OWN = new Set([
  ...[
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-length",
    "content-encoding",
    "upgrade",
    "trailer",
    "te",
  ],
  ...[
    "date",
    "server",
    "host",
    "set-cookie",
    "set-cookie2",
    "strict-transport-security",
    "www-authenticate",
    "location",
  ],
  ...["x-request-id", "x-elastic-product", "x-took", "proxy-authenticate", "clear-site-data", "refresh"],
]);
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const VALUE = /^[\t\x20-\x7e]{0,4000}$/;

function outgoing(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => {
      const lower = name.toLowerCase();
      return !OWN.has(lower) && !lower.startsWith("access-control-") && NAME.test(name) && VALUE.test(value);
    }),
  );
}

function withType(headers: Record<string, string>): Record<string, string> {
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  return {
    ...(hasType ? {} : { "Content-Type": "application/json" }),
    "X-Content-Type-Options": "nosniff",
    ...headers,
  };
}

/** An error in the shape of this server, with the stage that it came from. */
export function errorBody(status: number, message: string, stage?: string): string {
  return stringifyJson({
    error: { code: status, status: statusText(status), message, ...(stage !== undefined && { stage }) },
  });
}

/**
 * What goes out of a run: its response, headers that are the server's own left out; the first failure where no stage
 * gave one. `took` in ms is told in `X-Took`.
 */
export function replyOf(
  { response }: Pick<RunState, "response">,
  { failure, took }: { failure: { status: number; message: string } | null; took: number },
): Reply {
  const headers = { "X-Took": String(Math.round(took)) };
  if (response !== null)
    return {
      status: response.code,
      headers: { ...withType(outgoing(response.headers)), ...headers },
      body: response.body,
    };
  if (failure !== null)
    return { status: failure.status, headers: withType(headers), body: errorBody(failure.status, failure.message) };
  return { status: 200, headers: withType(headers), body: "{}" };
}
