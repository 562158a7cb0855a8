import * as z from "zod";

/**
 * The form in which a ReactiveSearch server keeps its records: texts that are analyzed, with a sub-field `keyword` for
 * what is to fit exactly, mapped as they come in. An index that is missing beside others of that form is made in it, so
 * that the server finds its records when it is started again.
 */
export const SERVER_FORM = {
  settings: { mapping: { total_fields: { limit: 10_000 } } },
  mappings: {
    dynamic: true,
    dynamic_templates: [
      {
        strings: {
          match_mapping_type: "string",
          mapping: { type: "text", analyzer: "standard", fields: { keyword: { type: "keyword", ignore_above: 256 } } },
        },
      },
      { double: { match_mapping_type: "double", mapping: { type: "double" } } },
      { long: { match_mapping_type: "long", mapping: { type: "long" } } },
      { geo: { match_mapping_type: "object", match: "*location", mapping: { type: "geo_point" } } },
    ],
  },
} as const;

/** Other indices of such a server, newer sorts included; one of them tells that it has been on the cluster. */
export const SERVER_INDICES: readonly string[] = [
  ".cache",
  ".pipelines",
  ".pipeline_vars",
  ".pipeline_logs",
  ".pipeline_invocations",
  ".searchgrader",
  ".storedquery",
  ".rs-synonyms",
  ".uibuilder_preferences",
  ".documents",
];

/** Templates that it makes. */
export const SERVER_TEMPLATES = "rs_api_*";

const SubFieldSchema = z.looseObject({ type: z.string().optional(), normalizer: z.string().optional() });
const FieldSchema = SubFieldSchema.extend({ fields: z.record(z.string(), SubFieldSchema).optional() });
const PropertiesSchema = z.looseObject({
  dynamic: z.union([z.string(), z.boolean()]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});

const isExact = ({ type, normalizer }: z.infer<typeof SubFieldSchema>) =>
  type === "keyword" && normalizer === undefined;

/**
 * The field under which a mapping of somebody else's finds a text exactly as it was written: itself, or one of its
 * sub-fields. Null if no field does: then the records are to be gone through.
 */
export function exactField(mappings: unknown, field: string): string | null {
  const { dynamic, properties } = PropertiesSchema.parse(mappings);
  const known = FieldSchema.safeParse(properties?.[field]);
  // One that comes later is mapped as it comes, by the server's template or by what the engine does itself: to the same
  // form.
  if (!known.success)
    return properties?.[field] === undefined && String(dynamic ?? true) === "true" ? `${field}.keyword` : null;
  if (isExact(known.data)) return field;
  const sub = Object.entries(known.data.fields ?? {}).find(([, one]) => isExact(one))?.[0];
  return sub === undefined ? null : `${field}.${sub}`;
}
