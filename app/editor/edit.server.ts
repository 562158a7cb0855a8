import { CONSOLE_LIMITS } from "@common/limits/console";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { readableJson } from "~/lib/json/layout";
import { jsonObjectSource } from "~/lib/json/text.server";
import { redirect } from "~/server/redirect.server";
import { draftId } from "~/services/platform/store/draft-store.server";
import { draftOf, keepDraft, pathHere } from "./drafts.server";
import { type Edited, NOT_STORED, versionField } from "./editable.server";
import { REVIEW, REVIEW_FILE } from "./intents";
import { receiveText } from "./receive-text.server";

/** A text typed into a page may be long, and a form takes up to nine bytes for a letter. */
export const MOST_TYPED_BYTES = CONSOLE_LIMITS.typedForm.most;
/**
 * Beyond this many characters a text is shown as it is stored: laid out it would be half as long again, and the page
 * holds it twice.
 */
const MOST_LAID_OUT = 1_000_000;
/**
 * Beyond this many characters it is changed as a file: a text area of 2 MB takes Chromium three seconds to draw, one of
 * 10 MB most of a minute.
 */
const MOST_IN_AREA = 1_500_000;

const editSchema = (noun: string) => z.object({ text: jsonObjectSource(noun), version: versionField });

/** What the edit page shows: the draft of its address, else what is stored. */
export async function loadEditor<Ref>(edited: Edited<Ref>) {
  const { request, scope, editable, ref } = edited;
  const draft = draftOf(edited);
  const stored = draft ? await editable.read(scope, ref) : await editable.require(scope, ref);
  const asText = new URL(request.url).searchParams.get("as") === "text";
  const text = draft?.text ?? stored?.text ?? "{}";
  const asFile = text.length > MOST_IN_AREA && !asText;
  return {
    noun: editable.noun,
    // Where there is a draft, the page before this one has shown what is stored now, so that the draft goes on from
    // there.
    version: stored?.version ?? NOT_STORED,
    // What somebody typed stays as typed.
    text: asFile ? null : draft || text.length > MOST_LAID_OUT ? text : readableJson(text),
    bytes: asFile ? Buffer.byteLength(text) : 0,
    again: draft !== undefined,
    lost: draftId(request) !== null && draft === undefined,
    cancelTo: pathHere(edited),
  };
}

export const isUpload = (request: Request) =>
  (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");

/** Takes what was typed or given as a file, and leads to the page that shows what changes. Nothing is saved. */
export async function takeEdit<Ref>(edited: Edited<Ref>, form: FormData) {
  const schema = editSchema(edited.editable.noun);
  if (isUpload(edited.request)) {
    const received = await receiveText(edited.scope, { request: edited.request, schema, field: "text" });
    const wrong = received.ok ? problemOf(edited, received.value.text) : received.problem;
    if (received.ok && wrong === undefined) return redirect(await keepDraft(edited, received.value));
    // Only the message: what is wrong is in a file that the reader has.
    return formReply(parseWithZod(new FormData(), { schema: z.object({}) }), {
      intent: REVIEW_FILE,
      fieldErrors: { file: [wrong ?? ""] },
    });
  }
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return formReply(submission, { intent: REVIEW });
  const wrong = problemOf(edited, submission.value.text);
  if (wrong !== undefined) return formReply(submission, { intent: REVIEW, fieldErrors: { text: [wrong] } });
  return redirect(await keepDraft(edited, submission.value));
}

const problemOf = <Ref>({ editable, ref }: Edited<Ref>, text: string) => editable.problemOf?.(ref, text);
