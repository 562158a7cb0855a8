import type { JsonValue } from "@common/text/json";
import type { PipelineDocument } from "@common/pipelines/document/types";
import { DocumentFault, type Fault } from "@common/pipelines/document/faults";
import { readDocument } from "@common/pipelines/document/read-text";
import * as z from "zod";
import { rowsOf } from "~/services/analytics/wire.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

// Contract: `GET /_pipelines`, `/_pipeline/{id}`, `…/versions`, `…/version/{n}/scriptRef`, `/_analytics/pipelines/usage`.

type Asker = Pick<Scope, "http">;

/** What a text of a pipeline says, or why it cannot be read. */
export type ReadText =
  { document: PipelineDocument; faults: readonly [] } | { document: null; faults: readonly Fault[] };

/**
 * A pipeline on a server: its live version, of which `content` is the text, JSON or YAML by `extension`. Times in ms,
 * null where the server tells none; so is the number of the live version. `context`: what its editor last tried it with.
 */
export type Pipeline = {
  id: string;
  content: string;
  extension: string;
  live: number | null;
  createdAt: number | null;
  updatedAt: number | null;
  author: string | null;
  context: JsonValue | null;
};

/** One of its versions. `usage` of the last 30 days, `took` in ms; null where it did not run, or nobody tells. */
export type Version = {
  number: number;
  description: string;
  live: boolean;
  content: string;
  extension: string;
  createdAt: number | null;
  updatedAt: number | null;
  author: string | null;
  context: JsonValue | null;
  usage: { count: number; took: number | null; successRate: number | null } | null;
};

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");
// Seconds; 0 stands for never.
const time = z.coerce
  .number()
  .nullish()
  .catch(null)
  .transform((seconds) => (seconds ? seconds * 1000 : null));
const author = z
  .object({ name: z.string() })
  .nullish()
  .catch(null)
  .transform((found) => found?.name ?? null);
const context = z
  .custom<JsonValue>((value) => value !== undefined)
  .nullish()
  .transform((value) => value ?? null);
// Some servers hand the text out parsed.
const content = z.union([z.string(), z.custom<JsonValue>().transform((value) => JSON.stringify(value ?? {}))]);

const facts = {
  content,
  extension: text,
  created_at: time,
  updated_at: time,
  author,
  validateContext: context,
};

const pipelineSchema = z
  .object({ id: z.string(), _version: z.coerce.number().nullish().catch(null), ...facts })
  .transform(({ id, _version, created_at, updated_at, validateContext, ...one }): Pipeline => ({
    ...one,
    id,
    live: _version ?? null,
    createdAt: created_at,
    updatedAt: updated_at,
    context: validateContext,
  }));

const versionSchema = z
  .object({
    _version: z.coerce.number(),
    _version_description: text,
    is_live: z.boolean().catch(false),
    usage: z
      .object({
        count: z.coerce.number(),
        took: z.coerce.number().nullish().catch(null),
        success_rate: z.coerce.number().nullish().catch(null),
      })
      .nullish()
      .catch(null),
    ...facts,
  })
  .transform((one): Version => ({
    number: one._version,
    description: one._version_description,
    live: one.is_live,
    content: one.content,
    extension: one.extension,
    createdAt: one.created_at,
    updatedAt: one.updated_at,
    author: one.author,
    context: one.validateContext,
    usage: one.usage
      ? { count: one.usage.count, took: one.usage.took ?? null, successRate: one.usage.success_rate ?? null }
      : null,
  }));

const usageSchema = z.object({ pipelines: rowsOf(z.object({ key: z.string(), count: z.coerce.number() })) });
const scriptSchema = z.object({ content: z.string() });

/**
 * Reads the text of a pipeline; with all that is wrong in it, each with its line and column, where it cannot be read. Which
 * stages there are its server says.
 */
export function readText(content: string): ReadText {
  try {
    return { document: readDocument(content, { anyStage: true }).document, faults: [] };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return { document: null, faults: error.faults };
  }
}

const priorityOf = (pipeline: Pipeline) => readText(pipeline.content).document?.priority ?? 0;

/** All pipelines, in the order in which they are asked: by priority, then as the server lists them. Throws BackendError. */
export async function listPipelines({ http }: Asker): Promise<Pipeline[]> {
  const all = await http.call({ path: "/_pipelines", schema: rowsOf(pipelineSchema) });
  return all
    .map((one, place) => ({ one, place, priority: priorityOf(one) }))
    .sort((a, b) => b.priority - a.priority || a.place - b.place)
    .map(({ one }) => one);
}

/** One by its id; undefined where it does not exist, or no longer. Throws BackendError. */
export async function getPipeline({ http }: Asker, id: string): Promise<Pipeline | undefined> {
  try {
    return await http.call({ path: apiPath`/_pipeline/${id}`, schema: pipelineSchema });
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  }
}

const missing = (path: string, requestId: string, detail: string) =>
  new BackendError({ failure: { kind: "status", status: 404, method: "GET", path, requestId, detail } });

/** The same, or the 404 of the frame. */
export async function requirePipeline(scope: Pick<Scope, "http" | "context">, id: string): Promise<Pipeline> {
  const found = await getPipeline(scope, id);
  if (found) return found;
  const detail = `There is no pipeline called ${id}. It may have been deleted.`;
  throw missing(apiPath`/_pipeline/${id}`, scope.context.requestId, detail);
}

/** The versions of a pipeline, the newest first. Throws BackendError. */
export async function listVersions({ http }: Asker, id: string): Promise<Version[]> {
  const all = await http.call({ path: apiPath`/_pipeline/${id}/versions`, schema: rowsOf(versionSchema) });
  return all.sort((a, b) => b.number - a.number);
}

/**
 * The version that an address asks for; without one a draft that is newer than the live one, else the live one. Throws
 * the 404 of the frame where there is no such version.
 */
export async function requireVersion(
  scope: Pick<Scope, "http" | "context">,
  { id, number }: { id: string; number: number | null },
): Promise<{ pipeline: Pipeline; version: Version; versions: Version[] }> {
  const [pipeline, versions] = await Promise.all([requirePipeline(scope, id), listVersions(scope, id)]);
  const live = versions.find((one) => one.live) ?? versions.find((one) => one.number === pipeline.live);
  const found =
    number === null
      ? (versions.find((one) => one.number > (live?.number ?? -1)) ?? live ?? versions[0])
      : versions.find((one) => one.number === number);
  if (found) return { pipeline, version: found, versions };
  const detail = `${id} has no version ${number ?? ""}. It may have been deleted.`;
  throw missing(apiPath`/_pipeline/${id}/versions`, scope.context.requestId, detail);
}

/** The names of the files that the stages of a text run, each once. */
export function scriptNames(content: string): string[] {
  const { document } = readText(content);
  return [...new Set(document?.stages.flatMap(({ scriptRef }) => scriptRef ?? []) ?? [])];
}

/** The scripts of a version by the names that its stages use; those that the server does not have are left out. */
export async function readScripts(
  { http }: Asker,
  { id, version, content: of }: { id: string; version: number; content: string },
): Promise<Record<string, string>> {
  const found = await Promise.all(
    scriptNames(of).map(async (key) => {
      try {
        const path = apiPath`/_pipeline/${id}/version/${String(version)}/scriptRef`;
        return [key, (await http.call({ path, query: { key }, schema: scriptSchema })).content] as const;
      } catch (error) {
        if (isBackendError(error)) return null;
        throw error;
      }
    }),
  );
  return Object.fromEntries(found.filter((one) => one !== null));
}

/** How often each pipeline ran in the last 30 days, by id. Throws BackendError. */
export async function readPipelineUsage({ http }: Asker): Promise<Record<string, number>> {
  const { pipelines } = await http.call({ path: "/_analytics/pipelines/usage", schema: usageSchema });
  return Object.fromEntries(pipelines.map(({ key, count }) => [key, count]));
}
