import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import type { RunState, SentRequest, SentResponse } from "./types";

const headersJson = (headers: Readonly<Record<string, string>>): JsonObject => ({ ...headers });

/** The context as scripts, conditions and inputs see it. */
export function contextOf({ request, response, envs, values }: RunState): JsonObject {
  const { body, headers, method, path } = request;
  return {
    ...values,
    request: { method, path, headers: headersJson(headers), body },
    response: response ? { code: response.code, headers: headersJson(response.headers), body: response.body } : {},
    envs,
  };
}

function charactersOf(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, one: JsonValue) => sum + charactersOf(one), 0);
  if (value === null || !isJsonObject(value)) return String(value).length;
  return Object.entries(value).reduce((sum, [name, one]) => sum + name.length + charactersOf(one ?? null), 0);
}

/** Refuses more of the answer and of results than stages may pass on. An answer that is a result too counts once. */
export function requireRoom({ response, values }: Pick<RunState, "response" | "values">): void {
  const results = Object.values(values).filter((value) => value !== response?.body);
  const size = results.reduce((sum: number, value) => sum + charactersOf(value ?? null), response?.body.length ?? 0);
  const { most } = PIPELINES_LIMITS.context;
  if (size > most) throw badRequest(`the answer and the results of stages have more than ${most} characters together`);
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : stringifyJson(value);
}

function headersOf(value: JsonValue | undefined): Record<string, string> | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const text = Array.isArray(one) ? one.map((part) => textOf(part) ?? "").join(", ") : textOf(one);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

function requestBy(before: SentRequest, given: JsonObject): SentRequest {
  return {
    ...before,
    body: textOf(given["body"]) ?? before.body,
    headers: headersOf(given["headers"]) ?? before.headers,
  };
}

function responseBy(before: SentResponse | null, given: JsonObject): SentResponse | null {
  const isEmpty = Object.keys(given).length === 0;
  if (isEmpty && before === null) return null;
  const code = given["code"] === undefined ? (before?.code ?? 200) : Number(given["code"]);
  if (!Number.isInteger(code) || code < 200 || code > 599)
    throw new HttpError(400, "response.code is no status from 200 to 599");
  return {
    code,
    headers: headersOf(given["headers"]) ?? before?.headers ?? {},
    body: textOf(given["body"]) ?? before?.body ?? "",
  };
}

/**
 * The state after a script: what it gave lies over what was there, member by member in `request`, `response` and
 * `envs`. Throws 400 for a code that is no status.
 */
export function merged(state: RunState, given: JsonObject): RunState {
  const { request, response, envs, ...values } = given;
  return {
    ...state,
    request: request !== undefined && isJsonObject(request) ? requestBy(state.request, request) : state.request,
    response: response !== undefined && isJsonObject(response) ? responseBy(state.response, response) : state.response,
    envs: envs !== undefined && isJsonObject(envs) ? { ...state.envs, ...envs } : state.envs,
    values: { ...state.values, ...values },
  };
}

/** A body as JSON, where it is an object. */
export function objectIn(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** What a refusal says, in its own words. */
export function messageIn(body: string, status: number): string {
  const error = objectIn(body)?.["error"];
  const message = error !== undefined && isJsonObject(error) ? (error["message"] ?? error["reason"]) : undefined;
  return typeof message === "string" ? message : `the engine answered ${status}`;
}

/** Names of indices that `envs.index` holds, one text or a list of them. */
export function indicesOf({ index }: JsonObject): string[] {
  return [index]
    .flat()
    .filter((one): one is string => typeof one === "string")
    .flatMap((one) => one.split(","))
    .filter((one) => one !== "");
}

/** The first words that a request of the search API asks for. */
export function wordsOf(body: string): string {
  const queries = objectIn(body)?.["query"];
  if (!Array.isArray(queries)) return "";
  const values = queries.map((query) => (isJsonObject(query) ? query["value"] : undefined));
  const first = values.find((value) => typeof value === "string" && value !== "");
  return typeof first === "string" ? first : "";
}
