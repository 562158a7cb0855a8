import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { EngineRequest } from "@backend/engine/port";

const methodSchema = z.enum(["GET", "HEAD", "POST", "PUT", "DELETE"]);

const pathSchema = z.object({
  path: z.string(),
  methods: z.array(methodSchema),
  parts: z.record(z.string(), z.unknown()).default({}),
});

const apiSchema = z.record(
  z.string(),
  z.object({
    url: z.object({ paths: z.array(pathSchema) }),
    body: z.object({ serialize: z.string().optional() }).nullish(),
  }),
);

export type Api = { paths: z.infer<typeof pathSchema>[]; bulk: boolean };

/** The API descriptions by name: `indices.create` → its paths. */
export function loadApis(specFolder: string): Map<string, Api> {
  const folder = join(specFolder, "api");
  const apis = new Map<string, Api>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json") && !name.startsWith("_"))) {
    const content = apiSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
    for (const [name, api] of Object.entries(content))
      apis.set(name, { paths: api.url.paths, bulk: api.body?.serialize === "bulk" });
  }
  return apis;
}

function text(value: unknown): string {
  return Array.isArray(value) ? value.map(text).join(",") : String(value);
}

function bodyText(body: unknown, bulk: boolean): string {
  if (!bulk) return typeof body === "string" ? body : JSON.stringify(body);
  if (typeof body === "string") return body.endsWith("\n") ? body : `${body}\n`;
  const lines = Array.isArray(body) ? body : [body];
  return lines.map((line) => (typeof line === "string" ? line.trimEnd() : JSON.stringify(line))).join("\n") + "\n";
}

/** The request that a `do` line asks for: the longest path whose parts are all given. Throws for an unknown API. */
export function toRequest(apis: Map<string, Api>, name: string, given: Record<string, unknown>): EngineRequest {
  const api = apis.get(name);
  if (!api) throw new Error(`no API called ${name}`);
  const { body, ignore: _ignore, ...parameters } = given;
  const fitting = api.paths
    .filter(({ parts }) =>
      Object.keys(parts).every((part) => parameters[part] !== undefined && parameters[part] !== ""),
    )
    .sort((a, b) => Object.keys(b.parts).length - Object.keys(a.parts).length);
  const path = fitting[0];
  if (!path) throw new Error(`${name} without the parts it needs`);
  const filled = path.path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(text(parameters[part])).replace(/%2C/g, ","),
  );
  const query = Object.fromEntries(
    Object.entries(parameters)
      .filter(([key]) => !(key in path.parts))
      .map(([key, value]) => [key, text(value)]),
  );
  const method =
    path.methods.find((one) => (body === undefined ? true : one !== "GET" && one !== "HEAD")) ??
    path.methods[0] ??
    "GET";
  const preferred = method === "POST" && path.methods.includes("PUT") && body !== undefined ? "PUT" : method;
  return { method: preferred, path: filled, query, ...(body === undefined ? {} : { body: bodyText(body, api.bulk) }) };
}
