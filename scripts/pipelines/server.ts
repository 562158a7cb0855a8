import * as z from "zod";
import { refusalOf } from "@common/search-relevance/settings-bundle/server";
import { openCalls } from "../command/call";
import { documentAt, type Pipeline } from "./folder";
import { PipelinesError, scriptFiles } from "./names";

const PipelineSchema = z.object({
  id: z.string().min(1),
  content: z.string(),
  _version: z.number(),
  updated_at: z.number(),
});
const ScriptSchema = z.object({ content: z.string() });

/** A pipeline of a server. `state` is another one after every change: which version is live, and when it was written. */
export type ServerPipeline = Pipeline & { state: string };
export type PipelineServer = {
  /** The live version of every pipeline, with its scripts. */
  list: (wanted: (id: string) => boolean) => Promise<ServerPipeline[]>;
  /** Creates it (201) or writes over its live version, and gives what the server then has. */
  keep: (pipeline: Pipeline, how: "create" | "update") => Promise<ServerPipeline>;
};

function formOf({ content, extension, scripts }: Pipeline): FormData {
  const form = new FormData();
  form.set("pipeline", JSON.stringify({ content, extension }));
  for (const [name, script] of Object.entries(scripts))
    form.set(name, JSON.stringify({ content: script, extension: "js" }));
  return form;
}

/** The pipelines of a server. What it refuses, or answers in another shape, is a `PipelinesError`. */
export function openPipelines(server: { url: string; username: string; password: string }): PipelineServer {
  const send = openCalls(server);

  async function call<Body>(
    schema: z.ZodType<Body>,
    {
      method,
      path,
      body,
      wanted = 200,
    }: { method: "GET" | "POST" | "PUT"; path: string; body?: FormData; wanted?: number },
  ): Promise<Body> {
    const answer = await send({ method, path, ...(body && { body }) });
    if (answer.status !== wanted) throw new PipelinesError(refusalOf({ method, path }, answer));
    const read = schema.safeParse(answer.body);
    if (!read.success) throw new PipelinesError(`${method} ${path} answered what is no answer of this call.`);
    return read.data;
  }

  async function whole({ id, content, ...at }: z.infer<typeof PipelineSchema>): Promise<ServerPipeline> {
    const where = `${id} on the server`;
    const { document, extension } = documentAt(content, where);
    const scripts: Record<string, string> = {};
    for (const { ref } of scriptFiles(document, where)) {
      const path = `/_pipeline/${encodeURIComponent(id)}/version/${at._version}/scriptRef?key=${encodeURIComponent(ref)}`;
      scripts[ref] = (await call(ScriptSchema, { method: "GET", path })).content;
    }
    return { id, content, extension, scripts, state: `${at._version} ${at.updated_at}` };
  }

  async function list(wanted: (id: string) => boolean): Promise<ServerPipeline[]> {
    const all = await call(z.array(PipelineSchema), { method: "GET", path: "/_pipelines" });
    const held: ServerPipeline[] = [];
    for (const one of all) if (wanted(one.id)) held.push(await whole(one));
    return held;
  }

  async function keep(pipeline: Pipeline, how: "create" | "update"): Promise<ServerPipeline> {
    const path = `/_pipeline/${encodeURIComponent(pipeline.id)}`;
    const body = formOf(pipeline);
    if (how === "create") await call(z.unknown(), { method: "POST", path: "/_pipeline", body, wanted: 201 });
    else await call(z.unknown(), { method: "PUT", path, body });
    return whole(await call(PipelineSchema, { method: "GET", path }));
  }

  return { list, keep };
}
