import { curlCommand } from "~/lib/data/curl";
import { type Right, rights } from "~/lib/access-control/rights";
import type { Change } from "~/services/platform/changes/types";
import type { BackendAnswer } from "~/services/platform/http/client.server";
import { withoutEndpointCalls } from "~/services/platform/http/endpoint-calls";
import { isReading, type Method } from "~/services/platform/http/reading";
import type { Scope } from "~/session/scope.server";
import { maskedBody } from "./body-view.server";
import { headerOf, type LogRecord } from "./record.server";

/** A recorded request as it can be sent once more: without what belongs to its caller and its connection. */
export type Again = {
  method: Method;
  path: string;
  query: Record<string, string>;
  headers: [name: string, value: string][];
  body: string | null;
  contentType: string | undefined;
  /** What of its body is left out, as a sentence; null for nothing. */
  left: string | null;
};

/** Not copied (specification, section 5), and not sent again besides. */
const notCopied = /^(content-length|user-agent|sec-ch-ua.*|sec-fetch-dest|x-.*)$/i;
const notSent = /^(pragma|sec-fetch-mode|sec-fetch-site|via)$/i;
/** Credentials are those of who sends it; the others belong to a connection. */
const ofTheCall =
  /^(authorization|proxy-authorization|cookie|host|connection|keep-alive|te|upgrade|expect|transfer-encoding|content-encoding|accept-encoding)$/i;

const methods: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** Bodies are cut there by every server (contract 10, 4.2). */
const CUT = 1_000_000;
/** What a page carries as a command. */
const MOST_CURL = 100_000;

// Servers that keep only the path keep it decoded; its slashes are then those between its parts.
function addressOf({ origin, request }: LogRecord): { path: string; query: Record<string, string> } {
  const url = origin?.url || request.uri.split("/").map(readable).join("/");
  const mark = url.indexOf("?");
  if (mark < 0) return { path: url, query: {} };
  return { path: url.slice(0, mark), query: Object.fromEntries(new URLSearchParams(url.slice(mark + 1))) };
}

const readable = (part: string) => encodeURIComponent(part).replaceAll("%2C", ",");

function headersOf({ request }: LogRecord, drops: readonly RegExp[]): [string, string][] {
  return Object.entries(request.header)
    .filter(([name]) => !drops.some((pattern) => pattern.test(name)))
    .flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
}

/**
 * What a replay sends, or why it cannot. GET and DELETE go without a body (specification, section 5), and no query that
 * calls an endpoint goes at all.
 */
export function requestAgain(record: LogRecord): { ok: true; again: Again } | { ok: false; reason: string } {
  const { request } = record;
  const method = methods.find((one) => one === request.method);
  if (method === undefined || !request.uri.startsWith("/"))
    return { ok: false, reason: "The log does not say what was requested." };
  if (request.body.length >= CUT) return { ok: false, reason: "The log holds only the beginning of the request body." };
  const address = addressOf(record);
  const headers = headersOf(record, [notCopied, notSent, ofTheCall]).filter(
    ([name]) => name.toLowerCase() !== "content-type",
  );
  const sent =
    method === "GET" || method === "HEAD" || method === "DELETE" || request.body === "" ? null : request.body;
  // Whoever was logged named them; called again they would be with the rights of who replays.
  const kept = withoutEndpointCalls({ path: address.path, body: sent });
  if (!kept.ok) return kept;
  const { body, left } = kept;
  const isMasked = Object.values(address.query).includes("***") || /:\s*"\*\*\*"/.test(body ?? "");
  if (isMasked) return { ok: false, reason: "The log does not hold the passwords of this request." };
  return {
    ok: true,
    again: {
      method,
      ...address,
      headers,
      left,
      body,
      contentType: body === null ? undefined : (headerOf(request.header, "content-type") ?? "application/json"),
    },
  };
}

/** True where sending it once more leaves the server as it is. */
export const isReadingAgain = ({ method, path, body }: Pick<Again, "method" | "path" | "body">) =>
  isReading({ method, path, body });

/**
 * The request as a curl command of the reader's, who is asked for the password; null where it is too large for one.
 * Secrets are masked, and what a replay leaves out is left out, which `left` tells.
 */
export function curlOfRecord(
  record: LogRecord,
  { session }: Pick<Scope, "session">,
): { text: string; left: string | null } | null {
  const { method } = record.request;
  const { path, query } = addressOf(record);
  const kept = withoutEndpointCalls({ path, body: record.request.body });
  if (!kept.ok || (kept.body ?? "").length > MOST_CURL) return null;
  const body = kept.body ?? "";
  const search = new URLSearchParams(query).toString();
  const text = curlCommand({
    method,
    url: `${session.url}${path}${search === "" ? "" : `?${search}`}`,
    username: session.username,
    headers: headersOf(record, [notCopied, ofTheCall]),
    ...(body === "" ? {} : { body: maskedBody(body) }),
  });
  return { text, left: kept.left };
}

const names = Object.keys(rights) as Right[];

/** What somebody must be allowed to do for a call of a category. */
export function rightOf(category: string): Right {
  return names.find((name) => name.endsWith(":write") && rights[name].category === category) ?? "indices:write";
}

/** A recorded call that changes the server, sent once more. */
export function toReplay(
  again: Again,
  { category, indices }: Pick<LogRecord, "category" | "indices">,
): Change<BackendAnswer> {
  const { method, path, query, headers, body, contentType } = again;
  if (method === "GET" || method === "HEAD") throw new Error(`${method} changes nothing`);
  const [index] = indices ?? [];
  return {
    resource: {
      kind: "request",
      id: `${method} ${path}`,
      name: `${method} ${path}`,
      ...(index === undefined ? {} : { index }),
    },
    verb: "run",
    noun: "recorded request",
    right: rightOf(category),
    request: {
      method,
      path,
      query,
      headers: Object.fromEntries(headers),
      ...(body === null ? {} : { body, contentType: contentType ?? "application/json" }),
    },
    read: (answer) => answer,
    takesAny: true,
  };
}
