import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import type { Failure } from "~/lib/messages/user-messages";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { pipelineForm } from "./form.server";
import { readText } from "./read.server";

/**
 * What a pipeline is tried with: a body and headers of a request, variables, and which of its routes is asked; without
 * a path the first.
 */
export type Sample = {
  body: string;
  headers: Record<string, string>;
  envs: JsonObject;
  method?: string;
  path?: string;
};

/** How a stage went in a run. `took` in ms; `context`: what it left, or null where the server does not tell. */
export type StageRun = {
  id: string;
  stage: string;
  took: number | null;
  outcome: "done" | "failed" | "skipped";
  error: string | null;
  context: JsonObject | null;
};

/** What came of a trial. `error`: why it ended; then the rest is what was known until then. `took` in ms. */
export type Trial = {
  code: number | null;
  took: number | null;
  response: { body: string; headers: JsonObject } | null;
  request: { body: string; headers: JsonObject } | null;
  envs: JsonObject;
  stages: StageRun[];
  console: { stage: string; lines: string[] }[];
  error: { message: string; stage: string | null } | null;
};

export type Tried = { ok: true; trial: Trial } | { ok: false; failure: Failure };

const object = z.custom<JsonObject>(isJsonObject);
const asText = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : stringifyJson(value);

const messageSchema = z
  .object({
    body: z.custom<JsonValue>().optional(),
    headers: object.nullish().catch(null),
    code: z.coerce.number().nullish().catch(null),
    console: z.custom<JsonValue>().optional(),
  })
  .nullish()
  .catch(null)
  .transform((one) => (one ? { ...one, body: asText(one.body), headers: one.headers ?? {} } : null));

const errorSchema = z
  .union([
    z.string().transform((message) => ({ message, stage: null, code: null })),
    z
      .object({
        message: z.string(),
        stage: z.string().nullish().catch(null),
        code: z.coerce.number().nullish().catch(null),
      })
      .transform(({ stage, code, message }) => ({ message, stage: stage ?? null, code: code ?? null })),
  ])
  .nullish()
  .catch(null);

// Servers that tell no outcome list the stages that ran.
const stageSchema = z
  .object({
    id: z.string().nullish(),
    stage: z.string().nullish(),
    took: z.coerce.number().nullish().catch(null),
    outcome: z.string().catch("done"),
    error: errorSchema,
    context: object.nullish().catch(null),
  })
  .transform(({ id, stage, took, outcome, error, context }): StageRun => ({
    id: id ?? stage ?? "",
    stage: stage ?? id ?? "",
    took: took ?? null,
    outcome: error ? "failed" : outcome === "failed" || outcome === "skipped" ? outcome : "done",
    error: error?.message ?? null,
    context: context ?? null,
  }));

const trialSchema = z.object({
  request: messageSchema,
  response: messageSchema,
  envs: object.nullish().catch(null),
  took: z.coerce.number().nullish().catch(null),
  stageChanges: z.array(stageSchema).nullish().catch(null),
  console_logs: z.custom<JsonValue>().optional(),
  logs: z.custom<JsonValue>().optional(),
  error: errorSchema,
  message: z.string().nullish().catch(null),
});

/** Console output comes as a list, or by stage. */
function linesIn(value: JsonValue | undefined): Trial["console"] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ stage: "", lines: value.map(asText) }];
  if (value === undefined || !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([stage, lines]) => {
    const read = Array.isArray(lines) ? lines.map(asText) : [asText(lines)];
    return read.length === 0 ? [] : [{ stage, lines: read }];
  });
}

function trialIn(body: JsonValue | undefined): Trial | null {
  const read = trialSchema.safeParse(body);
  if (!read.success) return null;
  const { request, response, envs, took, stageChanges, console_logs, logs, error, message } = read.data;
  if (!stageChanges && !response && !error) return null;
  return {
    code: response?.code ?? error?.code ?? null,
    took: took ?? null,
    response: response && { body: response.body, headers: response.headers },
    request: request && { body: request.body, headers: request.headers },
    envs: envs ?? {},
    stages: stageChanges ?? [],
    console: linesIn(console_logs ?? logs ?? response?.console),
    error: error ? { message: error.message, stage: error.stage } : message ? { message, stage: null } : null,
  };
}

/** The request of a trial, as it is sent. */
export function trialRequest({
  id,
  content,
  scripts,
  sample,
}: {
  id: string | null;
  content: string;
  scripts: Readonly<Record<string, string>>;
  sample: Sample;
}) {
  const { body, headers, method, path } = sample;
  const more = {
    ...(id !== null && { pipeline_id: id }),
    request: stringifyJson({ body, headers, ...(path !== undefined && { method, path }) }),
    ...(Object.keys(sample.envs).length > 0 && { envs: stringifyJson(sample.envs) }),
  };
  return { method: "POST", path: "/_pipeline/validate", ...pipelineForm({ content, scripts, more }) } as const;
}

/**
 * Runs a text on a sample, in the reader's name: nothing is kept and nothing changes. A run that fails is told with
 * all that was known until then, whatever its status.
 */
export async function tryPipeline(
  { http }: Pick<Scope, "http">,
  asked: Parameters<typeof trialRequest>[0],
): Promise<Tried> {
  try {
    const { body, failed } = await http.send(trialRequest(asked));
    const trial = trialIn(body);
    if (trial === null) throw failed("malformed");
    return { ok: true, trial };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    const told = trialIn(error.body);
    return told && told.stages.length > 0 ? { ok: true, trial: told } : { ok: false, failure: error.failure };
  }
}

const DEFAULT_BODY = `{
  "query": [{ "id": "search", "type": "search", "dataField": ["*"], "value": "", "size": 10 }],
  "settings": { "recordAnalytics": false }
}`;

const headersSchema = z.record(z.string(), z.string()).catch({});

/**
 * What the editor last tried it with, as a server keeps it (`validateContext`), in each of its forms; else a search for
 * everything, where the first route is one that searches.
 */
export function sampleOf({ context, content }: { context: JsonValue | null; content: string }): Sample {
  const kept = context !== null && isJsonObject(context) ? context : {};
  const request = kept["request"] ?? null;
  const envs = kept["envs"] ?? null;
  const given = request !== null && isJsonObject(request) ? request : {};
  const category = readText(content).document?.routes[0]?.classify.category;
  const body = given["body"];
  const fallback = category === undefined || category === "reactivesearch" ? DEFAULT_BODY : "{}";
  return {
    body: body === undefined || body === null || asText(body) === "{}" ? fallback : asText(body),
    headers: headersSchema.parse(given["headers"] ?? {}),
    envs: envs !== null && isJsonObject(envs) ? envs : {},
  };
}
