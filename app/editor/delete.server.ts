import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { shownText } from "~/lib/json/view.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { redirectWithFlash } from "~/sessions.server";
import { factsOfText } from "./facts.server";
import { pathHere } from "./drafts.server";
import { capital, type Edited } from "./editable.server";
import { DELETE } from "./intents";

const SHOWN = 1500;

/** What the page before a deletion shows. */
export async function loadDelete<Ref>(edited: Edited<Ref>) {
  const { scope, editable, ref } = edited;
  const stored = await editable.require(scope, ref);
  const text = editable.readable?.(stored.text) ?? shownText(stored.text).text;
  const removal = editable.toRemove(ref, stored);
  return {
    noun: editable.noun,
    name: editable.nameOf(ref, stored.text),
    facts: (editable.factsOf ?? factsOfText)(stored.text),
    toType: editable.typedName?.(ref, stored.text) ?? null,
    version: stored.version,
    text: text.slice(0, SHOWN),
    cut: text.length > SHOWN,
    cancelTo: pathHere(edited),
    request: shownRequest(scope, removal),
    gate: scope.may(removal.right),
  };
}

/** Deletes it if it is still what the page has shown, and leads to `listPath`. */
export async function deleteOne<Ref>(edited: Edited<Ref>, { form, listPath }: { form: FormData; listPath: string }) {
  const { request, scope, editable, ref } = edited;
  const { text } = await editable.require(scope, ref);
  const submission = parseConfirmation(form, editable.typedName?.(ref, text));
  const version = form.get("version");
  if (submission.status !== "success" && editable.typedName) return formReply(submission, { intent: DELETE });
  if (submission.status !== "success" || typeof version !== "string")
    return formReply(submission, { intent: DELETE, formErrors: ["The form was incomplete. Try again."] });
  try {
    const asked = editable.toRemove(ref, { text, version });
    const changed = await (editable.make?.(scope, asked, { ref, before: text, after: null }) ?? change(scope, asked));
    return redirectWithFlash({
      request,
      to: listPath,
      text: `${capital(editable.noun)} ${editable.nameOf(ref, text)} deleted.`,
      changed,
    });
  } catch (error) {
    if (!isBackendError(error, 409)) throw error;
    // A page of its own: after an answer to the form, the router would go on showing it as it was.
    const said = `Not deleted: the ${editable.noun} was changed in the meantime. This is its current version.`;
    return redirectWithFlash({ request, to: pathHere(edited, "delete"), kind: "bad", text: said });
  }
}
