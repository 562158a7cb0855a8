import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { redirect } from "~/server/redirect.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import type { Change } from "~/services/platform/changes/types";
import { draftId, removeDraft } from "~/services/platform/store/draft-store.server";
import { redirectWithFlash } from "~/sessions.server";
import { changesBetween } from "./changes.server";
import { draftOf, pathHere } from "./drafts.server";
import { capital, type Edited, NOT_STORED, versionField } from "./editable.server";
import { SAVE } from "./intents";
import { isPlural, was } from "./nouns";

const saveSchema = z.object({ version: versionField });

/**
 * What the review page shows: stored now and changed (nothing stored where it is new), and what somebody else changed
 * since the edit began.
 */
export async function loadReview<Ref>(edited: Edited<Ref>) {
  const { request, scope, editable, ref } = edited;
  const draft = draftOf(edited);
  const name = draft ? editable.nameOf(ref, draft.text) : null;
  const common = {
    noun: editable.noun,
    name,
    editTo: pathHere(edited, "edit", draft ? { draft: draftId(request) } : {}),
    cancelTo: pathHere(edited),
  };
  if (!draft) return { ...common, state: "lost" as const };
  const stored = await editable.read(scope, ref);
  const { readable = (text: string) => text } = editable;
  const changes = changesBetween(readable(stored?.text ?? "{}"), readable(draft.text));
  const remark = editable.remarkOf?.(ref, { before: stored?.text ?? "{}", text: draft.text }) ?? null;
  const shown = (saving: Change) => ({
    ...common,
    changes,
    remark,
    request: shownRequest(scope, saving),
    gate: scope.may(saving.right),
  });
  if (!stored) {
    const state = draft.version === NOT_STORED ? ("new" as const) : ("deleted" as const);
    return { ...shown(editable.toCreate(ref, draft.text)), state, version: NOT_STORED, theirs: null };
  }
  const { version } = stored;
  const saved = shown(editable.toSave(ref, { text: draft.text, version, before: stored.text }));
  if (version === draft.version) return { ...saved, state: "ready" as const, version, theirs: null };
  return {
    ...saved,
    state: "conflict" as const,
    version,
    theirs: draft.base === null ? null : changesBetween(readable(draft.base), readable(stored.text)),
  };
}

/** Saves the draft, if what is stored is still what the page has shown. */
export async function saveReviewed<Ref>(edited: Edited<Ref>, form: FormData) {
  const { request, scope, editable, ref } = edited;
  const id = draftId(request);
  const draft = draftOf(edited);
  const here = pathHere(edited, "review", { draft: id });
  if (!draft) return redirect(here);
  const submission = parseWithZod(form, { schema: saveSchema });
  if (submission.status !== "success") return formReply(submission, { intent: SAVE });
  const { version } = submission.value;
  // Whatever is saved here is read again by what reads it for the page.
  const readAgain = (made: Change): Change =>
    made.stored ? made : { ...made, stored: async () => (await editable.read(scope, ref))?.text ?? null };
  async function saving() {
    const text = draft?.text ?? "";
    if (version === NOT_STORED) return { asked: editable.toCreate(ref, text), before: null };
    const stored = await editable.read(scope, ref);
    const before = stored?.version === version ? stored.text : (draft?.base ?? null);
    return { asked: editable.toSave(ref, { text, version, before }), before };
  }
  let changed;
  try {
    const { asked, before } = await saving();
    const made = readAgain(asked);
    changed = await (editable.make?.(scope, made, { ref, before, after: draft.text }) ?? change(scope, made));
  } catch (error) {
    // Somebody was faster: the same page now shows their version beside this one.
    if (!isBackendError(error, 409)) throw error;
    return redirectWithFlash({
      request,
      to: here,
      kind: "bad",
      text: `Not saved: the ${editable.noun} ${was(editable.noun)} changed in the meantime.`,
    });
  }
  removeDraft(scope, id ?? "");
  return redirectWithFlash({ request, to: pathHere(edited), text: savedText(edited, draft.text), changed });
}

/** The flash names what was saved, unless its noun says it all: "Settings saved." */
function savedText<Ref>({ editable, ref }: Edited<Ref>, text: string): string {
  const noun = capital(editable.noun);
  return isPlural(editable.noun) ? `${noun} saved.` : `${noun} ${editable.nameOf(ref, text)} saved.`;
}
