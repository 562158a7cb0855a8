import type { ActionFunctionArgs } from "@remix-run/node";
import { isBackendError } from "~/services/platform/http/errors.server";
import { keepDraft } from "~/editor/drafts.server";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import { requireVersion } from "~/services/pipelines/read.server";
import { filesText, pipelineName, readFiles, toAddVersion, toSaveVersion } from "~/services/pipelines/write.server";
import { change } from "~/services/platform/changes/change.server";
import { draftId, removeDraft } from "~/services/platform/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { pipelineRef, pipelineText } from "../../_parts/pipeline.server";
import { pipelines } from "../../_parts/thing";
import { type Posted, takeEditor } from "./form.server";

/** The action of the editor: what was typed is kept as a draft, or saved as a version. */
export function answerEditor(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: pipelines,
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const asked = pipelineRef(request);
      const { version } = await requireVersion(scope, asked);
      const taken = takeEditor(form, { context: version.context });
      if (!taken.ok) return taken.reply;
      const ref = { id: asked.id, number: version.number };
      const { posted } = taken;
      if (posted.then !== "save" && posted.then !== "save-new") {
        const { file, stage, run } = posted.shown;
        const edited = { request, scope, editable: pipelineText, ref };
        const draft = { text: filesText(posted.files), version: posted.version };
        return redirect(await keepDraft(edited, draft, "edit", { file, stage, ...(run && { run: 1 }) }));
      }
      return save({ request, scope, posted, ref });
    },
  });
}

type Saving = { request: Request; scope: Scope; posted: Posted; ref: { id: string; number: number } };

/** Writes over a version that answers nobody yet; else adds one. What is live changes by the review alone. */
async function save({ request, scope, posted, ref }: Saving) {
  const { id, number } = ref;
  const { files } = posted;
  const draft = draftId(request);
  if (posted.then === "save-new") {
    const changed = await change(scope, toAddVersion({ id, files }));
    const made = changed.value;
    removeDraft(scope, draft ?? "");
    const to = pipelines.path(scope, { id, query: made === null ? {} : { version: made } });
    const text = `${made === null ? "A new version" : `Version ${made}`} of ${pipelineName(id, files.content)} saved. It answers nobody yet.`;
    return redirectWithFlash({ request, to, text, changed });
  }
  const stored = await readFiles(scope.http, { id, number });
  try {
    const saving = toSaveVersion({ id, number, files, before: stored ?? null, expected: posted.version });
    const changed = await change(scope, saving);
    removeDraft(scope, draft ?? "");
    const to = pipelines.path(scope, { id, query: { version: number } });
    return redirectWithFlash({
      request,
      to,
      text: `Version ${number} of ${pipelineName(id, files.content)} saved.`,
      changed,
    });
  } catch (error) {
    if (!isBackendError(error, 409)) throw error;
    // Somebody was faster: the review shows both.
    const edited = { request, scope, editable: pipelineText, ref };
    const kept = { text: filesText(files), version: posted.version };
    return redirectWithFlash({
      request,
      to: await keepDraft(edited, kept),
      kind: "bad",
      text: `Not saved: version ${number} was changed in the meantime.`,
    });
  }
}
