import { setMaxListeners } from "node:events";
import { addressOn } from "@common/http/addresses";
import { isJsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { BY_CONSOLE, CALLED_BY } from "@common/http/called-by";
import { saysNotOffered } from "@common/http/not-offered";
import { SECOND_FACTOR } from "@common/access-control/second-factor";
import type { AppLoadContext } from "@remix-run/node";
import { Agent, type Dispatcher } from "undici";
import type * as z from "zod";
import type { Failure, FailureKind } from "~/lib/messages/user-messages";
import { notAllowedServer } from "~/session/allowed-urls.server";
import { exchange, ExchangeError } from "./exchange.server";
import { awayByHealth, BackendError, engineAway, errorDetail, mayBeUnread, readBody } from "./errors.server";
import { isReading, type Method } from "./reading";
import { NOT_DONE, whatCameOf } from "./what-came";

// For answers and bodies that are read in pieces; whole ones are exchanged.
const agent: Dispatcher = new Agent({ connections: 64, keepAliveTimeout: 10_000, pipelining: 1 });

/** How long the server's health is waited for, in ms. */
const HEALTH_PATIENCE = 3_000;

export type CallOptions = {
  method?: Method;
  /** Made with `apiPath`, so that names are encoded. */
  path: string;
  /** Parameters that are undefined are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  /** A body to send as JSON; digits of LosslessNumbers are kept. */
  json?: unknown;
  /** A body that is text or bytes already; `contentType` names it. */
  body?: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds for the whole answer; BACKEND_TIMEOUT_MS when not given. */
  timeout?: number;
  /** Is told the headers of call and answer, once there is one, whatever its status. They hold the credentials. */
  onHeaders?: (headers: CallHeaders) => void;
};

type NamedValues = Record<string, number | string | string[] | undefined>;
export type CallHeaders = { sent: NamedValues; received: NamedValues };

export type BackendAnswer = {
  status: number;
  body: JsonValue | undefined;
  text: string;
  /**
   * The error of this call, for a caller that checks the body itself; with the status and words that it found there.
   */
  failed: (
    kind: "malformed" | "other-document" | "status" | "not-done",
    found?: { status?: number; detail?: string | undefined },
  ) => BackendError;
};

export type BackendClient = ReturnType<typeof connect>;

export type ClientOptions = {
  /** Without a slash at the end. */
  baseUrl: string;
  /** base64 of `name:password`; not given for the calls that need none. */
  token?: string;
  /**
   * Whom an admin's calls are to be answered as; the server must know that (`services/access-control/users/view-as`).
   * Such a client never writes.
   */
  viewAs?: string | undefined;
  /** That the second factor was given. */
  proof?: string | undefined;
  /**
   * Asked before each call for the token to make it with, in the place of `token`; what it throws is thrown by the
   * call, which is not sent then.
   */
  admit?: (() => Promise<{ token: string }>) | undefined;
  context: Pick<AppLoadContext, "config" | "log" | "requestId" | "keepOpen">;
  /** The browser's request: when it goes away, so do its calls. */
  signal?: AbortSignal | undefined;
  /** Is told each whole answer with a 2xx, and the call that it is to. */
  onAnswer?: ((options: CallOptions, body: JsonValue | undefined) => void) | undefined;
};

/** What a client was created from, for the one that may also write. */
const origins = new WeakMap<object, ClientOptions>();

/**
 * The only caller of the back end. Adds Basic authorization, `x-search-client` and the request id; keeps digits of
 * JSON; follows no redirect; turns everything that is not a 2xx into a BackendError. It reads: a call that would change
 * the server throws before it is sent.
 */
export function createClient(options: ClientOptions) {
  const client = connect(options, { writes: false });
  origins.set(client, options);
  return client;
}

/**
 * The client of a change, for `services/platform/changes` alone (the linter and a test hold that). It is not bound to
 * the browser's request: a reader who leaves must not cut a change in the middle, and the change log needs its answer.
 */
export function writerOf(http: BackendClient, { onAnswer }: Pick<ClientOptions, "onAnswer"> = {}): BackendClient {
  const options = origins.get(http);
  if (options === undefined) throw new Error("only a client of createClient has a writing one");
  return connect({ ...options, signal: undefined, onAnswer }, { writes: options.viewAs === undefined });
}

function connect(
  { baseUrl, token: given, viewAs, proof, admit, context, signal: browserSignal, onAnswer }: ClientOptions,
  { writes }: { writes: boolean },
) {
  const { config, log, requestId } = context;
  // A page may have more calls under way than Node takes for a leak.
  if (browserSignal !== undefined) setMaxListeners(200, browserSignal);

  function failureOf({
    kind,
    status,
    method,
    path,
    detail,
  }: {
    kind: FailureKind;
    status: number;
    method: string;
    path: string;
    detail?: string | undefined;
  }) {
    return { kind, status, method, path, requestId, detail } satisfies Failure;
  }

  type Headed = CallOptions & { token: string | undefined };

  function headersOf({ method, path, json, body, contentType, headers, token }: Headed): Record<string, string> {
    const type = contentType ?? (json === undefined ? undefined : "application/json");
    return {
      accept: "application/json",
      "x-search-client": config.siteName,
      "x-request-id": requestId,
      ...(isReading({ method, path, body: sentBody({ json, body }) }) ? { [CALLED_BY]: BY_CONSOLE } : {}),
      ...(token === undefined ? {} : { authorization: `Basic ${token}` }),
      ...(type === undefined ? {} : { "content-type": type }),
      ...(viewAs === undefined ? {} : { "x-view-as": encodeURIComponent(viewAs) }),
      ...(proof === undefined ? {} : { [SECOND_FACTOR]: proof }),
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    };
  }

  const sentBody = ({ json, body }: Pick<CallOptions, "json" | "body">) =>
    json === undefined ? body : stringifyJson(json);

  function urlOf({ path, query }: Pick<CallOptions, "path" | "query">) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) parameters.set(name, String(value));
    const text = parameters.toString();
    const url = addressOn(baseUrl, `${path}${text === "" ? "" : `?${text}`}`);
    if (url === null) throw new Error(`${path} is no path of the search server`);
    return url;
  }

  /**
   * Where a call goes. Throws for one that changes the server, and BackendError where the server is not allowed any
   * more: at every call, for sessions and jobs outlive the list.
   */
  function destination({ method = "GET", path, query }: CallOptions, body: CallOptions["body"]) {
    if (!writes && !isReading({ method, path, body }))
      throw new Error(`${method} ${path} changes the server, so it is sent by change() of services/platform/changes`);
    const refused = notAllowedServer({ url: baseUrl, config });
    if (refused !== undefined)
      throw new BackendError({
        failure: failureOf({ kind: "server-refused", status: 403, method, path, detail: refused }),
      });
    return urlOf({ path, query });
  }

  function noAnswer({
    kind,
    cause,
    method,
    path,
  }: {
    kind: "aborted" | "timeout" | "unreachable";
    cause: unknown;
    method: string;
    path: string;
  }) {
    if (kind !== "aborted") log.warn({ method, path, kind, err: cause }, "back end call failed");
    return new BackendError({
      failure: failureOf({ kind, status: kind === "timeout" ? 504 : kind === "aborted" ? 499 : 502, method, path }),
      cause,
    });
  }

  const answered = ({
    method,
    path,
    status,
    started,
  }: {
    method: string;
    path: string;
    status: number;
    started: number;
  }) => log.debug({ method, path, status, ms: Math.round(performance.now() - started) }, "back end answered");

  /**
   * Sends a call and returns the answer as it comes, whatever its status, its body unread. Throws BackendError when
   * there is none.
   */
  async function open(options: CallOptions & { stream?: ReadableStream<Uint8Array> }): Promise<Response> {
    const { method = "GET", path, timeout = config.backendTimeoutMs, stream } = options;
    const body = sentBody(options);
    const url = destination(options, body);
    const headers = headersOf({ ...options, token: admit === undefined ? given : (await admit()).token });
    const timer = AbortSignal.timeout(timeout);
    const signals = [timer, options.signal, browserSignal].filter((signal) => signal !== undefined);
    const init: RequestInit & { dispatcher: Dispatcher; duplex?: "half"; window?: null } = {
      method,
      headers,
      signal: AbortSignal.any(signals),
      redirect: "manual",
      dispatcher: agent,
    };
    if (stream) {
      // With any other redirect mode fetch keeps a second copy of a streamed body for a repeat.
      Object.assign(init, { body: stream, duplex: "half", redirect: "error", window: null });
    } else if (body !== undefined) init.body = body;

    const started = performance.now();
    try {
      const response = await fetch(url, init);
      answered({ method, path, status: response.status, started });
      options.onHeaders?.({ sent: { host: url.host, ...headers }, received: Object.fromEntries(response.headers) });
      return response;
    } catch (cause) {
      const gone = browserSignal?.aborted || options.signal?.aborted;
      throw noAnswer({ kind: gone ? "aborted" : timer.aborted ? "timeout" : "unreachable", cause, method, path });
    }
  }

  /**
   * As `exchanged`. A change goes on when its reader leaves, so it keeps what his request holds open until it is
   * answered.
   */
  function whole(options: CallOptions): Promise<{ status: number; text: string }> {
    const answer = exchanged(options);
    if (writes) context.keepOpen?.(answer);
    return answer;
  }

  /** Sends a call and returns the whole answer, whatever its status. Throws BackendError when there is none. */
  async function exchanged(options: CallOptions): Promise<{ status: number; text: string }> {
    const { method = "GET", path, timeout = config.backendTimeoutMs } = options;
    const body = sentBody(options);
    const url = destination(options, body);
    const headers = headersOf({ ...options, token: admit === undefined ? given : (await admit()).token });
    const signals = [options.signal, browserSignal].filter((signal) => signal !== undefined);
    const started = performance.now();
    try {
      const answer = await exchange({ url, method, headers, body, timeout, signals });
      answered({ method, path, status: answer.status, started });
      options.onHeaders?.(answer);
      return answer;
    } catch (cause) {
      if (!(cause instanceof ExchangeError)) throw cause;
      if (!cause.begun) throw noAnswer({ kind: cause.kind, cause: cause.cause ?? cause, method, path });
      throw new BackendError({
        failure: failureOf({ kind: "unreachable", status: 502, method, path, detail: "The answer broke off." }),
        cause,
      });
    }
  }

  /**
   * Why an answer came without the engine behind the server; undefined where it came with it. A name that is not known
   * asks for the server's health first.
   */
  async function engineAwayIn(answer: { status: number; body: JsonValue | undefined }): Promise<string | undefined> {
    if (!mayBeUnread(answer)) return engineAway(answer);
    try {
      const { status, text } = await whole({
        path: "/arc/health",
        timeout: Math.min(config.backendTimeoutMs, HEALTH_PATIENCE),
      });
      return awayByHealth({ status, body: readBody(text) });
    } catch {
      // Who does not answer that either leaves the refusal as it is.
      return undefined;
    }
  }

  /** Sends a call and reads the answer. Throws BackendError for every status that is not 2xx. */
  async function send(options: CallOptions): Promise<BackendAnswer> {
    const { method = "GET", path } = options;
    const { status, text } = await whole(options);
    const body = readBody(text);
    if (status >= 200 && status < 300) {
      onAnswer?.(options, body);
      const failed: BackendAnswer["failed"] = (kind, found = {}) =>
        new BackendError({
          failure: failureOf({ kind, status: found.status ?? 502, method, path, detail: found.detail }),
          body,
        });
      return { status, body, text, failed };
    }
    if (status >= 300 && status < 400)
      throw new BackendError({ failure: failureOf({ kind: "redirect", status: 502, method, path }), body });
    const away = await engineAwayIn({ status, body });
    if (away !== undefined)
      throw new BackendError({
        failure: failureOf({ kind: "engine-away", status: 503, method, path, detail: away }),
        body,
      });
    const kind = kindOf({ status, body, path });
    throw new BackendError({
      failure: failureOf({ kind, status: kind === "payment" ? 402 : status, method, path, detail: errorDetail(body) }),
      body,
    });
  }

  /**
   * Sends a call and returns its JSON, checked by `schema`. Throws BackendError, also when the answer is no JSON or not
   * of that shape.
   */
  async function call<Schema extends z.ZodType>({
    schema,
    ...options
  }: CallOptions & { schema: Schema }): Promise<z.output<Schema>> {
    const answer = await send(options);
    const parsed = schema.safeParse(answer.body);
    if (parsed.success) return parsed.data;
    const { method = "GET", path } = options;
    const came = method === "GET" || method === "HEAD" ? undefined : whatCameOf(answer.body);
    if (came?.kind === "nothing") throw answer.failed("not-done", { status: NOT_DONE, detail: came.message });
    log.warn({ method, path, issues: parsed.error.issues.slice(0, 5) }, "back end answered in an unknown shape");
    throw new BackendError({
      failure: failureOf({ kind: "malformed", status: 502, method, path }),
      body: answer.body,
      cause: parsed.error,
    });
  }

  /** The error of a change that is not sent, because what it would change is not as it was any more. */
  const conflict = ({ method = "GET", path }: CallOptions, detail: string) =>
    new BackendError({ failure: failureOf({ kind: "status", status: 409, method, path, detail }) });

  return { baseUrl, open, send, call, conflict, engineAwayIn };
}

// A server that its account service does not know answers 400 to every call (contract 10, 1.3 and 1.5).
const NO_INSTANCE = /\bAPPBASE_ID\b|\bno arc instance\b|\binvalid (?:arc|cluster) (?:id|instance)\b/i;

type Refused = { status: number; body: JsonValue | undefined; path: string };

function causeType(body: JsonValue | undefined): string | undefined {
  const error = isJsonObject(body) ? body["error"] : undefined;
  const cause = isJsonObject(error) ? error["cause"] : undefined;
  return isJsonObject(cause) && typeof cause["type"] === "string" ? cause["type"] : undefined;
}

// 402 comes for the whole cluster or for one feature.
function kindOf({ status, body, path }: Refused): FailureKind {
  const said = errorDetail(body) ?? "";
  if (saysNotOffered({ status, detail: said, cause: causeType(body) })) return "not-offered";
  if (status === 402) return /\bplans?\b/i.test(said) ? "plan" : "payment";
  if (status === 400 && (path === "/arc/plan" || NO_INSTANCE.test(said))) return "payment";
  if (status === 401 || status === 403) return "not-allowed";
  return "status";
}
