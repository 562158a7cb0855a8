import { writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { privateFolder } from "@common/storage/private-files";
import { parseWithZod } from "@conform-to/zod/v4";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { redirect } from "~/server/redirect.server";
import type { Scope } from "~/session/scope.server";
import { checkPaste } from "~/services/data/import/read/check-paste.server";
import { detectFile, UnreadableFileError } from "~/services/data/import/read/detect.server";
import { createDraft } from "~/services/data/import/drafts.server";
import { getImports } from "~/services/data/import/imports.server";
import { copySample, movies } from "~/services/data/import/receive/samples.server";
import { receiveUpload, type Upload } from "~/services/data/import/receive/upload.server";
import { requireIndexRight } from "~/services/platform/http/index-rights.server";
import { newJobId } from "~/services/platform/jobs/table.server";
import { draftPath } from "../draft-path";
import { PASTE, SAMPLE, UPLOAD } from "../intents";
import { PasteSchema, UploadSchema } from "./source-forms.server";

/**
 * Takes the data of an import in: a file, pasted data or the sample. Redirects to the next step, or answers with what
 * is wrong.
 */
export async function receiveSource({ request, scope }: { request: Request; scope: Scope }) {
  // Before gigabytes are taken in for an index that may not be used.
  if (scope.level === "app") await requireIndexRight(scope, scope.app);
  const { dir } = getImports(scope.context);
  privateFolder(dir);
  const upload = await receiveUpload({ request, dir });
  const form = new FormData();
  for (const [name, value] of upload.fields) form.append(name, value);
  switch (upload.fields.get("intent")) {
    case UPLOAD:
      return takeFile({ scope, upload, form });
    case PASTE:
      await dropFile(upload);
      return takePaste({ scope, upload, form, dir });
    case SAMPLE: {
      await dropFile(upload);
      const path = join(dir, `${newJobId()}.upload`);
      const size = await copySample(path);
      return toNextStep({ scope, source: { path, size, name: movies.name } });
    }
    default:
      await dropFile(upload);
      throw unknownIntent(upload.fields.get("intent"));
  }
}

async function dropFile({ file }: Upload) {
  if (file) await rm(file.path, { force: true });
}

async function takeFile({ scope, upload, form }: { scope: Scope; upload: Upload; form: FormData }) {
  const submission = parseWithZod(form, { schema: UploadSchema });
  const refuse = (message: string) => formReply(submission, { intent: UPLOAD, fieldErrors: { file: [message] } });
  if (upload.problem !== null) return refuse(upload.problem);
  if (!upload.file) return refuse("Choose a file first.");
  const problem = await unreadable(upload.file);
  if (problem !== null) {
    await dropFile(upload);
    return refuse(`${upload.file.name}: ${problem}`);
  }
  return toNextStep({ scope, source: upload.file });
}

async function takePaste({ scope, upload, form, dir }: { scope: Scope; upload: Upload; form: FormData; dir: string }) {
  const submission = parseWithZod(form, { schema: PasteSchema });
  const refuse = (message: string) => formReply(submission, { intent: PASTE, fieldErrors: { rows: [message] } });
  if (upload.cut.includes("rows")) return refuse("Pasted data can have up to 5 MB. Save it as a file and upload that.");
  if (submission.status !== "success") return formReply(submission, { intent: PASTE });
  const path = join(dir, `${newJobId()}.upload`);
  // Browsers send form text with CR LF, whatever was typed.
  const text = submission.value.rows.replace(/\r\n/g, "\n");
  await writeFile(path, text, { mode: 0o600 });
  const source = { path, size: Buffer.byteLength(text), name: "Pasted rows" };
  const problem =
    (await unreadable(source)) ?? (await checkPaste({ path, options: (await detectFile(source)).options }));
  if (problem === null) return toNextStep({ scope, source });
  await rm(path, { force: true });
  return refuse(problem);
}

async function unreadable(source: { path: string; name: string }): Promise<string | null> {
  try {
    await detectFile(source);
    return null;
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.message;
    throw error;
  }
}

function toNextStep({ scope, source }: { scope: Scope; source: { path: string; size: number; name: string } }) {
  return redirect(draftPath(createDraft({ scope, source }), { given: scope.level === "app" }));
}
