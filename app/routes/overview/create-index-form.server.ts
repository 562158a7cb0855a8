import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { indexNameProblem } from "~/lib/indices/index-name";
import { jsonObjectText } from "~/lib/json/text.server";

const wholeNumber = (from: number, to: number) =>
  z
    .number({ error: `Enter a whole number from ${from} to ${to}.` })
    .int({ error: `Enter a whole number from ${from} to ${to}.` })
    .min(from, { error: `Enter a whole number from ${from} to ${to}.` })
    .max(to, { error: `Enter a whole number from ${from} to ${to}.` });

export const CreateIndexSchema = z.object({
  name: z
    .string({ error: "Enter a name for the index." })
    .trim()
    .superRefine((name, context) => {
      const problem = indexNameProblem(name);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    }),
  shards: wholeNumber(1, 1024).default(1),
  replicas: wholeNumber(0, 100).default(0),
  settings: jsonObjectText("Settings").optional(),
  mappings: jsonObjectText("Mappings").optional(),
});

export const createIndexConstraint = getZodConstraint(CreateIndexSchema);

/** What the form holds while it is typed: all of it text and numbers. */
export type CreateIndexShape = { name: string; shards: number; replicas: number; settings?: string; mappings?: string };
