import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import type { Handler } from "@common/search-relevance/rule-kinds";
import type { Owner } from "@backend/gateway/platform/held/shares";
import type { Lane, Scripts } from "./service";
import { LIMITS, type ScriptLimits } from "./types";

export type ScriptRequest = { body: string; headers: Readonly<Record<string, string>> };
export type ScriptResponse = { code: number; body: string; headers: Readonly<Record<string, string>> };
export type Exchange = { request: ScriptRequest; response?: ScriptResponse; envs: JsonObject };

/** A script that did not do what it should; the message is for its author. */
export class ScriptError extends Error {
  readonly logs: readonly string[];

  constructor(message: string, logs: readonly string[]) {
    super(message);
    this.logs = logs;
  }
}

/** `owner`: whose call it is, which counts for his share; none where the server itself runs it. */
type Asked = { script: string; exchange: Exchange; limits?: ScriptLimits; lane?: Lane; owner?: Owner };
export type Ran<Value> = { value: Value; logs: readonly string[]; took: number };

async function run(
  scripts: Scripts,
  handler: Handler,
  { script, exchange, limits = LIMITS, lane = "search", owner }: Asked,
): Promise<Ran<JsonValue>> {
  const started = performance.now();
  const outcome = await scripts.run({ script, handler, context: stringifyJson(exchange), limits }, lane, owner);
  if (outcome.kind === "failed") throw new ScriptError(outcome.message, outcome.logs);
  return {
    value: outcome.result === null ? null : parseJson(outcome.result),
    logs: outcome.logs,
    took: performance.now() - started,
  };
}

/** Whether a script may have a function: what its text does not name it has not. */
export function mayHave(script: string, handler: Handler): boolean {
  return script.includes(handler);
}

// What a function gives is the request or response itself, or an object that holds it.
function within(value: JsonValue, name: "request" | "response"): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const inner = value[name];
  return inner !== undefined && isJsonObject(inner) ? inner : value;
}

function bodyOf({ body }: JsonObject): string | undefined {
  if (body === undefined || body === null) return undefined;
  return typeof body === "string" ? body : stringifyJson(body);
}

function headersOf({ headers }: JsonObject): Record<string, string> | undefined {
  if (headers === undefined || !isJsonObject(headers)) return undefined;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : stringifyJson(value)]),
  );
}

/** The request as `handleRequest` gives it back; as it was where the script has none, or it gives nothing. */
export async function requestBy(scripts: Scripts, asked: Asked): Promise<Ran<ScriptRequest>> {
  const { request } = asked.exchange;
  if (!mayHave(asked.script, "handleRequest")) return { value: request, logs: [], took: 0 };
  const ran = await run(scripts, "handleRequest", asked);
  const given = within(ran.value, "request") ?? {};
  return { ...ran, value: { body: bodyOf(given) ?? request.body, headers: headersOf(given) ?? request.headers } };
}

/** The response as `handleResponse` gives it back. */
export async function responseBy(
  scripts: Scripts,
  asked: Asked & { exchange: { response: ScriptResponse } },
): Promise<Ran<ScriptResponse>> {
  const { response } = asked.exchange;
  if (!mayHave(asked.script, "handleResponse")) return { value: response, logs: [], took: 0 };
  const ran = await run(scripts, "handleResponse", asked);
  const given = within(ran.value, "response") ?? {};
  const code = given["code"] ?? response.code;
  if (typeof code !== "number" || !Number.isInteger(code) || code < 200 || code > 599)
    throw new ScriptError("handleResponse gave a code that is no status from 200 to 599", ran.logs);
  return {
    ...ran,
    value: { code, body: bodyOf(given) ?? response.body, headers: headersOf(given) ?? response.headers },
  };
}

/** Runs a script by the clock: `handleCron`, or what stands in it outside of functions. */
export function cronBy(scripts: Scripts, asked: Asked): Promise<Ran<JsonValue>> {
  return run(scripts, "handleCron", { lane: "cron", ...asked });
}
