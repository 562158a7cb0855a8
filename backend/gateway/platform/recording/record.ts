import type { IncomingHttpHeaders } from "node:http";
import { LOGS_LIMITS } from "@common/limits/logs";
import { SECOND_FACTOR } from "@common/access-control/second-factor";
import { statusText } from "../http/errors";
import type { RecordedCall } from "./recorded-call";
import { originOf, type Origin } from "./origin";
import { searchedWords, toldHits } from "@common/data/searched-words";
import { maskSecrets } from "@common/secrets/mask";
import { headerValue, keptLine, openNamesOf } from "./masked-record";
import { type RecordScope, scopeOfCall } from "./scope";
import type { StageChange } from "./types";

/** Bodies are cut at so many characters (contract 10, 4.2). */
const MAX_BODY_TEXT = LOGS_LIMITS.loggedBody.most;
// Left out altogether: the real server keeps the Authorization header in clear, which nobody needs and anybody with the
// logs could use. Host is no header to the real server either.
const LEFT_OUT = new Set(["authorization", SECOND_FACTOR, "cookie", "proxy-authorization", "host"]);
// Watched every few seconds by many a client, and only read.
const NOT_RECORDED = new Set(["/_cluster/health"]);
// Categories whose records tell the time of the search.
const TIMED = new Set(["search", "reactivesearch", "suggestion"]);

/**
 * A line of the request log, in the real server's shape; `id` is stored with it so that lines of one millisecond keep
 * their order.
 */
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
  origin: Origin & RecordScope;
};

function canonical(name: string): string {
  return name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join("-");
}

function headerLists(headers: IncomingHttpHeaders): Record<string, string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !LEFT_OUT.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [canonical(name), [value ?? ""].flat().map((one) => headerValue(name, one))]),
  );
}

/** A text without halves of pairs, which an engine refuses. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

// Cut first: what is kept is what is looked at. A pair of signs that the cut divides would be refused by an engine, and
// the record lost with it.
function keptText(text: string, uri: string): string {
  return maskSecrets(wellFormed(text.slice(0, MAX_BODY_TEXT)), openNamesOf(uri));
}

function keptStages(stages: readonly StageChange[]): StageChange[] {
  return stages.map((stage) => ({
    ...stage,
    uri: maskSecrets(stage.uri),
    headers: maskSecrets(stage.headers),
    body: keptText(stage.body, stage.uri),
  }));
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

/** Whether a call is logged is for its route to say: nothing that a caller sends decides it. */
function isLogged({ route, context }: RecordedCall, uri: string): boolean {
  if (route.log === "bare") return true;
  if (route.log === false || route.access.kind === "open" || route.access.kind === "signed-in") return false;
  return !(NOT_RECORDED.has(uri) && (context.method === "GET" || context.method === "HEAD"));
}

/**
 * Which system indices aliases lead to is for the engine to say: `names` are looked at again before the record is
 * written.
 */
export type Made = { record: LogRecord; names: readonly string[] };

/** The record of a call, or null where the call is not logged. */
export function toRecord(call: RecordedCall): Made | null {
  const { route, context, reply } = call;
  const { record } = context;
  const uri = `/${context.segments.join("/")}`;
  if (!isLogged(call, uri)) return null;
  const isBare = route.log === "bare";
  const category = record.category ?? ("category" in route.access ? route.access.category : "user");
  const now = Date.now();
  const time = TIMED.has(category) ? (record.took ?? tookOf(reply.body, category)) : undefined;
  const responseHeaders = Object.entries(reply.headers).map(([name, value]): [string, string[]] => [
    canonical(name),
    [headerValue(name, value)],
  ]);
  const isSearchApi = category === "reactivesearch" || category === "suggestion";
  const [asked, answered] = isBare ? ["", ""] : [keptText(call.requestBody, uri), keptText(reply.body, uri)];
  const [requestChanges, responseChanges] = [record.requestChanges, record.responseChanges].map(
    (stages) => stages && keptStages(stages),
  );
  const indices = record.indices ?? context.indices;
  const { names, ...scope } = scopeOfCall({
    indices,
    asked: [asked, context.query["source"] ?? "", ...(requestChanges ?? []).map(({ body }) => body)],
    answered: [answered, ...(responseChanges ?? []).map(({ body }) => body)],
    isElsewhere: record.isElsewhere === true,
    isHidden: /hidden|all/.test(context.query["expand_wildcards"] ?? ""),
  });
  return {
    names,
    record: {
      id: nextId(now),
      indices,
      category,
      // The path as Go's server knows it: decoded, without a slash at its end.
      request: { uri, method: context.method, header: headerLists(context.headers), body: asked },
      response: {
        code: reply.status,
        status: statusText(reply.status),
        Headers: Object.fromEntries(responseHeaders),
        ...(time === undefined ? {} : { took: time }),
        body: answered,
      },
      requestChanges: requestChanges ?? (isSearchApi ? [] : null),
      responseChanges: responseChanges ?? (isSearchApi ? [] : null),
      timestamp: new Date(now).toISOString(),
      console_logs: (record.consoleLogs ?? []).map(keptLine),
      diffLogs: false,
      ...(record.storedQueries && record.storedQueries.length > 0 ? { storedqueries: record.storedQueries } : {}),
      origin: {
        ...originOf({ ...call, reply: { ...reply, body: answered } }, asked),
        ...(TIMED.has(category) && { searched: { words: searchedWords(asked), hits: toldHits(answered) } }),
        ...scope,
      },
    },
  };
}

/** A record without its bodies: what is left of one where there is room for no more. */
export function bareRecord(record: LogRecord): LogRecord {
  const { request, response, origin } = record;
  const stages = (changes: StageChange[] | null) => (changes === null ? null : []);
  return {
    ...record,
    request: { ...request, header: {}, body: "" },
    response: { ...response, Headers: {}, body: "" },
    requestChanges: stages(record.requestChanges),
    responseChanges: stages(record.responseChanges),
    console_logs: [],
    origin: { ...withoutSearched(origin), text: "" },
  };
}

function withoutSearched({ searched: _, ...origin }: LogRecord["origin"]): LogRecord["origin"] {
  return origin;
}
