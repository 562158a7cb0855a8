import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { headerOf, headers, textOrJson } from "~/services/data/logs/record.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { figure, instant } from "./list.server";

// Contract 40, 1.5: `GET /_pipelines/log/{id}?verbose=true`. Servers differ: what is missing is empty.

/** A stage of a run. `context`: what there was behind it; `recorded`: what the server says that it changed. */
export type RunStage = {
  id: string;
  use: string;
  took: number | null;
  outcome: "done" | "failed" | "skipped";
  error: { status: number | null; message: string } | null;
  context: JsonObject | null;
  recorded: string;
};

/** A whole run. */
export type RunRecord = {
  id: string;
  at: number | null;
  version: number | null;
  category: string;
  took: number | null;
  /** Of who called, where that is told. */
  address: string | null;
  request: { method: string; path: string; headers: Record<string, string[]>; body: string };
  response: { code: number; headers: Record<string, string[]>; body: string };
  stages: RunStage[];
  /** Behind the last stage, as JSON text. */
  context: string;
  /** What scripts wrote, by stage. */
  lines: Record<string, string[]>;
};

const text = z.string().catch("");
const textOf = (value: JsonValue) => (typeof value === "string" ? value : stringifyJson(value));

function objectIn(value: unknown): JsonObject | null {
  if (isJsonObject(value)) return value;
  if (typeof value !== "string") return null;
  try {
    const read = parseJson(value);
    return isJsonObject(read) ? read : null;
  } catch {
    return null;
  }
}

const errorSchema = z
  .union([
    z.string().transform((message) => ({ status: null, message })),
    z.object({ status: figure, code: figure, message: z.string() }).transform(({ status, code, message }) => ({
      status: status ?? code ?? null,
      message,
    })),
  ])
  .nullish()
  .catch(null);

const stageSchema = z
  .object({
    id: text,
    stage: text,
    took: figure,
    outcome: z.enum(["done", "failed", "skipped"]).optional().catch(undefined),
    error: errorSchema,
    context: z.unknown().optional(),
    body: textOrJson,
  })
  .transform(({ id, stage, took, outcome, error, context, body }): RunStage => ({
    id: id === "" ? stage : id,
    use: stage,
    took: took ?? null,
    outcome: outcome ?? (error ? "failed" : "done"),
    error: error ?? null,
    context: objectIn(context),
    recorded: body,
  }));

// A bare text is the body of the answer.
const responseSchema = z
  .union([
    z.object({ code: z.coerce.number().catch(0), headers, body: textOrJson }),
    z.string().transform((body) => ({ code: 0, headers: {}, body })),
  ])
  .catch({ code: 0, headers: {}, body: "" });

const linesSchema = z
  .unknown()
  .optional()
  .transform((value): Record<string, string[]> => {
    if (Array.isArray(value)) return { "": value.map(textOf) };
    if (!isJsonObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).map(([id, lines]) => [id, (Array.isArray(lines) ? lines : [lines]).map(textOf)]),
    );
  });

const logSchema = z
  .object({
    // Some servers say in a body with 200 that there is none.
    code: figure,
    id: text,
    timestamp: instant,
    version: figure,
    category: text,
    classify: text,
    took: figure,
    request: z.object({ method: text, uri: text, headers, body: textOrJson }).catch({
      method: "",
      uri: "",
      headers: {},
      body: "",
    }),
    response: responseSchema,
    stageChanges: z
      .array(stageSchema)
      .nullish()
      .catch(null)
      .transform((stages) => stages ?? []),
    context: z.unknown().optional(),
    console_logs: linesSchema,
  })
  .transform(({ code, ...log }): RunRecord | null =>
    code === 404
      ? null
      : {
          id: log.id,
          at: log.timestamp,
          version: log.version ?? null,
          category: log.classify === "" ? log.category : log.classify,
          took: log.took ?? null,
          address: headerOf(log.request.headers, "x-forwarded-for")?.split(",")[0]?.trim() ?? null,
          request: {
            method: log.request.method,
            path: log.request.uri,
            headers: log.request.headers,
            body: log.request.body,
          },
          response: log.response,
          stages: log.stageChanges,
          context: typeof log.context === "string" ? log.context : stringifyJson(objectIn(log.context) ?? {}),
          lines: log.console_logs,
        },
  );

/** A run with all of its stages, or the 404 of the frame. Throws BackendError. */
export async function requireRun({ http, context }: Pick<Scope, "http" | "context">, id: string): Promise<RunRecord> {
  const path = apiPath`/_pipelines/log/${id}`;
  const found = await http.call({ path, query: { verbose: "true" }, schema: logSchema });
  if (found !== null) return found;
  const detail = "This run is not kept any more.";
  throw new BackendError({
    failure: { kind: "status", status: 404, method: "GET", path, requestId: context.requestId, detail },
  });
}
