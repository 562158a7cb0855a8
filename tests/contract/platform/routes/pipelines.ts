import { expect } from "vitest";
import * as z from "zod";
import type { Api } from "../../api";
import { pipelineOf } from "../../pipelines/support";
import { fresh, KeptSchema } from "./support";
import type { Contract } from "./types";

const TELL = { id: "tell", scriptRef: "tell.js" };
const SCRIPTS = {
  "tell.js": { content: "function handleRequest() { return { response: { body: '{}' } } }", extension: "js" },
};

/** A pipeline as a plain body sends it, on a path that no other one has. */
function sent(path = `/${fresh("path")}`): object {
  const routes = [{ path, method: "POST", classify: { category: "reactivesearch" }, recordLogs: true }];
  return { content: JSON.stringify(pipelineOf(path, [TELL], { routes })), extension: "json", scripts: SCRIPTS };
}

const made = async (api: Api, path?: string) =>
  KeptSchema.parse((await api.call("POST", "/_pipeline", sent(path))).body).id;
const at =
  (rest = "") =>
  async (api: Api) =>
    `/_pipeline/${await made(api)}${rest}`;

const LogsSchema = z.object({ logs: z.array(z.object({ id: z.string() })).min(1) });
async function logPath(api: Api): Promise<string> {
  const path = `/${fresh("path")}`;
  const id = await made(api, path);
  await api.call("POST", path, {});
  let found: z.infer<typeof LogsSchema> | undefined;
  await expect
    .poll(async () => (found = LogsSchema.safeParse((await api.call("GET", `/_pipeline/${id}/logs`)).body).data))
    .toBeDefined();
  return `/_pipelines/log/${found?.logs[0]?.id ?? ""}`;
}

async function envPath(api: Api): Promise<string> {
  const key = fresh("KEY").replace(/\W/g, "_");
  await api.call("POST", "/_pipelines/env", { key, label: "Key", value: "a value" });
  return `/_pipelines/env/${key}`;
}

/** Pipelines, their versions and kept runs, and global variables. */
export const PIPELINE_CONTRACTS: readonly Contract[] = [
  { methods: "GET", route: "/_pipelines", path: "/_pipelines", has: expect.any(Array) },
  { methods: "GET", route: "/_pipeline/schema", path: "/_pipeline/schema", has: { type: "object" } },
  {
    methods: "POST",
    route: "/_pipeline/validate",
    path: "/_pipeline/validate",
    body: () => Promise.resolve(sent()),
    has: { response: { code: 200 } },
  },
  {
    methods: "POST",
    route: "/_pipeline",
    path: "/_pipeline",
    body: () => Promise.resolve(sent()),
    status: 201,
    has: { _version: 1 },
  },
  { methods: "GET", route: "/_pipeline/:id", path: at(), has: { enabled: true, extension: "json" } },
  { methods: "PUT", route: "/_pipeline/:id", path: at(), body: () => Promise.resolve(sent()), has: { _version: 1 } },
  { methods: "DELETE", route: "/_pipeline/:id", path: at(), has: { message: "Pipeline is deleted successfully" } },
  { methods: "GET", route: "/_pipeline/:id/versions", path: at("/versions"), has: [{ _version: 1, is_live: true }] },
  {
    methods: "POST",
    route: "/_pipeline/:id/version",
    path: at("/version"),
    body: () => Promise.resolve(sent()),
    has: { version: 2 },
  },
  {
    methods: "PUT",
    route: "/_pipeline/:id/version/:version",
    path: at("/version/1"),
    body: () => Promise.resolve(sent()),
    has: { message: "Version is updated successfully" },
  },
  {
    methods: "POST",
    route: "/_pipeline/:id/version/:version/live",
    path: at("/version/1/live"),
    has: { message: "Version is live now" },
  },
  {
    methods: "GET",
    route: "/_pipeline/:id/version/:version/scriptRef",
    path: at("/version/1/scriptRef?key=tell.js"),
    has: { key: "tell.js", extension: "js" },
  },
  { methods: "GET", route: "/_pipeline/:id/logs", path: at("/logs"), has: { total: 0, logs: [] } },
  {
    methods: "GET",
    route: "/_pipelines/log/:log",
    path: logPath,
    has: { route: expect.any(String) as unknown, response: { code: 200 } },
  },
  { methods: "GET", route: "/_pipelines/envs", path: "/_pipelines/envs", has: expect.any(Array) },
  { methods: "GET", route: "/_pipelines/env/:key", path: envPath, has: { value: "a value" } },
  {
    methods: "POST",
    route: "/_pipelines/env",
    path: "/_pipelines/env",
    body: () => Promise.resolve({ key: fresh("KEY").replace(/\W/g, "_"), label: "Key", value: "a value" }),
    status: 201,
    has: { label: "Key" },
  },
  {
    methods: "POST",
    route: "/_pipelines/env/validate",
    path: "/_pipelines/env/validate",
    // The contract's own server lets nothing out.
    body: () => Promise.resolve({ key: "K", value: "a value", validate: { url: "https://out.example.test/" } }),
    has: { ok: false, status: null, expected: 200 },
  },
  { methods: "PUT", route: "/_pipelines/env/:key", path: envPath, body: { value: "other" }, has: { value: "other" } },
  {
    methods: "DELETE",
    route: "/_pipelines/env/:key",
    path: envPath,
    has: { message: "Global variable is deleted successfully" },
  },
  {
    methods: "PUT",
    route: "/_update_backend_connection",
    path: "/_update_backend_connection",
    body: { backend: "opensearch", protocol: "https", host: "search.example.test:9200", basic_auth: "svc:s3cret" },
    status: 400,
    has: { error: { message: expect.stringMatching(/ENGINE_URL.*no call changes it/) as unknown } },
  },
];
