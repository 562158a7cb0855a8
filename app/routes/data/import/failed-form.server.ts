import * as z from "zod";

export const EditedSchema = z.object({
  rows: z
    .string({ error: "Keep at least one row, or go back." })
    .refine((text) => text.trim() !== "", { error: "Keep at least one row, or go back." }),
});
export type EditedShape = z.input<typeof EditedSchema>;
