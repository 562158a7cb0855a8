import { readFile, rm } from "node:fs/promises";
import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { getImports } from "~/services/data/import/imports.server";
import { receiveUpload } from "~/services/data/import/receive/upload.server";

/** What engines take as one body. */
const MOST_BYTES = 100 * 1024 ** 2;

type Options<Schema extends z.ZodType> = {
  request: Request;
  schema: Schema;
  /** The field of the schema that the file is. */ field: string;
  maxBytes?: number;
};

/**
 * Reads a text that was sent as a file, with the other fields of its form, or says what is wrong with it. The file is
 * not kept.
 */
export async function receiveText<Schema extends z.ZodType>(
  scope: Scope,
  { request, schema, field, maxBytes = MOST_BYTES }: Options<Schema>,
) {
  const { file, fields, problem } = await receiveUpload({ request, dir: getImports(scope.context).dir, maxBytes });
  const bytes = file && (await readFile(file.path));
  if (file) await rm(file.path, { force: true });
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const decoded = bytes && decode(bytes);
  if (typeof decoded === "string") form.append(field, decoded);
  const submission = parseWithZod(form, { schema });
  if (submission.status === "success") return { ok: true as const, value: submission.value };
  const said =
    problem ??
    (file === null
      ? "Choose a file first."
      : decoded === null
        ? "The file is not text in UTF-8."
        : (submission.error?.[field]?.[0] ?? "The form is incomplete. Reload the page."));
  return { ok: false as const, problem: said };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
