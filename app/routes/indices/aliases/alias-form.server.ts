import { getZodConstraint } from "@conform-to/zod/v4";
import { isJsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { jsonObjectText } from "~/lib/json/text.server";
import type { AliasDefinition } from "~/services/indices/aliases/read.server";
import { aliasView } from "~/services/indices/aliases/view.server";

const routing = z.string().trim().max(500).optional();

export const AliasSchema = z.object({
  alias: z
    .string({ error: "Enter a name." })
    .trim()
    .max(255, { error: "At most 255 characters." })
    .refine((name) => !/[\\/*?"<>|\s,#:]/.test(name), {
      error: 'A name has no spaces and none of \\ / * ? " < > | , # :',
    })
    .refine((name) => !/^[-_+.]/.test(name), { error: "A name does not start with -, _, + or a dot." })
    .refine((name) => name === name.toLowerCase(), { error: "Use lower case, as all servers take it." }),
  index: z.string({ error: "Choose an index." }).trim(),
  writes: z.enum(["", "true", "false"]).default(""),
  indexRouting: routing,
  searchRouting: routing,
  filter: jsonObjectText("Filter").optional(),
});
export const aliasConstraint = getZodConstraint(AliasSchema);
export type AliasShape = {
  alias: string;
  index: string;
  writes: string;
  indexRouting: string;
  searchRouting: string;
  filter: string;
};

/** What the fields show of a definition. */
export function aliasValues(definition: AliasDefinition): Omit<AliasShape, "alias" | "index"> {
  const { writes, indexRouting, searchRouting } = aliasView(definition);
  const { filter } = definition;
  return {
    writes: writes === null ? "" : String(writes),
    indexRouting: indexRouting ?? "",
    searchRouting: searchRouting ?? "",
    filter: isJsonObject(filter) ? stringifyJson(filter, 2) : "",
  };
}

/** The definition that a filled in form means; what the form has no field for stays. */
export function definitionOf(
  { writes, indexRouting, searchRouting, filter }: z.output<typeof AliasSchema>,
  present: AliasDefinition = {},
): AliasDefinition {
  const { is_hidden: hidden } = present;
  return {
    ...(filter === undefined || Object.keys(filter).length === 0 ? {} : { filter }),
    ...(indexRouting ? { index_routing: indexRouting } : {}),
    ...(searchRouting ? { search_routing: searchRouting } : {}),
    ...(writes === "" ? {} : { is_write_index: writes === "true" }),
    ...(hidden === undefined ? {} : { is_hidden: hidden }),
  };
}
