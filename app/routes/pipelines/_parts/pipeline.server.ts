import type { Editable } from "~/editor/editable.server";
import { editorPages } from "~/editor/pages.server";
import { readScripts, readText, requireVersion } from "~/services/pipelines/read.server";
import {
  filesOf,
  filesText,
  filesVersion,
  pipelineName,
  readFiles,
  toCreatePipeline,
  toDeletePipeline,
  toSaveVersion,
} from "~/services/pipelines/write.server";
import { readableFiles } from "~/services/pipelines/readable.server";
import { pipelines } from "./thing";

/** A version of a pipeline. */
export type PipelineRef = { id: string; number: number | null };

/** The version that an address names; without a number the one that is edited first. */
export function pipelineRef(request: Request): PipelineRef {
  const asked = Number(new URL(request.url).searchParams.get("version") ?? "");
  return { id: pipelines.idIn(request), number: Number.isSafeInteger(asked) && asked > 0 ? asked : null };
}

/** A version with its files, as the editor changes one. */
export const pipelineText: Editable<PipelineRef> = {
  noun: "pipeline",
  pathOf: (scope, { id, number }, page, query) =>
    pipelines.path(scope, {
      id,
      ...(page === "edit" || page === undefined ? {} : { page }),
      query: { ...(number !== null && { version: number }), ...query },
    }),
  async read(scope, { id, number }) {
    const found = number === null ? undefined : await readFiles(scope.http, { id, number });
    return found && { text: filesText(found), version: filesVersion(found) };
  },
  async require(scope, ref) {
    const { version: first, versions } = await requireVersion(scope, ref);
    // Without a number it is about the whole, which answers by its live version.
    const version = (ref.number === null ? versions.find(({ live }) => live) : undefined) ?? first;
    const { content, description, context } = version;
    const scripts = await readScripts(scope, { id: ref.id, version: version.number, content });
    const files = { content, description, context, scripts };
    return { text: filesText(files), version: filesVersion(files) };
  },
  toSave: ({ id, number }, { text, version, before }) =>
    toSaveVersion({
      id,
      number: number ?? 1,
      files: filesOf(text),
      before: before === null ? null : filesOf(before),
      expected: version,
    }),
  toCreate: (_, text) => toCreatePipeline(filesOf(text)),
  toRemove: ({ id }, { text, version }) => toDeletePipeline({ id, files: filesOf(text), expected: version }),
  nameOf: ({ id }, text) => pipelineName(id, filesOf(text).content),
  typedName: ({ id }) => id,
  readable: (text) => readableFiles(filesOf(text)),
  factsOf(text) {
    const { document } = readText(filesOf(text).content);
    const routes = document?.routes.map(({ method, path }) => `${method} ${path}`) ?? [];
    return routes.length === 0 ? "" : `Answers ${routes.join(", ")}.`;
  },
};

/** The pages that change a pipeline as text. */
export const pipelinePages = editorPages({
  right: pipelines,
  editable: pipelineText,
  refOf: ({ request }) => pipelineRef(request),
});
