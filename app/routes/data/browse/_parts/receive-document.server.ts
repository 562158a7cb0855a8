import { readFile, rm } from "node:fs/promises";
import { parseWithZod } from "@conform-to/zod/v4";
import { formReply } from "~/components/forms/reply.server";
import type { Scope } from "~/session/scope.server";
import { getImports } from "~/services/import/imports.server";
import { receiveUpload } from "~/services/import/receive/upload.server";
import { EditSchema } from "./document-form.server";
import { REVIEW_FILE } from "./large-document";

/** What engines take as one body. */
const MOST_BYTES = 100 * 1024 ** 2;

/** Reads a changed document that was sent as a file: its text and the version it comes from, or the answer to the form. The file is not kept. */
export async function receiveDocument(scope: Scope, request: Request) {
  const { file, fields, problem } = await receiveUpload({ request, dir: getImports(scope.context).dir, maxBytes: MOST_BYTES });
  const text = file && (await readFile(file.path));
  if (file) await rm(file.path, { force: true });
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const decoded = text && decode(text);
  if (typeof decoded === "string") form.append("source", decoded);
  const submission = parseWithZod(form, { schema: EditSchema });
  if (submission.status === "success") return { ok: true as const, value: submission.value };
  const said =
    problem ??
    (file === null
      ? "Choose a file first."
      : decoded === null
        ? "This file is no text in UTF-8."
        : (submission.error?.["source"]?.[0] ?? "The form is incomplete. Load the page again."));
  // Only the message: what is wrong is in a file that the reader has.
  return {
    ok: false as const,
    reply: formReply(parseWithZod(new FormData(), { schema: EditSchema.partial() }), { intent: REVIEW_FILE, fieldErrors: { file: [said] } }),
  };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
