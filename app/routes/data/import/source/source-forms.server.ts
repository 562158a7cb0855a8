import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";

// The forms of the first step. A file is no value of the schema: it goes to disk while the form is read.

export const PasteSchema = z.object({
  rows: z
    .string({ error: "Paste some rows, or choose a file above." })
    .refine((text) => text.trim() !== "", { error: "Paste some rows, or choose a file above." }),
});
export const pasteConstraint = getZodConstraint(PasteSchema);
export type PasteShape = z.input<typeof PasteSchema>;

export const UploadSchema = z.object({});
export type UploadShape = { file?: string };
