import type { JsonObject, JsonValue } from "@common/text/json";
import type { IndexResolver } from "../index/types";
import type { AnswerValue } from "./raw-json";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "DELETE";

/**
 * The parts of one running engine that handlers of several folders use. It lives as long as the engine: a key for
 * per-engine state.
 */
export type EngineState = {
  indices: IndexResolver;
};

/** One request, as a handler sees it. */
export type RouteContext<State extends EngineState = EngineState> = {
  engine: State;
  method: Method;
  /** The path as it came, still encoded. */
  path: string;
  /** Decoded `{name}` parts of the route's path. */
  params: Readonly<Record<string, string>>;
  /** Decoded query parameters; a bare name has the value "". Names that the route does not know never get here. */
  query: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** The body as text (UTF-8). */
  text(): string;
  /** The body as lossless JSON, undefined when it is empty. Throws EngineError 400 when it is malformed. */
  json(): JsonValue | undefined;
  /** The body as a JSON object, `{}` when it is empty. Throws EngineError 400 when it is anything else. */
  object(): JsonObject;
  /** A query parameter as a boolean: absent → `otherwise`, bare → true. Throws EngineError for other words. */
  flag(name: string, otherwise: boolean): boolean;
  /** A query parameter as an integer. Throws EngineError when it is not one. */
  integer(name: string, otherwise: number): number;
  signal: AbortSignal;
};

/** `body` becomes JSON; `text` is sent as it is (`_cat`). Without either the answer is empty. */
export type RouteAnswer = { status?: number; body?: AnswerValue; text?: string };

export type RouteHandler<State extends EngineState = EngineState> = (
  context: RouteContext<State>,
) => RouteAnswer | Promise<RouteAnswer>;

/**
 * One row of the route table. `path` as `/{index}/_search`; a part in braces takes any one segment.
 * `query` names the parameters it accepts beside those every route takes (pretty, human, error_trace, filter_path).
 * HEAD is answered by the GET route without its body unless a route of its own exists.
 */
export type Route<State extends EngineState = EngineState> = {
  methods: readonly Method[];
  path: string;
  query: readonly string[];
  handler: RouteHandler<State>;
};
