import { setTimeout as wait } from "node:timers/promises";
import { isJsonObject, parseJson, stringifyJson, type JsonObject } from "@common/text/json";
import type { Engine, EngineResponse } from "../engine/port";
import { EngineUnreachableError } from "../engine/remote/failures";
import { MigrationError } from "./types";

/**
 * An engine that is asked, and how patiently: when it does not answer or is busy, a call is made again for this long
 * (ms).
 */
export type Caller = {
  engine: Engine;
  patience: number;
  signal?: AbortSignal | undefined;
  notify?: (line: string) => void;
};

export type Call = {
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  path: string;
  query?: Record<string, string>;
  body?: JsonObject | string;
};

/** A refusal of the engine, with its own words. */
export class Refusal extends MigrationError {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly reason: string,
  ) {
    super(`${reason} (${type}, ${status})`);
  }
}

const BUSY = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** The deepest cause that an engine names: wrappers say only that something failed. */
function causeOf(error: JsonObject): { type: string; reason: string } {
  const inner = error["caused_by"];
  if (isJsonObject(inner) && typeof inner["reason"] === "string") return causeOf(inner);
  return { type: String(error["type"] ?? "error"), reason: String(error["reason"] ?? "no reason given") };
}

/** Reads an answer's error, whatever form it has. */
export function refusalOf({ status, body }: EngineResponse): Refusal {
  try {
    const answer = parseJson(body);
    const error = isJsonObject(answer) ? answer["error"] : undefined;
    if (isJsonObject(error)) {
      const { type, reason } = causeOf(error);
      const outer = String(error["reason"] ?? reason);
      return new Refusal(status, type, outer === reason ? reason : `${outer}: ${reason}`);
    }
    if (typeof error === "string") return new Refusal(status, "error", error);
  } catch {
    // Not JSON: a proxy's page, say.
  }
  return new Refusal(status, "error", body.slice(0, 200).trim() || "no reason given");
}

/**
 * One call, made again while the engine is busy (429, 502, 503, 504) or cannot be reached, with growing pauses. Calls
 * are such that a second one does no harm. Returns the answer of any other status; throws `MigrationError` when
 * patience is at its end.
 */
export async function ask(
  { engine, patience, signal, notify }: Caller,
  { body, ...call }: Call,
): Promise<EngineResponse> {
  const text = body === undefined || typeof body === "string" ? body : stringifyJson(body);
  const until = Date.now() + patience;
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    signal?.throwIfAborted();
    let problem: string;
    try {
      const answer = await engine({ ...call, ...(text !== undefined && { body: text }), ...(signal && { signal }) });
      if (!BUSY.has(answer.status) || patience === 0) return answer;
      problem = refusalOf(answer).message;
    } catch (error) {
      signal?.throwIfAborted();
      problem = reasonOf(error);
      // Waiting helps with neither.
      if (error instanceof EngineUnreachableError && (error.kind === "credentials" || error.kind === "certificate"))
        throw new MigrationError(problem);
    }
    if (Date.now() + pause > until) throw new MigrationError(`The engine cannot be reached: ${problem}`);
    if (pause > 2 * FIRST_WAIT_MS) notify?.(`waiting for the engine: ${problem}`);
    await wait(pause, undefined, { signal });
  }
}

/** What went wrong below HTTP, in the words of the lowest layer. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || error.name;
}

/** `ask` with the answer's JSON, digits kept. Throws `Refusal` for an error status unless it is accepted. */
export async function askJson(
  caller: Caller,
  call: Call,
  accept: readonly number[] = [],
): Promise<{ status: number; body: JsonObject }> {
  const answer = await ask(caller, call);
  if (answer.status >= 400 && !accept.includes(answer.status)) throw refusalOf(answer);
  const body = answer.body === "" ? {} : parseJson(answer.body);
  return { status: answer.status, body: isJsonObject(body) ? body : {} };
}

/** A path of segments, each encoded. */
export function pathOf(...segments: string[]): string {
  return `/${segments.map(encodeURIComponent).join("/")}`;
}
