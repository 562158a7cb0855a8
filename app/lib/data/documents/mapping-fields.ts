// A mapping as a flat list of fields, the way screens show it. Pure: the mapping itself is read by
// services/indices/mappings.
import { isJsonObject, type JsonObject } from "@common/text/json";

export type UseCase = "search" | "aggs" | "searchaggs" | "none";

/** One field of a mapping that holds values; its sub-fields (`title.keyword`) belong to it. */
export type MappingField = {
  path: string;
  type: string;
  useCase: UseCase;
  subFields: { name: string; path: string; type: string }[];
  /** The path of the nested object around it, where there is one. */
  nested?: string;
  definition: JsonObject;
};

/** Keys of old mappings that are no fields (specification, section 5). */
const HIDDEN = new Set(["~logs", "~percolator", ".logs", ".percolator", "_default_", "dynamic", "dynamic_templates"]);
const SEARCH_SUB_FIELDS = new Set(["search", "autosuggest", "delimiter"]);

/** `field_2` stands before `field_10`. */
export const byFieldName = new Intl.Collator("en", { numeric: true }).compare;

/** All fields below `properties`, in the order of their names at each level. */
export function flattenMapping(mapping: JsonObject): MappingField[] {
  const fields: MappingField[] = [];
  collect(mapping, [], undefined, fields);
  return fields;
}

function collect(mapping: JsonObject, above: readonly string[], nested: string | undefined, into: MappingField[]) {
  const { properties } = mapping;
  if (!isJsonObject(properties)) return;
  for (const name of Object.keys(properties).sort(byFieldName)) {
    const definition = properties[name];
    if (HIDDEN.has(name) || !isJsonObject(definition)) continue;
    const steps = [...above, name];
    const path = steps.join(".");
    const type = typeof definition["type"] === "string" ? definition["type"] : "object";
    if (isJsonObject(definition["properties"])) {
      collect(definition, steps, type === "nested" ? path : nested, into);
      continue;
    }
    if (type === "object" || type === "nested") continue;
    const subFields = subFieldsOf(definition, path);
    into.push({
      path,
      type,
      subFields,
      useCase: useCaseOf(type, subFields),
      definition,
      ...(nested === undefined ? {} : { nested }),
    });
  }
}

function subFieldsOf(definition: JsonObject, path: string): MappingField["subFields"] {
  const { fields } = definition;
  if (!isJsonObject(fields)) return [];
  return Object.entries(fields).flatMap(([name, sub]) => {
    const type = isJsonObject(sub) ? sub["type"] : undefined;
    return typeof type === "string" ? [{ name, path: `${path}.${name}`, type }] : [];
  });
}

/** What a field is for, by its sub-fields (contract 30, 1.10); fields that are no text count as aggregatable. */
function useCaseOf(type: string, subFields: MappingField["subFields"]): UseCase {
  const aggs = type !== "text" || subFields.some((sub) => sub.type === "keyword");
  const search = subFields.some((sub) => SEARCH_SUB_FIELDS.has(sub.name));
  if (aggs && search) return "searchaggs";
  if (search) return "search";
  return aggs ? "aggs" : "none";
}

/** What a text field is for, by its definition. */
export const fieldUseCase = (definition: JsonObject): UseCase => useCaseOf("text", subFieldsOf(definition, ""));

/** The path to sort and to aggregate by: the field itself, or its keyword sub-field; undefined where neither can. */
export function exactPath(field: Pick<MappingField, "path" | "type" | "subFields">): string | undefined {
  if (field.type !== "text") return NOT_EXACT.has(field.type) ? undefined : field.path;
  return field.subFields.find((sub) => sub.type === "keyword")?.path;
}

const NOT_EXACT = new Set([
  "geo_point",
  "geo_shape",
  "dense_vector",
  "knn_vector",
  "rank_feature",
  "rank_features",
  "binary",
  "object",
  "nested",
]);

/** Types that hold numbers (specification, section 9). */
export const numericTypes: ReadonlySet<string> = new Set([
  "long",
  "integer",
  "double",
  "short",
  "byte",
  "float",
  "half_float",
  "scaled_float",
  "unsigned_long",
  "pint",
  "plong",
  "pfloat",
  "pdouble",
]);
