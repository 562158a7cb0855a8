import { getZodConstraint } from "@conform-to/zod/v4";
import { type JsonObject, stringifyJson } from "@common/json";
import * as z from "zod";
import { jsonObjectText } from "~/lib/json/text.server";
import { templateKinds } from "~/lib/template-match";

const notWhole = { error: "Enter a whole number." };

const name = z
  .string({ error: "Enter a name." })
  .trim()
  .max(255, { error: "At most 255 characters." })
  .refine((text) => !/[\s,#*/\\]/.test(text) && !text.startsWith("_"), { error: "A name has no spaces and none of , # * / \\ and does not start with _" })
  .refine((text) => text === text.toLowerCase(), { error: "Use lower case." });

const parts = {
  settings: jsonObjectText("Settings").optional(),
  mappings: jsonObjectText("Mappings").optional(),
  aliases: jsonObjectText("Aliases").optional(),
};

export const NewComponentSchema = z.object({ name, ...parts });
export const newComponentConstraint = getZodConstraint(NewComponentSchema);
export type NewComponentShape = { name: string; settings: string; mappings: string; aliases: string };

const templateFields = z.object({
  kind: z.enum(templateKinds, { error: "Choose a kind." }),
  name,
  patterns: z
    .string({ error: "Enter a pattern, such as logs-*." })
    .transform((typed) => typed.split(/[\s,]+/).filter((pattern) => pattern !== ""))
    .refine((patterns) => patterns.length > 0, { error: "Enter a pattern, such as logs-*." }),
  rank: z.number(notWhole).int(notWhole).min(0, { error: "Not below 0." }),
  components: z
    .string()
    .default("")
    .transform((typed) => [...new Set(typed.split(/[\s,]+/).filter((each) => each !== ""))]),
  ...parts,
});
export const NewTemplateSchema = templateFields.refine(({ kind, components }) => kind === "composable" || components.length === 0, {
  path: ["components"],
  error: "Only index templates are composed of others.",
});
export const newTemplateConstraint = getZodConstraint(NewTemplateSchema);
export type NewTemplateShape = NewComponentShape & { kind: string; patterns: string; rank: number; components: string };

type Parts = Partial<Pick<z.output<typeof NewComponentSchema>, keyof typeof parts>>;
type Typed = Parts & Pick<z.output<typeof NewTemplateSchema>, "kind" | "patterns" | "rank" | "components">;

const partsOf = ({ settings, mappings, aliases }: Parts): JsonObject => ({
  ...(settings && { settings }),
  ...(mappings && { mappings }),
  ...(aliases && { aliases }),
});

/** The body of a component template, from its form. */
export const componentBody = (typed: Parts): string => stringifyJson({ template: partsOf(typed) }, 2);

/** The body that a filled in form means. */
export function bodyOf({ kind, patterns, rank, components, ...typed }: Typed): string {
  const composed: JsonObject = components.length === 0 ? {} : { composed_of: components };
  const given = partsOf(typed);
  const body =
    kind === "composable" ? { index_patterns: patterns, priority: rank, ...composed, template: given } : { index_patterns: patterns, order: rank, ...given };
  return stringifyJson(body, 2);
}
