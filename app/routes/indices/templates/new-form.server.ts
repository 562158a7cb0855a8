import { getZodConstraint } from "@conform-to/zod/v4";
import { type JsonObject, stringifyJson } from "@common/json";
import * as z from "zod";
import { jsonObjectText } from "~/lib/json/text.server";
import { templateKinds } from "~/lib/template-match";

const notWhole = { error: "Enter a whole number." };

export const NewTemplateSchema = z.object({
  kind: z.enum(templateKinds, { error: "Choose a kind." }),
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .max(255, { error: "At most 255 characters." })
    .refine((name) => !/[\s,#*/\\]/.test(name) && !name.startsWith("_"), { error: "A name has no spaces and none of , # * / \\ and does not start with _" })
    .refine((name) => name === name.toLowerCase(), { error: "Use lower case." }),
  patterns: z
    .string({ error: "Enter a pattern, such as logs-*." })
    .transform((typed) => typed.split(/[\s,]+/).filter((pattern) => pattern !== ""))
    .refine((patterns) => patterns.length > 0, { error: "Enter a pattern, such as logs-*." }),
  rank: z.number(notWhole).int(notWhole).min(0, { error: "Not below 0." }),
  settings: jsonObjectText("Settings").optional(),
  mappings: jsonObjectText("Mappings").optional(),
  aliases: jsonObjectText("Aliases").optional(),
});
export const newTemplateConstraint = getZodConstraint(NewTemplateSchema);
export type NewTemplateShape = { kind: string; name: string; patterns: string; rank: number; settings: string; mappings: string; aliases: string };

type Typed = Pick<z.output<typeof NewTemplateSchema>, "kind" | "patterns" | "rank" | "settings" | "mappings" | "aliases">;

/** The body that a filled in form means. */
export function bodyOf({ kind, patterns, rank, settings, mappings, aliases }: Typed): string {
  const parts: JsonObject = { ...(settings && { settings }), ...(mappings && { mappings }), ...(aliases && { aliases }) };
  const body = kind === "composable" ? { index_patterns: patterns, priority: rank, template: parts } : { index_patterns: patterns, order: rank, ...parts };
  return stringifyJson(body, 2);
}
