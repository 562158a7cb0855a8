import type { IncomingHttpHeaders } from "node:http";
import { SECOND_FACTOR } from "@common/second-factor";
import { statusText } from "../http/errors";
import type { RecordedCall } from "./recorder";
import { originOf, type Origin } from "./origin";
import type { StageChange } from "./types";

/** Bodies are cut at so many characters (contract 10, 4.2). */
const MAX_BODY_TEXT = 1_000_000;
// Left out altogether: the real server keeps the Authorization header in clear, which nobody needs and anybody with the logs could use.
// Host is no header to the real server either.
const LEFT_OUT = new Set(["authorization", SECOND_FACTOR, "cookie", "proxy-authorization", "host"]);
const SECRET_CATEGORIES = new Set(["user", "permission", "auth"]);
// Watched every few seconds by many a client.
const NOT_RECORDED = new Set(["/_cluster/health"]);
// Categories whose records tell the time of the search.
const TIMED = new Set(["search", "reactivesearch", "suggestion"]);

/** A line of the request log, in the real server's shape; `id` is stored with it so that lines of one millisecond keep their order. */
export type LogRecord = {
  id: string;
  indices: readonly string[];
  category: string;
  request: { uri: string; method: string; header: Record<string, string[]>; body: string };
  response: { code: number; status: string; Headers: Record<string, string[]>; took?: number; body: string };
  requestChanges: StageChange[] | null;
  responseChanges: StageChange[] | null;
  timestamp: string;
  console_logs: string[];
  diffLogs: boolean;
  /** Stored queries that the call ran, which their usage is counted by; only where there are any. */
  storedqueries?: readonly string[];
  /** Our own: who called, from where, how long it took. Given out to those alone who ask for it. */
  origin: Origin;
};

function canonical(name: string): string {
  return name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join("-");
}

function headerLists(headers: IncomingHttpHeaders): Record<string, string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !LEFT_OUT.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [canonical(name), Array.isArray(value) ? value : [value ?? ""]]));
}

// Records of users and credentials hold passwords; their log lines do not.
function bodyText(text: string, category: string): string {
  const cut = text.slice(0, MAX_BODY_TEXT);
  if (!SECRET_CATEGORIES.has(category)) return cut;
  return cut.replace(/("password"\s*:\s*)"(?:[^"\\]|\\.)*"?/g, '$1"***"');
}

function tookOf(body: string, category: string): number | undefined {
  if (category === "search") return Number(/^\s*\{[^{}]*?"took"\s*:\s*(\d+)/.exec(body.slice(0, 2_000))?.[1] ?? 0);
  const took = /"settings"\s*:\s*\{[^{}]*?"took"\s*:\s*([\d.]+)/.exec(body)?.[1];
  return took === undefined ? undefined : Number(took);
}

let sequence = 0;

// Sorts by time as text does; unique enough for one process, and the random part for several.
function nextId(now: number): string {
  sequence = (sequence + 1) % 0x1000000;
  return `${now.toString(36).padStart(9, "0")}${sequence.toString(36).padStart(5, "0")}${PROCESS_MARK}`;
}

const PROCESS_MARK = Math.random().toString(36).slice(2, 8).padEnd(6, "0");

/** The record of a call, or null where the call is not logged. */
export function toRecord(call: RecordedCall): LogRecord | null {
  const { route, context, reply, requestBody } = call;
  const { record } = context;
  if (route.log === false || record.skip || route.access.kind === "open" || route.access.kind === "signed-in") return null;
  // A call may name itself a stream, which is not logged.
  if (context.headers["x-request-category"] === "streams") return null;
  const uri = `/${context.segments.join("/")}`;
  if (NOT_RECORDED.has(uri)) return null;
  const category = record.category ?? route.access.category;
  const now = Date.now();
  const time = TIMED.has(category) ? (record.took ?? tookOf(reply.body, category)) : undefined;
  const responseHeaders = Object.entries(reply.headers).map(([name, value]): [string, string[]] => [canonical(name), [value]]);
  const isSearchApi = category === "reactivesearch" || category === "suggestion";
  const body = bodyText(requestBody, category);
  return {
    id: nextId(now),
    indices: record.indices ?? context.indices,
    category,
    // The path as Go's server knows it: decoded, without a slash at its end.
    request: { uri, method: context.method, header: headerLists(context.headers), body },
    response: {
      code: reply.status,
      status: statusText(reply.status),
      Headers: Object.fromEntries(responseHeaders),
      ...(time === undefined ? {} : { took: time }),
      body: bodyText(reply.body, category),
    },
    requestChanges: record.requestChanges ?? (isSearchApi ? [] : null),
    responseChanges: record.responseChanges ?? (isSearchApi ? [] : null),
    timestamp: new Date(now).toISOString(),
    console_logs: record.consoleLogs ?? [],
    diffLogs: false,
    ...(record.storedQueries && record.storedQueries.length > 0 ? { storedqueries: record.storedQueries } : {}),
    origin: originOf(call, body),
  };
}
