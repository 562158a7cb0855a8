import { ENGINE_LIMITS } from "@common/limits/engine";
import type { JsonValue } from "@common/text/json";
import type { EngineRequest, EngineResponse } from "../../port";
import { unrecognized } from "../../unrecognized";
import { DiskFullError } from "../disk/room";
import { diskFull, EngineError, illegalArgument } from "../errors";
import { parseBody } from "./json-errors";
import { writeAnswer } from "./serialize";
import type { EngineState, Method, Route, RouteContext } from "./types";

/** Parameters that every route takes. */
const COMMON = ["pretty", "human", "error_trace", "filter_path", "source", "source_content_type"];
const JSON_TYPE = "application/json; charset=UTF-8";
const TEXT_TYPE = "text/plain; charset=UTF-8";

/** Bodies above this many bytes are refused, as Elasticsearch's `http.max_content_length` does. */
export const MAX_BODY_BYTES = ENGINE_LIMITS.bulk.most;

type Entry<State extends EngineState> = { parts: string[]; routes: Route<State>[] };

function isName(part: string): boolean {
  return part.startsWith("{");
}

/** The route table, ready to look paths up. Literal parts go before names, from the left. */
export class RouteTable<State extends EngineState> {
  private readonly byLength = new Map<number, Entry<State>[]>();

  constructor(routes: readonly Route<State>[]) {
    const byShape = new Map<string, Entry<State>>();
    for (const route of routes) {
      const parts = route.path.split("/").slice(1);
      const shape = parts.map((part) => (isName(part) ? "{}" : part)).join("/");
      const entry = byShape.get(shape) ?? { parts, routes: [] };
      entry.routes.push(route);
      byShape.set(shape, entry);
    }
    for (const entry of byShape.values())
      this.byLength.set(entry.parts.length, [...(this.byLength.get(entry.parts.length) ?? []), entry]);
    for (const entries of this.byLength.values()) entries.sort((a, b) => this.weight(b) - this.weight(a));
  }

  private weight(entry: Entry<State>): number {
    return entry.parts.reduce((sum, part) => sum * 2 + (isName(part) ? 0 : 1), 0);
  }

  /** Every entry whose shape fits the parts, most literal first. */
  lookup(parts: readonly string[]): Entry<State>[] {
    return (this.byLength.get(parts.length) ?? []).filter((entry) =>
      entry.parts.every((part, at) => (isName(part) ? parts[at] !== "" : part === parts[at])),
    );
  }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw illegalArgument(`partial escape sequence at end of string: ${part}`);
  }
}

function requireKnown({
  path,
  query,
  known,
}: {
  path: string;
  query: Readonly<Record<string, string>>;
  known: readonly string[];
}): void {
  const unknown = Object.keys(query).filter((name) => !known.includes(name) && !COMMON.includes(name));
  if (unknown.length === 0) return;
  throw illegalArgument(unrecognized({ path, names: unknown, known: [...known, ...COMMON] }));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function contextOf<State extends EngineState>({
  engine,
  request,
  params,
}: {
  engine: State;
  request: EngineRequest;
  params: Record<string, string>;
}): RouteContext<State> {
  const query = request.query ?? {};
  const given = request.body ?? "";
  const raw = given.length === 0 && query["source"] !== undefined ? query["source"] : given;
  let body: Uint8Array | undefined;
  let read: { value: JsonValue | undefined } | undefined;
  let text: string | undefined = typeof raw === "string" ? raw : undefined;
  const context: RouteContext<State> = {
    engine,
    method: request.method,
    path: request.path,
    params,
    query,
    signal: request.signal ?? new AbortController().signal,
    get body() {
      return (body ??= typeof raw === "string" ? encoder.encode(raw) : raw);
    },
    text: () => (text ??= typeof raw === "string" ? raw : decoder.decode(raw)),
    json() {
      const content = context.text();
      return (read ??= { value: content.trim() === "" ? undefined : parseBody(content) }).value;
    },
    object() {
      const value = context.json();
      if (value === undefined) return {};
      if (
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        Object.getPrototypeOf(value) === Object.prototype
      )
        return value as Record<string, never>;
      const token = Array.isArray(value)
        ? "START_ARRAY"
        : typeof value === "string"
          ? "VALUE_STRING"
          : typeof value === "boolean"
            ? "VALUE_BOOLEAN"
            : value === null
              ? "VALUE_NULL"
              : "VALUE_NUMBER";
      throw new EngineError(400, "parsing_exception", `Expected [START_OBJECT] but found [${token}]`, {
        details: { line: 1, col: 1 },
      });
    },
    flag(name, otherwise) {
      const value = query[name];
      if (value === undefined) return otherwise;
      if (value === "" || value === "true") return true;
      if (value === "false") return false;
      throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    },
    integer(name, otherwise) {
      const value = query[name];
      if (value === undefined) return otherwise;
      if (!/^-?\d{1,10}$/.test(value))
        throw illegalArgument(`Failed to parse int parameter [${name}] with value [${value}]`);
      return Number(value);
    },
  };
  return context;
}

export type RouterOptions<State extends EngineState> = {
  engine: State;
  table: RouteTable<State>;
  log: (message: string, details?: Record<string, unknown>) => void;
};

function answer(status: number, body: string, contentType = JSON_TYPE): EngineResponse {
  return { status, contentType, body };
}

function unknownPath<State extends EngineState>(
  request: EngineRequest,
  entries: readonly Entry<State>[],
): EngineResponse {
  const { method, path } = request;
  if (entries.length === 0)
    return answer(400, JSON.stringify({ error: `no handler found for uri [${path}] and method [${method}]` }));
  const allowed = new Set(entries.flatMap((entry) => entry.routes.flatMap((route) => route.methods)));
  const list = ["DELETE", "HEAD", "POST", "GET", "PUT"].filter((name) => [...allowed].includes(name as Method));
  return answer(
    405,
    JSON.stringify({
      error: `Incorrect HTTP method for uri [${path}] and method [${method}], allowed: [${list.join(", ")}]`,
      status: 405,
    }),
  );
}

async function dispatch<State extends EngineState>(
  { engine, table }: RouterOptions<State>,
  request: EngineRequest,
): Promise<EngineResponse> {
  const parts = request.path
    .replace(/^\/+/, "")
    .replace(/(?<=.)\/$/, "")
    .split("/")
    .map(decodePart);
  const entries = table.lookup(parts);
  const serves = (method: Method) =>
    entries.flatMap((entry) =>
      entry.routes.filter((route) => route.methods.includes(method)).map((route) => ({ entry, route })),
    )[0];
  const found = serves(request.method) ?? (request.method === "HEAD" ? serves("GET") : undefined);
  if (!found) return unknownPath(request, entries);
  const size = typeof request.body === "string" ? Buffer.byteLength(request.body) : (request.body?.length ?? 0);
  if (size > MAX_BODY_BYTES)
    throw new EngineError(
      413,
      "content_too_long_exception",
      `entity content is too long [${size}] for the configured buffer limit [${MAX_BODY_BYTES}]`,
    );
  requireKnown({ path: request.path, query: request.query ?? {}, known: found.route.query });
  const params: Record<string, string> = {};
  const names = found.route.path.split("/").slice(1);
  names.forEach((part, at) => {
    if (isName(part)) params[part.slice(1, -1)] = parts[at] ?? "";
  });
  const { status = 200, body, text } = await found.route.handler(contextOf({ engine, request, params }));
  if (text !== undefined) return answer(status, text, TEXT_TYPE);
  return answer(status, body === undefined ? "" : await writeAnswer(body, request.query ?? {}));
}

/** Answers one request from the table; every error becomes an answer in Elasticsearch's shape. */
export async function route<State extends EngineState>(
  options: RouterOptions<State>,
  request: EngineRequest,
): Promise<EngineResponse> {
  let response: EngineResponse;
  try {
    response = await dispatch(options, request);
  } catch (error) {
    response = await errorAnswer(options, request, error);
  }
  return request.method === "HEAD" ? { ...response, body: "" } : response;
}

async function errorAnswer<State extends EngineState>(
  { log }: RouterOptions<State>,
  request: EngineRequest,
  given: unknown,
): Promise<EngineResponse> {
  const error =
    given instanceof DiskFullError ? diskFull(decodePart(/^\/([^_/][^/]*)/.exec(request.path)?.[1] ?? "_all")) : given;
  if (error instanceof EngineError) return answer(error.status, await writeAnswer(error.toBody(), request.query ?? {}));
  // The stack ends where an input is nested deeper than the parsers below can follow: the input's fault, not ours.
  if (error instanceof RangeError && error.message.includes("call stack")) {
    return answer(
      400,
      await writeAnswer(illegalArgument("the request is nested too deeply").toBody(), request.query ?? {}),
    );
  }
  log("request failed", { method: request.method, path: request.path, requestId: request.requestId, error });
  return answer(
    500,
    await writeAnswer(new EngineError(500, "exception", "internal error").toBody(), request.query ?? {}),
  );
}
