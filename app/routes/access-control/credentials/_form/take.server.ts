import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { formReply } from "~/components/forms/reply.server";
import { keepDraft } from "~/editor/drafts.server";
import { NOT_STORED } from "~/editor/editable.server";
import { failed } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import type { Scope } from "~/session/scope.server";
import { type Checks, checksOf } from "./checks.server";
import { createCredential, credentialRef, credentialRights } from "../_parts/credential.server";
import { contentOfTyped, CredentialSchema } from "./credential-form.server";
import { INTENTS } from "../_parts/intents";

type Taken = { request: Request; scope: Scope; form: FormData };

/** What the form is told when it is only checked. */
export type CheckedReply = { intent: string; checked?: Checks };

/**
 * Takes what was typed: checks it, creates the credential where it is new, or leads to the page that shows what
 * changes.
 */
export async function takeCredential({ request, scope, form }: Taken) {
  const submission = parseWithZod(form, { schema: CredentialSchema });
  if (submission.status !== "success") return formReply(submission, { intent: INTENTS.take });
  const { version, then, indices, referers, sources, page } = submission.value;
  const intent = INTENTS.take;
  if (then === "check")
    return data({
      intent,
      result: submission.reply(),
      checked: await checksOf(scope, { indices, referers, sources, page }),
    });
  const content = contentOfTyped(submission.value);
  if (version !== NOT_STORED) {
    const edited = { request, scope, editable: credentialRights, ref: credentialRef(request) };
    return redirect(await keepDraft(edited, { text: JSON.stringify(content, null, 2), version }));
  }
  try {
    return await createCredential({ request, scope }, content);
  } catch (error) {
    return failed(error, submission, { intent, what: "The API credential was not created." });
  }
}
