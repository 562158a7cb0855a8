import type { ActionFunctionArgs } from "@remix-run/node";
import { changedText } from "@common/pipelines/changed-text";
import { DocumentFault } from "@common/pipelines/document/faults";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import { chooseIndex } from "~/services/search-relevance/first-index.server";
import { settle } from "~/services/platform/http/settle.server";
import { getPipeline, readText, requireVersion } from "~/services/pipelines/read.server";
import {
  filesOf,
  filesText,
  type PipelineFiles,
  pipelineName,
  readFiles,
  toCreatePipeline,
} from "~/services/pipelines/write.server";
import { change } from "~/services/platform/changes/change.server";
import { draftId, draftsOf, removeDraft } from "~/services/platform/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { pipelines } from "../../_parts/thing";
import { newAddress } from "./addresses";
import { takeEditor } from "./form.server";
import { EDIT } from "./intents";
import { templatesFor } from "./templates";
import { parseWithZod } from "@conform-to/zod/v4";

const begun = draftsOf({ kind: "new pipeline", schema: z.object({ text: z.string() }) });

/** A copy of a pipeline: another id, switched off, and what it is a copy of in its description. */
async function copyOf(scope: Scope, id: string): Promise<PipelineFiles> {
  const { version } = await requireVersion(scope, { id, number: null });
  const files = await readFiles(scope.http, { id, number: version.number });
  const content = version.content;
  return { content: copied(content, id), scripts: files?.scripts ?? {}, description: "", context: version.context };
}

function copied(content: string, id: string): string {
  try {
    return changedText(content, [
      { path: ["id"], value: `${id}-copy` },
      { path: ["description"], value: `Copy of ${pipelineName(id, content)}` },
      { path: ["enabled"], value: false },
    ]);
  } catch (error) {
    // A text that cannot be read opens as it is, with what is wrong in it.
    if (error instanceof DocumentFault) return content;
    throw error;
  }
}

/** What a new pipeline begins with: what is kept of it, a copy, a template; null where nothing is chosen yet. */
export async function beginningOf(scope: Scope, request: Request): Promise<PipelineFiles | null> {
  const kept = begun.get(scope, draftId(request));
  if (kept) return filesOf(kept.text);
  const { template, from } = newAddress.at(request).state;
  if (from !== "") return copyOf(scope, from);
  const found = (await offeredTemplates(scope)).find(({ key }) => key === template);
  return found ? { content: found.content, scripts: found.scripts, description: "", context: null } : null;
}

/** The templates, for the index that is used most. */
export async function offeredTemplates(scope: Scope) {
  const found = await settle(chooseIndex(scope, ""));
  return templatesFor((found.ok && found.value.index) || "my-index");
}

/** The action of a new one: keeps what was typed, or makes the pipeline. */
export function answerNew(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: pipelines,
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    run: async ({ scope, form }) => {
      const taken = takeEditor(form, { context: null });
      if (!taken.ok) return taken.reply;
      const { posted } = taken;
      const { files } = posted;
      if (posted.then !== "save" && posted.then !== "save-new") {
        const { file, stage, run } = posted.shown;
        const draft = begun.add(scope, { text: filesText(files) });
        return redirect(pipelines.path(scope, { page: "new", query: { draft, file, stage, ...(run && { run: 1 }) } }));
      }
      const id = readText(files.content).document?.id ?? null;
      if (id !== null && (await getPipeline(scope, id)) !== undefined)
        return formReply(parseWithZod(form, { schema: z.object({}).loose() }), {
          intent: EDIT,
          fieldErrors: { content: [`There is a pipeline ${id} already. Give this one another id.`] },
        });
      const changed = await change(scope, toCreatePipeline(files));
      removeDraft(scope, draftId(request) ?? "");
      const isOn = readText(files.content).document?.enabled ?? true;
      return redirectWithFlash({
        request,
        to: pipelines.path(scope, { id: changed.value }),
        text: `${pipelineName(changed.value, files.content)} created${isOn ? "" : ", switched off: try it, then switch it on in the list"}.`,
        changed,
      });
    },
  });
}
