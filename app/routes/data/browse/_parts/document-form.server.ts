import { isJsonObject } from "@common/json";
import * as z from "zod";
import { parseJsonText } from "~/lib/json-text.server";

/** The JSON of a document, kept as it was typed. Browsers send line ends as CR LF whatever the text area held. */
const sourceText = z.string({ error: "Give the document as JSON." }).transform((typed, context): string => {
  const text = typed.replaceAll("\r\n", "\n");
  const result = parseJsonText(text);
  if (result.ok && isJsonObject(result.value)) return text;
  context.addIssue({ code: "custom", message: result.ok ? "A document must be an object: { … }" : result.message });
  return z.NEVER;
});

const versionFields = { seqNo: z.coerce.number().int(), primaryTerm: z.coerce.number().int() };

export const EditSchema = z.object({ source: sourceText, ...versionFields });
export type EditShape = { source: string; seqNo: number; primaryTerm: number };

/** A document typed into a page may be long, and a form takes up to nine bytes for a letter. */
export const MOST_TYPED_BYTES = 32 * 1024 ** 2;

/** Engines take ids of at most 512 bytes. */
const MOST_ID_BYTES = 512;

export const AddSchema = z.object({
  id: z
    .string()
    .refine((id) => Buffer.byteLength(id) <= MOST_ID_BYTES, { error: `An id has at most ${MOST_ID_BYTES} bytes.` })
    .optional(),
  source: sourceText,
});
export type AddShape = { id?: string; source: string };

export const SaveSchema = z.object(versionFields);

/** A changed document between edit and save. `base` is what it was when the edit began, where that is known. */
export const editDraftSchema = z.object({
  id: z.string(),
  routing: z.string().optional(),
  source: z.string(),
  base: z.string().nullable(),
  seqNo: z.number(),
  primaryTerm: z.number(),
});
export type EditDraft = z.output<typeof editDraftSchema>;
