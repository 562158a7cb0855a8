import { readFile, rm } from "node:fs/promises";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { changesBetween } from "~/editor/changes.server";
import { isUpload } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import { getImports } from "~/services/data/import/imports.server";
import { receiveUpload } from "~/services/data/import/receive/upload.server";
import { MOST_ARCHIVE_BYTES, readArchive } from "~/services/pipelines/archive/pipeline-archive.server";
import { ZipFault } from "~/services/pipelines/archive/unzip.server";
import { getPipeline, readScripts, readText } from "~/services/pipelines/read.server";
import { readableFiles } from "~/services/pipelines/readable.server";
import { pipelineName, toAddVersion, toCreatePipeline } from "~/services/pipelines/write.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { draftId, draftsOf, removeDraft } from "~/services/platform/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { pipelines } from "../../_parts/thing";
import { IMPORT, UPLOAD } from "./intents";

const drafts = draftsOf({
  kind: "pipeline-archive",
  schema: z.object({ content: z.string(), scripts: z.record(z.string(), z.string()), file: z.string() }),
});

/** What an uploaded archive holds, kept for a day; undefined where it is not kept any more. */
const keptArchive = (scope: Scope, request: Request) => drafts.get(scope, draftId(request));

type Kept = NonNullable<ReturnType<typeof keptArchive>>;

/** What is made of an archive: a new pipeline, or a version of the one that has its id. */
async function planOf(scope: Scope, { content, scripts, file }: Kept) {
  const files = { content, scripts, description: `Imported from ${file}`.slice(0, 500), context: null };
  const id = readText(content).document?.id ?? null;
  const stored = id === null ? undefined : await getPipeline(scope, id);
  if (id === null || stored === undefined)
    return { kind: "new" as const, id, stored: null, change: toCreatePipeline(files) };
  return { kind: "version" as const, id, stored, change: toAddVersion({ id, files }) };
}

/** What an import would do, before it is done; null without an archive. */
export async function loadImport(scope: Scope, request: Request) {
  const kept = keptArchive(scope, request);
  if (kept === undefined) return null;
  const plan = await planOf(scope, kept);
  const { document } = readText(kept.content);
  const { stored } = plan;
  const before =
    stored &&
    readableFiles({
      content: stored.content,
      scripts: await readScripts(scope, { id: stored.id, version: stored.live ?? 1, content: stored.content }),
      description: "",
    });
  return {
    file: kept.file,
    id: plan.id,
    isNew: stored === null,
    live: stored?.live ?? null,
    name: pipelineName(plan.id ?? "", kept.content) || "the pipeline",
    isOn: document?.enabled ?? false,
    routes: document?.routes.map(({ method, path }) => `${method} ${path}`) ?? [],
    variables: document?.globalEnvs.map(({ key }) => key) ?? [],
    changes: changesBetween(before ?? "", readableFiles({ ...kept, description: "" })),
    request: shownRequest(scope, plan.change),
  };
}

/** Takes an archive and leads to what it would do; or does it. */
export function answerImport(args: ActionFunctionArgs) {
  const { request } = args;
  const upload = isUpload(request);
  return answerForm(args, {
    right: pipelines,
    what: "Nothing was imported.",
    upload,
    mostBytes: MOST_ARCHIVE_BYTES,
    run: async ({ scope, form }) => {
      if (upload) return takeArchive(scope, request);
      if (form.get("intent") !== IMPORT) throw new Response("Unknown intent", { status: 400 });
      const submission = parseWithZod(form, { schema: z.object({}) });
      const kept = keptArchive(scope, request);
      if (kept === undefined)
        return formReply(submission, {
          intent: IMPORT,
          status: 410,
          formErrors: ["This archive is no longer kept. Upload it again."],
        });
      return importArchive(scope, { request, kept });
    },
  });
}

async function takeArchive(scope: Scope, request: Request) {
  const { file, problem } = await receiveUpload({
    request,
    dir: getImports(scope.context).dir,
    maxBytes: MOST_ARCHIVE_BYTES,
  });
  const refuse = (said: string) =>
    formReply(parseWithZod(new FormData(), { schema: z.object({}) }), {
      intent: UPLOAD,
      fieldErrors: { file: [said] },
    });
  if (problem !== null) return refuse(problem);
  if (file === null) return refuse("Choose a file first.");
  try {
    const { content, scripts } = await readArchive(await readFile(file.path));
    const draft = drafts.add(scope, { content, scripts, file: file.name });
    return redirect(pipelines.path(scope, { page: "import", query: { draft } }));
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    return refuse(error.message);
  } finally {
    await rm(file.path, { force: true });
  }
}

async function importArchive(scope: Scope, { request, kept }: { request: Request; kept: Kept }) {
  const plan = await planOf(scope, kept);
  const name = pipelineName(plan.id ?? "", kept.content);
  if (plan.kind === "new") {
    const changed = await change(scope, plan.change);
    removeDraft(scope, draftId(request) ?? "");
    const to = pipelines.path(scope, { id: changed.value });
    return redirectWithFlash({ request, to, text: `Pipeline ${name || changed.value} created.`, changed });
  }
  const changed = await change(scope, plan.change);
  removeDraft(scope, draftId(request) ?? "");
  return redirectWithFlash({
    request,
    to: pipelines.path(scope, { id: plan.id, page: "versions" }),
    text: `${changed.value === null ? "A version" : `Version ${changed.value}`} of ${name} added as a draft.`,
    changed,
  });
}
