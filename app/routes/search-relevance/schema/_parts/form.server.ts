import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import type { FieldIs } from "~/services/search-relevance/schema/schema-draft";
import { useCases } from "./address";

const type = z.string({ error: "Choose a type." }).trim().max(60, { error: "Choose a type." });
const useCase = z.enum(useCases, { error: "Choose a use case." }).default("searchaggs");

export const fieldSchema = z.object({ type, useCase });
export type FieldShape = { type: string; useCase: string };
export const fieldConstraint = getZodConstraint(fieldSchema);

/** What engines take as the name of a field: steps with dots between, none of them empty. */
const name = z
  .string({ error: "Enter a name." })
  .trim()
  .max(1000, { error: "At most 1,000 characters." })
  .refine((text) => !text.split(".").some((step) => step.trim() === ""), {
    error: "Each step between dots needs a name, such as address.city.",
  })
  .refine((text) => !text.startsWith("_"), { error: "Names that start with an underscore are the engine's own." });

export const newFieldSchema = z.object({ name, type, useCase });
export type NewFieldShape = FieldShape & { name: string };
export const newFieldConstraint = getZodConstraint(newFieldSchema);

/** What a filled in form means; only texts have a use case. */
export const fieldOf = (filled: z.output<typeof fieldSchema>): FieldIs => ({
  type: filled.type,
  useCase: filled.type === "text" ? filled.useCase : null,
});
