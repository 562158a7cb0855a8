import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { PipelineForm } from "./form/form";
import { sentPipeline } from "./read-call";
import type { PipelineDocument } from "@common/pipelines/document/types";
import { merged, objectIn } from "./run/context";
import { maskedObject, maskOf } from "./run/masked";
import { matchPath, specificity } from "./run/path-match";
import type { Perform } from "./run/perform";
import type { RunState } from "./run/types";
import type { PipelineStore } from "./store/store";
import type { GlobalEnvs } from "./store/global-envs";

type Parts = { perform: Perform; pipelines: PipelineStore; globalEnvs: GlobalEnvs };

function objectOf(text: string | undefined | null, what: string): JsonObject {
  if (text === undefined || text === null || text.trim() === "") return {};
  const value = objectIn(text);
  if (value === null) throw badRequest(`${what} is no JSON object`);
  return value;
}

const inner = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return found !== undefined && isJsonObject(found) ? found : value;
};

function bodyOf(request: JsonObject): string {
  const { body } = request;
  return body === undefined || body === null ? "{}" : typeof body === "string" ? body : stringifyJson(body);
}

/** Which of the routes the sample asks, and by what path: without one the first of them, by its own. Throws 400. */
function askedRoute({ routes }: PipelineDocument, request: JsonObject) {
  const [first] = routes;
  if (first === undefined) throw badRequest("the pipeline has no route");
  const { path: asked, method = "POST" } = request;
  const split = (path: string) => path.split("/").filter((one) => one !== "");
  if (typeof asked !== "string" || asked === "")
    return { route: first, path: first.path, segments: split(first.path), params: {}, query: {} };
  const [path = "", query = ""] = asked.split("?", 2);
  const segments = split(path).map(decoded);
  const fitting = routes
    .flatMap((route) => {
      const params = route.method === method ? matchPath(route, segments) : null;
      return params === null ? [] : [{ route, params }];
    })
    .sort((a, b) => specificity(b.route.path) - specificity(a.route.path));
  const [found] = fitting;
  if (found === undefined) throw badRequest(`the pipeline has no route for ${String(method)} ${path}`);
  return { ...found, path, segments, query: Object.fromEntries(new URLSearchParams(query)) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`${segment} is not percent-encoded correctly`);
  }
}

// The sample lies over what the run begins with.
function stateOf(form: PipelineForm, path: string): Partial<RunState> {
  const empty = { relevance: null, boosts: [], waiting: [], translated: null, found: null, unrecorded: null };
  const start: RunState = {
    request: { method: "POST", path, headers: {}, body: "" },
    response: null,
    envs: {},
    values: {},
    search: empty,
  };
  const response = inner(objectOf(form.response, "response"), "response");
  const { request, response: given } = merged(start, {
    request: inner(objectOf(form.request, "request"), "request"),
    response: Object.keys(response).length === 0 ? {} : response,
  });
  return { request, response: given };
}

/**
 * `POST /_pipeline/validate`: runs a pipeline that is not kept, on a sample, in the caller's name. Calls that only read
 * are made; nothing is changed, recorded or kept. A failure is told with all that was known until then.
 */
export function createTrial({ perform, pipelines, globalEnvs }: Parts) {
  return async (context: SignedContext): Promise<Reply> => {
    const { document, draft, form } = await sentPipeline(context, scriptsOf);
    const { route, path, segments, params, query } = askedRoute(
      document,
      inner(objectOf(form.request, "request"), "request"),
    );
    const trial = stateOf(form, path);
    const body = trial.request?.body ?? bodyOf({});
    const own = objectOf(form.envs, "envs");
    const performed = await perform({
      pipeline: {
        id: document.id ?? form.pipelineId ?? "",
        version: 0,
        updatedAt: 0,
        document: { ...document, envs: { ...document.envs, ...own } },
        scripts: draft.scripts,
        author: context.caller,
      },
      route,
      params,
      context: { ...context, method: route.method, path, segments, query, indices: [], record: {} },
      body,
      signIn: async () => ({ caller: context.caller, ...(context.viewer && { viewer: context.viewer }), headers: {} }),
      trial: {
        ...trial,
        request: { ...(trial.request ?? { headers: {}, body }), method: route.method, path },
      },
      told: true,
    });
    await performed.after;
    const mask = maskOf(globalEnvs.secrets());
    const { run, records, reply, took, failure } = performed;
    const told: JsonObject = {
      request: { body: run.state.request.body, headers: { ...run.state.request.headers } },
      response: { code: reply.status, body: reply.body, headers: { ...reply.headers } },
      envs: run.state.envs,
      took: Math.round(took * 100) / 100,
      stageChanges: records.map((one): JsonValue => ({
        id: one.id,
        stage: one.stage,
        took: Math.round(one.took * 100) / 100,
        outcome: one.outcome,
        ...(one.error && { error: { ...one.error } }),
        context: one.context ?? {},
      })),
      console_logs: Object.fromEntries(Object.entries(run.logs).map(([stage, lines]) => [stage, [...lines]])),
      ...(failure && { error: { code: failure.status, message: failure.message, stage: failure.stage } }),
    };
    return json(parseJson(stringifyJson(maskedObject(told, mask))));
  };

  // Scripts that the call does not send are those of the kept pipeline.
  async function scriptsOf({ pipelineId }: PipelineForm) {
    return pipelineId === null ? {} : ((await pipelines.get(pipelineId))?.version.scripts ?? {});
  }
}
