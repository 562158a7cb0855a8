import { type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { pipelineForm } from "./form.server";
import { getPipeline, listVersions, readScripts, readText, type Version } from "./read.server";
import { withoutValues } from "./without-values.server";

/** What is edited of a pipeline: its text, its files, what the version is about, and what it is tried with. */
export type PipelineFiles = {
  content: string;
  scripts: Readonly<Record<string, string>>;
  description: string;
  context: JsonValue | null;
};

/** What all changes of pipelines have in common. */
export const common = { noun: "pipeline", right: "pipelines:write", hide: withoutValues } as const;

/** What a pipeline is called: what it says of itself, else its id. */
export const pipelineName = (id: string, content: string) => readText(content).document?.description || id;

/** A pipeline as the change log names it. */
export const resource = (id: string, content: string) => ({ kind: "pipeline", id, name: pipelineName(id, content) });

/** The text and the files of a version, as one JSON text: what drafts, the log and the way back hold. */
export const filesText = ({ content, scripts, description, context }: PipelineFiles): string =>
  stringifyJson({ content, scripts: { ...scripts }, description, context });

const filesSchema = z.object({
  content: z.string(),
  scripts: z.record(z.string(), z.string()).catch({}),
  description: z.string().catch(""),
  context: z
    .custom<JsonValue>()
    .nullish()
    .transform((value) => value ?? null),
});

/** What such a text says. It was made by `filesText`. */
export function filesOf(text: string): PipelineFiles {
  return filesSchema.parse(parseJson(text));
}

/** A word that is another one as soon as the text, a file or what is said of the version is. */
export const filesVersion = ({ content, scripts, description }: Omit<PipelineFiles, "context">): string =>
  contentHash(stringifyJson([content, Object.entries(scripts).sort(([a], [b]) => (a < b ? -1 : 1)), description]));

/** A version with its files; undefined where it is gone. Throws BackendError. */
export async function readFiles(
  http: BackendClient,
  { id, number }: { id: string; number: number },
): Promise<(PipelineFiles & { version: Version }) | undefined> {
  const versions = await listVersions({ http }, id);
  const version = versions.find((one) => one.number === number);
  if (version === undefined) return undefined;
  const { content, description, context } = version;
  return {
    content,
    description,
    context,
    scripts: await readScripts({ http }, { id, version: number, content }),
    version,
  };
}

/** 409 of a change that was made from what is not there any more. */
export function conflict(path: string, detail: string): BackendError {
  return new BackendError({ failure: { kind: "status", status: 409, method: "PUT", path, requestId: "", detail } });
}

/** No server refuses a save by what it was made from, so that is looked at right before. Throws BackendError, 409. */
async function requireFiles(
  http: BackendClient,
  { id, number, expected }: { id: string; number: number; expected: string },
) {
  const path = apiPath`/_pipeline/${id}/version/${String(number)}`;
  const stored = await readFiles(http, { id, number });
  if (stored === undefined) throw conflict(path, "There is no such version any more.");
  if (filesVersion(stored) !== expected) throw conflict(path, "It was changed in the meantime.");
}

const createdSchema = z.object({ id: z.string() });

/** Makes a pipeline; gives its id. Its first version is live at once. */
export function toCreatePipeline(files: PipelineFiles): Change<string> {
  return {
    ...common,
    resource: resource(readText(files.content).document?.id ?? "", files.content),
    verb: "create",
    request: { method: "POST", path: "/_pipeline", ...pipelineForm(files) },
    read: ({ body, failed }) => {
      const made = createdSchema.safeParse(body);
      if (!made.success) throw failed("malformed");
      return made.data.id;
    },
    after: filesText(files),
    stored: async (http, id) => {
      const found = await getPipeline({ http }, id);
      const stored = found?.live == null ? undefined : await readFiles(http, { id, number: found.live });
      return stored === undefined ? null : filesText(stored);
    },
    undo: (id) => ({ kind: "delete-pipeline", value: { id, version: filesVersion(files) } }),
  };
}

const addedSchema = z.object({ version: z.coerce.number().optional() });

/** Adds a version, which answers nobody until it is made live; gives its number where the server tells it. */
export function toAddVersion({ id, files }: { id: string; files: PipelineFiles }): Change<number | null> {
  return {
    ...common,
    resource: resource(id, files.content),
    noun: "version of pipeline",
    verb: "add",
    request: { method: "POST", path: apiPath`/_pipeline/${id}/version`, ...pipelineForm(files) },
    read: (answer) => {
      requireDone(answer);
      return addedSchema.safeParse(answer.body).data?.version ?? null;
    },
    after: filesText(files),
    stored: async (http, number) => {
      // Where the server tells no number, it is the newest.
      const newest = number ?? (await listVersions({ http }, id))[0]?.number;
      const stored = newest === undefined ? undefined : await readFiles(http, { id, number: newest });
      return stored === undefined ? null : filesText(stored);
    },
    summary: (number) => (number === null ? undefined : `version ${number}`),
  };
}

type Saved = { id: string; number: number; files: PipelineFiles; before: PipelineFiles | null; expected: string };

/** Writes over a version, where it is still what it was: 409 where somebody changed it. */
export function toSaveVersion({ id, number, files, before, expected }: Saved): Change<void> {
  const path = apiPath`/_pipeline/${id}/version/${String(number)}`;
  return {
    ...common,
    resource: resource(id, files.content),
    verb: "update",
    request: { method: "PUT", path, ...pipelineForm(files) },
    read: requireDone,
    call: async (http) => {
      await requireFiles(http, { id, number, expected });
      const change = toSaveVersion({ id, number, files, before, expected });
      requireDone(await http.send(change.request));
    },
    ...(before !== null && { before: filesText(before) }),
    after: filesText(files),
    summary: () => `version ${number}`,
    stored: async (http) => {
      const stored = await readFiles(http, { id, number });
      return stored === undefined ? null : filesText(stored);
    },
    ...(before !== null && {
      undo: () => ({
        kind: "save-pipeline",
        value: { id, number, text: filesText(before), version: filesVersion(files) },
      }),
    }),
  };
}

/** Makes a version the one that answers. `from`: the one that does now; `name`: what the pipeline is called. */
export function toMakeLive({
  id,
  number,
  from,
  name,
}: {
  id: string;
  number: number;
  from: number | null;
  name: string;
}): Change<void> {
  return {
    ...common,
    resource: { kind: "pipeline", id, name },
    verb: "deploy",
    request: { method: "POST", path: apiPath`/_pipeline/${id}/version/${String(number)}/live` },
    read: requireDone,
    before: { live: from },
    after: { live: number },
    stored: async (http) => {
      const found = await getPipeline({ http }, id);
      return found === undefined ? null : { live: found.live };
    },
    summary: () => `version ${number}`,
    ...(from === null
      ? {}
      : { undo: () => ({ kind: "live-pipeline", value: { id, number: from, from: number, name } }) }),
  };
}

type Deleted = {
  id: string;
  /** Of the live version: what it is made again from. */
  files: PipelineFiles;
  /** `filesVersion` of it. */
  expected: string;
};

/** Deletes one with all its versions, where its live one is still what it was: 409 where somebody changed it. */
export function toDeletePipeline({ id, files, expected }: Deleted): Change<void> {
  const path = apiPath`/_pipeline/${id}`;
  return {
    ...common,
    resource: resource(id, files.content),
    verb: "delete",
    request: { method: "DELETE", path },
    read: requireDone,
    call: async (http) => {
      const live = (await getPipeline({ http }, id))?.live ?? null;
      if (live === null) throw conflict(path, "There is no such pipeline any more.");
      await requireFiles(http, { id, number: live, expected });
      requireDone(await http.send({ method: "DELETE", path }));
    },
    before: filesText(files),
    undo: () => ({ kind: "restore-pipeline", value: { text: filesText(files) } }),
  };
}
