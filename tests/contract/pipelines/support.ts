import type { Api, Reply } from "../api";

/** A pipeline as a client sends it: its text, and files by their names. */
export type Sent = { content: object | string; scripts?: Record<string, string>; parts?: Record<string, string> };
type More = { as?: string; headers?: Record<string, string> };

const AUTHORIZED = { id: "auth", use: "authorization" };
const SEARCH = [
  { use: "reactivesearchQuery", continueOnError: false },
  { use: "elasticsearchQuery", continueOnError: false },
];

/** A pipeline for searches over an index, with stages before and after the search. */
export function searchPipeline(
  path: string,
  {
    index,
    before = [],
    after = [],
    ...more
  }: { index?: string; before?: object[]; after?: object[]; [name: string]: unknown },
): object {
  return {
    enabled: true,
    routes: [{ path, method: "POST", classify: { category: "reactivesearch" } }],
    ...(index !== undefined && { envs: { index: [index] } }),
    stages: [AUTHORIZED, ...before, ...SEARCH, ...after],
    ...more,
  };
}

/** A pipeline whose stages are all told. */
export function pipelineOf(path: string, stages: object[], more: Record<string, unknown> = {}): object {
  return { ...searchPipeline(path, {}), stages: [AUTHORIZED, ...stages], ...more };
}

// As the dashboard sends it: text parts that hold JSON.
function formOf({ content, scripts = {}, parts = {} }: Sent): FormData {
  const form = new FormData();
  const text = typeof content === "string" ? content : JSON.stringify(content);
  form.set("pipeline", JSON.stringify({ content: text, extension: "json" }));
  for (const [name, script] of Object.entries(scripts))
    form.set(name, JSON.stringify({ content: script, extension: "js" }));
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  return form;
}

/** Sends a form; the boundary is in the head of the request that the platform makes. */
export async function sendForm(api: Api, method: string, path: string, sent: Sent, more: More = {}): Promise<Reply> {
  const request = new Request("http://form.invalid", { method: "POST", body: formOf(sent) });
  const body = Buffer.from(await request.arrayBuffer());
  return api.call(method, path, body, {
    headers: { "Content-Type": request.headers.get("content-type") ?? "", ...more.headers },
    ...(more.as !== undefined && { as: more.as }),
  });
}

/** Makes a pipeline and gives its id. */
export async function makePipeline(api: Api, sent: Sent, more: More = {}): Promise<string> {
  const made = await sendForm(api, "POST", "/_pipeline", sent, more);
  if (made.status !== 201) throw new Error(`pipeline not made: ${made.text}`);
  return (made.body as { id: string }).id;
}

/** A request of the search API for one text in one field. */
export const words = (value: string, more: object = {}) => ({
  query: [{ id: "s", dataField: ["name"], value, ...more }],
});
