import { badRequest, notFound } from "@backend/gateway/platform/http/errors";
import { isLocal } from "@backend/gateway/platform/http/local";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Scripts } from "@backend/gateway/resources/search-relevance/rules/scripts/service";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import { pipelineSchema } from "@common/pipelines/document/schema";
import { listLogs, oneLog } from "./kept/logs";
import type { KeptRuns } from "./kept/runs";
import { checkEnv } from "./check-env";
import { bodyIn, documentOf, idOf, sentPipeline } from "./read-call";
import { scriptOf } from "./stages/script";
import { answeredPipeline, answeredVersion, answeredEnv, type UsageOf } from "./answered";
import type { GlobalEnvs } from "./store/global-envs";
import type { Draft, PipelineStore } from "./store/store";
import { noPipeline, noVersion } from "./store/store";

/** What the calls stand on. */
export type PipelineParts = StoreParts & {
  pipelines: PipelineStore;
  globalEnvs: GlobalEnvs;
  keptRuns: KeptRuns;
  usageOf: UsageOf;
  validate: (context: SignedContext) => Promise<Reply>;
  scripts: Pick<Scripts, "fetch">;
};

// A pipeline answers calls of everybody: whoever has some indices only has no say in it.
const ACCESS: Access = { kind: "server", category: "pipelines", indices: "path" };
const CATEGORIES = ["search", "success", "error", "delete", "suggestion", "index"];

const idIn = ({ params }: SignedContext) => params["id"] ?? "";

function numberIn(text: string | undefined, { what, most }: { what: string; most: number }): number {
  if (text === undefined || !/^\d{1,9}$/.test(text) || Number(text) > most)
    throw badRequest(`${JSON.stringify(text ?? "")} is no ${what}`);
  return Number(text);
}

const versionIn = ({ params }: SignedContext) =>
  numberIn(params["version"], { what: "version of a pipeline", most: 1e9 });

/** The calls of pipelines, their versions, their kept runs, and of global variables. */
export function pipelineRoutes(parts: PipelineParts): Route[] {
  const { pipelines, globalEnvs, keptRuns } = parts;

  // Global variables that a pipeline brings are checked before it is kept, and written behind it.
  async function withGlobals(context: SignedContext, before: Draft["scripts"] = {}) {
    const sent = await sentPipeline(context, async () => before);
    const envs = sent.document.globalEnvs.map(({ validate, ...env }) => ({ ...env, ...(validate && { validate }) }));
    await globalEnvs.check(envs);
    const keep = async () => {
      for (const env of envs) await globalEnvs.put(env);
    };
    return { ...sent, keep };
  }

  async function held(context: SignedContext) {
    const found = await pipelines.get(idIn(context));
    if (!found) throw noPipeline(idIn(context));
    return found;
  }

  async function list(): Promise<Reply> {
    const all = await pipelines.list();
    return json(all.flatMap((one) => answeredPipeline(one) ?? []));
  }

  async function create(context: SignedContext): Promise<Reply> {
    const { document, draft, keep } = await withGlobals(context);
    const made = await pipelines.create(idOf(document), draft);
    await keep();
    return json(answeredPipeline(made), 201);
  }

  async function change(context: SignedContext): Promise<Reply> {
    if (isLocal(context)) return message("Pipeline is updated successfully");
    const { version } = await held(context);
    const { draft, keep } = await withGlobals(context, version.scripts);
    const changed = await pipelines.update(idIn(context), {
      ...draft,
      description: draft.description || version.description,
    });
    await keep();
    return json(answeredPipeline(changed));
  }

  async function remove(context: SignedContext): Promise<Reply> {
    if (isLocal(context)) return message("Pipeline is deleted successfully");
    if (!(await pipelines.remove(idIn(context)))) throw noPipeline(idIn(context));
    return message("Pipeline is deleted successfully");
  }

  async function versions(context: SignedContext): Promise<Reply> {
    const { pipeline } = await held(context);
    const [all, usage] = await Promise.all([
      pipelines.versions(pipeline.id),
      parts.usageOf(pipeline.id, context.signal),
    ]);
    return json(all.map((one) => answeredVersion(one, { live: pipeline.live, usage: usage.get(one.version) })));
  }

  async function addVersion(context: SignedContext): Promise<Reply> {
    const { version } = await held(context);
    const { draft, keep } = await withGlobals(context, version.scripts);
    const made = await pipelines.addVersion(idIn(context), draft);
    await keep();
    return json({ code: 200, status: "OK", message: "Version is created successfully", version: made.version });
  }

  async function changeVersion(context: SignedContext): Promise<Reply> {
    if (isLocal(context)) return message("Version is updated successfully");
    const number = versionIn(context);
    const before = await pipelines.version(idIn(context), number);
    if (!before)
      throw (await pipelines.get(idIn(context))) ? noVersion(idIn(context), number) : noPipeline(idIn(context));
    const { draft, keep } = await withGlobals(context, before.scripts);
    await pipelines.changeVersion(idIn(context), number, {
      ...draft,
      description: draft.description || before.description,
    });
    await keep();
    return message("Version is updated successfully");
  }

  async function makeLive(context: SignedContext): Promise<Reply> {
    if (isLocal(context)) return message("Version is live now");
    await pipelines.makeLive(idIn(context), versionIn(context));
    return message("Version is live now");
  }

  async function script(context: SignedContext): Promise<Reply> {
    const number = versionIn(context);
    const found = await pipelines.version(idIn(context), number);
    if (!found) throw noVersion(idIn(context), number);
    const key = context.query["key"] ?? "";
    const { document } = documentOf(found.content);
    const stage = document.stages.find(({ scriptRef }) => scriptRef === key);
    if (stage === undefined && !(key in found.scripts)) throw notFound(`there is no script ${JSON.stringify(key)}`);
    const content = found.scripts[key]?.content ?? (stage ? scriptOf(stage, found.scripts) : "");
    return json({ id: idIn(context), key, content, extension: found.scripts[key]?.extension ?? "js" });
  }

  async function logs(context: SignedContext): Promise<Reply> {
    const { query } = context;
    const category = query["category"] ?? null;
    if (category !== null && !CATEGORIES.includes(category))
      throw badRequest(`${JSON.stringify(category)} is no category`);
    const size = numberIn(query["size"] ?? "10", { what: "size", most: 1_000 });
    const from = numberIn(query["from"] ?? "0", { what: "from", most: 10_000 - size });
    await keptRuns.flush();
    return json(await listLogs(parts, { pipeline: idIn(context), category, from, size }));
  }

  const env = async (context: SignedContext): Promise<Reply> => {
    const found = await globalEnvs.get(context.params["key"] ?? "");
    if (!found) throw notFound(`there is no global variable ${JSON.stringify(context.params["key"] ?? "")}`);
    return json(answeredEnv(found));
  };

  const route = (
    methods: Route["methods"],
    path: string,
    handle: Route["handle"],
    more: Partial<Route> = {},
  ): Route => ({
    methods,
    path,
    access: ACCESS,
    handle,
    ...more,
  });
  const text = { log: "bare" } as const;
  return [
    route(["GET"], "/_pipelines", list),
    route(["GET"], "/_pipeline/schema", async () => json(pipelineSchema()), { log: false }),
    route(["POST"], "/_pipeline/validate", parts.validate, text),
    route(["POST"], "/_pipeline", create, text),
    route(["GET"], "/_pipeline/:id", async (context) => json(answeredPipeline(await held(context)))),
    route(["PUT"], "/_pipeline/:id", change, text),
    route(["DELETE"], "/_pipeline/:id", remove),
    route(["GET"], "/_pipeline/:id/versions", versions),
    route(["POST"], "/_pipeline/:id/version", addVersion, text),
    route(["PUT"], "/_pipeline/:id/version/:version", changeVersion, text),
    route(["POST"], "/_pipeline/:id/version/:version/live", makeLive),
    route(["GET"], "/_pipeline/:id/version/:version/scriptRef", script),
    route(["GET"], "/_pipeline/:id/logs", logs, { log: false }),
    route(["GET"], "/_pipelines/log/:log", async ({ params }) => json(await oneLog(parts, params["log"] ?? "")), {
      log: false,
    }),
    route(["GET"], "/_pipelines/envs", async () => json((await globalEnvs.list()).map(answeredEnv)), text),
    route(["GET"], "/_pipelines/env/:key", env, text),
    route(
      ["POST"],
      "/_pipelines/env",
      async (context) => json(answeredEnv(await globalEnvs.create(bodyIn(await context.text()))), 201),
      text,
    ),
    route(
      ["POST"],
      "/_pipelines/env/validate",
      async (context) => json({ ...(await checkEnv(bodyIn(await context.text()), parts)) }),
      text,
    ),
    route(
      ["PUT"],
      "/_pipelines/env/:key",
      async (context) =>
        json(answeredEnv(await globalEnvs.change(context.params["key"] ?? "", bodyIn(await context.text())))),
      text,
    ),
    route(["DELETE"], "/_pipelines/env/:key", async (context) => {
      if (!(await globalEnvs.remove(context.params["key"] ?? ""))) throw notFound("there is no such global variable");
      return message("Global variable is deleted successfully");
    }),
  ];
}
