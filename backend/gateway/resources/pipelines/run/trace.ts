import { isDeepStrictEqual } from "node:util";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { maskSecrets } from "@common/secrets/mask";
import { allowedAs } from "@backend/gateway/platform/auth/view-as";
import type { Reply } from "@backend/gateway/platform/http/reply";
import type { Context } from "@backend/gateway/platform/http/types";
import { maskedObject, maskOf } from "./masked";
import { asksTrace } from "./trace-header";
import type { Performed } from "./perform";
import { mayWritePipelines } from "./ready";
import type { StageRecord } from "./types";

/** The member of an answer that has it. */
const MEMBER = "pipelineTrace";

type Part = { value: JsonObject; cut: boolean };

// Each member by itself, so that a long answer does not hide a short variable.
function bounded(context: JsonObject, mask: (text: string) => string): Part {
  const { most } = PIPELINES_LIMITS.traceMember;
  let cut = false;
  const value = Object.fromEntries(
    Object.entries(maskedObject(context, mask)).map(([name, one]): [string, JsonValue] => {
      const text = typeof one === "string" ? one : stringifyJson(one);
      if (text.length <= most) return [name, one ?? null];
      cut = true;
      return [name, text.slice(0, most)];
    }),
  );
  return { value, cut };
}

/** What a stage changed: the members that are others than before it. */
function changed({ before, context }: StageRecord): JsonObject | null {
  if (before === null || context === null) return null;
  return Object.fromEntries(Object.entries(context).filter(([name, value]) => !isDeepStrictEqual(before[name], value)));
}

// A long answer stands in the context of each stage behind it, and is gone through once.
function once(mask: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length < 1_000) return mask(text);
    const masked = known.get(text) ?? mask(text);
    known.set(text, masked);
    return masked;
  };
}

/**
 * What each stage of a run was given, what it changed, what it said and how long it took (ms): values of global
 * variables masked, long members cut, no more than `trace` characters in all.
 */
export function traceOf(
  { records, run, took }: Pick<Performed, "records" | "run" | "took">,
  secrets: readonly string[],
): JsonObject {
  const hide = maskOf(secrets);
  const mask = once((text) => hide(maskSecrets(text)));
  let left: number = PIPELINES_LIMITS.trace.most;
  const stages = records.map((record): JsonObject => {
    const { id, stage, outcome, error, before } = record;
    const output = changed(record);
    const told: JsonObject = {
      id,
      stage,
      outcome,
      took: Math.round(record.took * 100) / 100,
      ...(error && { message: mask(error.message).slice(0, PIPELINES_LIMITS.traceMember.most) }),
    };
    if (left <= 0) return { ...told, cut: true };
    const parts = { input: before && bounded(before, mask), output: output && bounded(output, mask) };
    const values = {
      ...(parts.input && { input: parts.input.value }),
      ...(parts.output && { output: parts.output.value }),
    };
    left -= stringifyJson(values).length;
    if (left < 0) return { ...told, cut: true };
    return { ...told, ...values, ...((parts.input?.cut || parts.output?.cut) && { cut: true }) };
  });
  return { pipeline: run.pipeline.id, version: run.pipeline.version, took: Math.round(took * 100) / 100, stages };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * The answer of a run with its trace in the member `pipelineTrace`, where the call asks for it and its caller may write
 * pipelines, as `POST /_pipeline/validate` asks for; to anybody else the answer as it is. What has no place for a
 * member (a list, text, an answer that has one of that name) stands in `response` beside it. The request log has the
 * answer without, and nothing on the way keeps it.
 */
export function traced(
  performed: Performed,
  { context, secrets }: { context: Context; secrets: readonly string[] },
): Reply {
  const { reply, run } = performed;
  if (!asksTrace(context) || run.letIn === null || reply.rest !== undefined) return reply;
  if (!mayWritePipelines(allowedAs(run.letIn))) return reply;
  const trace = stringifyJson(traceOf(performed, secrets));
  const body = parsed(reply.body);
  const isOpen = body !== undefined && isJsonObject(body) && !Object.hasOwn(body, MEMBER);
  const member = `${JSON.stringify(MEMBER)}:${trace}}`;
  const headers = Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !/^(?:content-type|cache-control|etag)$/i.test(name)),
  );
  return {
    ...reply,
    headers: {
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Pipeline-Trace": isOpen ? "member" : "around",
    },
    // What the stages have said stays letter by letter.
    body: isOpen
      ? `${reply.body.trimEnd().slice(0, -1)}${Object.keys(body).length === 0 ? "" : ","}${member}`
      : `{"response":${body === undefined ? JSON.stringify(reply.body) : reply.body.trim()},${member}`,
    kept: reply.body,
  };
}
