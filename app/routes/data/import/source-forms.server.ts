import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { indexNameProblem } from "~/lib/index-name";

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

export const NewIndexSchema = z.object({
  index: z
    .string({ error: "Give the index a name." })
    .trim()
    .superRefine((name, context) => {
      const problem = indexNameProblem(name);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    }),
});
export const newIndexConstraint = getZodConstraint(NewIndexSchema);
export type NewIndexShape = z.input<typeof NewIndexSchema>;
