import { getZodConstraint } from "@conform-to/zod/v4";
import type { JsonObject } from "@common/text/json";
import * as z from "zod";
import { jsonObjectText } from "~/lib/json/text.server";
import { fieldTypes } from "./field-types";

/** What engines take as the name of a field: steps with dots between, none of them empty. */
const fieldName = z
  .string({ error: "Enter a name." })
  .trim()
  .max(1000, { error: "At most 1,000 characters." })
  .refine((name) => !name.split(".").some((step) => step.trim() === ""), {
    error: "Each step between dots needs a name, such as address.city.",
  })
  .refine((name) => !name.startsWith("_"), { error: "Names that start with an underscore are the engine's own." });

export const AddFieldSchema = z.object({
  name: fieldName,
  type: z.enum(fieldTypes.map(({ value }) => value) as [string, ...string[]], { error: "Choose a type." }),
  keyword: z.boolean().default(false),
  analyzer: z.string().trim().optional(),
  definition: jsonObjectText("Definition").optional(),
});
export const addFieldConstraint = getZodConstraint(AddFieldSchema);
export type AddFieldShape = { name: string; type: string; keyword: boolean; analyzer?: string; definition?: string };

/** The definition that a filled in form means; members of its JSON override the values above. */
export function definitionOf({
  type,
  keyword,
  analyzer,
  definition,
}: Pick<z.output<typeof AddFieldSchema>, "type" | "keyword" | "analyzer" | "definition">): JsonObject {
  const isText = type === "text";
  return {
    type,
    ...(isText && analyzer ? { analyzer } : {}),
    ...(isText && keyword ? { fields: { keyword: { type: "keyword", ignore_above: 256 } } } : {}),
    ...definition,
  };
}
