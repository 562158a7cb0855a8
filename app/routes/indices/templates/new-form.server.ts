import { getZodConstraint } from "@conform-to/zod/v4";
import { type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { jsonObjectText } from "~/lib/json/text.server";
import { templateKinds } from "~/lib/indices/template-match";

const notWhole = { error: "Enter a whole number." };

const name = z
  .string({ error: "Enter a name." })
  .trim()
  .max(255, { error: "At most 255 characters." })
  .refine((text) => !/[\s,#*/\\]/.test(text) && !text.startsWith("_"), {
    error: "A name has no spaces and none of , # * / \\ and does not start with _",
  })
  .refine((text) => text === text.toLowerCase(), { error: "Use lower case." });

const parts = {
  settings: jsonObjectText("Settings").optional(),
  mappings: jsonObjectText("Mappings").optional(),
  aliases: jsonObjectText("Aliases").optional(),
};

const NewComponentSchema = z.object({ kind: z.literal("component").default("component"), name, ...parts });

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
const NewTemplateSchema = templateFields.refine(
  ({ kind, components }) => kind === "composable" || components.length === 0,
  {
    path: ["components"],
    error: "Only index templates are composed of others.",
  },
);

/** The form of a new one, by family. */
export const newForms = {
  index: { schema: NewTemplateSchema, constraint: getZodConstraint(NewTemplateSchema) },
  component: { schema: NewComponentSchema, constraint: getZodConstraint(NewComponentSchema) },
};

/** The fields of both forms. */
export type NewShape = Record<"kind" | "name" | "patterns" | "components" | keyof typeof parts, string> & {
  rank: number;
};

type Parts = Partial<Pick<z.output<typeof NewComponentSchema>, keyof typeof parts>>;

const partsOf = ({ settings, mappings, aliases }: Parts): JsonObject => ({
  ...(settings && { settings }),
  ...(mappings && { mappings }),
  ...(aliases && { aliases }),
});

type Filled =
  | (Parts & { kind: "component" })
  | (Parts & Pick<z.output<typeof NewTemplateSchema>, "kind" | "patterns" | "rank" | "components">);

/** The body that a filled in form means. */
export function bodyOf(typed: Filled): string {
  const given = partsOf(typed);
  if (typed.kind === "component") return stringifyJson({ template: given }, 2);
  const { kind, patterns, rank, components } = typed;
  const composed: JsonObject = components.length === 0 ? {} : { composed_of: components };
  const body =
    kind === "composable"
      ? { index_patterns: patterns, priority: rank, ...composed, template: given }
      : { index_patterns: patterns, order: rank, ...given };
  return stringifyJson(body, 2);
}
