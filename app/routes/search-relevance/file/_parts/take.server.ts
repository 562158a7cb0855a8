import { parseWithZod } from "@conform-to/zod/v4";
import { LARGEST_FILE, readBundle, SMALL_YAML } from "@common/search-relevance/settings-bundle/read";
import { BundleError } from "@common/search-relevance/settings-bundle/schema";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { receiveText } from "~/editor/receive-text.server";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import type { Scope } from "~/session/scope.server";
import { keepBundle } from "./kept.server";
import { PASTE, UPLOAD } from "./words";

const pastedSchema = z.object({ text: z.string({ error: "Paste the settings first." }) });

/** Reads a text and leads to what it would change; a sentence where it cannot be read. */
function taken(scope: Scope, { index, text, from }: { index: string; text: string; from: string }) {
  try {
    const draft = keepBundle(scope, { index, bundle: readBundle(text, { largestYaml: SMALL_YAML }), from });
    return redirect(screenPath(scope, "search/file", { rest: ["review"], query: { draft } }));
  } catch (error) {
    if (error instanceof BundleError) return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    throw error;
  }
}

/** Takes what was pasted. */
export function takePasted(scope: Scope, { index, form }: { index: string; form: FormData }) {
  const submission = parseWithZod(form, { schema: pastedSchema });
  if (submission.status !== "success") return formReply(submission, { intent: PASTE });
  const answer = taken(scope, { index, text: submission.value.text, from: "the pasted text" });
  return typeof answer === "string"
    ? formReply(submission, { intent: PASTE, fieldErrors: { text: [answer] } })
    : answer;
}

/** Takes an uploaded file. */
export async function takeUploaded(scope: Scope, { index, request }: { index: string; request: Request }) {
  const received = await receiveText(scope, {
    request,
    schema: z.object({ file: z.string() }),
    field: "file",
    maxBytes: LARGEST_FILE,
  });
  const answer = received.ok
    ? taken(scope, { index, text: received.value.file, from: "the uploaded file" })
    : received.problem;
  if (typeof answer !== "string") return answer;
  return formReply(parseWithZod(new FormData(), { schema: z.object({}) }), {
    intent: UPLOAD,
    fieldErrors: { file: [answer] },
  });
}
