import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { subFieldsFor } from "./mapping";

export type GramField = "search" | "autosuggest";
export type GramWish = {
  subField: GramField;
  on: boolean;
  /** Paths of fields that are searched, whatever their sub-fields say. */
  searched: ReadonlySet<string>;
};

const SEARCHED = ["search", "autosuggest", "delimiter"];
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const eachOf = (of: JsonValue | undefined, changed: (value: JsonObject, name: string) => JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(of)).map(([name, value]) => [name, changed(objectOf(value), name)]));

/**
 * A mapping whose searched text fields, and those that documents bring later, have the sub-field of n-grams or
 * auto-suggestion, or have it no more.
 */
export function withGramFields(mapping: JsonObject, wish: GramWish): JsonObject {
  const { dynamic_templates } = mapping;
  const changed = withGramField(mapping, { wish, path: "" });
  if (!Array.isArray(dynamic_templates)) return changed;
  const templates = dynamic_templates.map((one) =>
    eachOf(one, (template) =>
      "mapping" in template
        ? { ...template, mapping: withGramField(objectOf(template["mapping"]), { wish, path: "" }) }
        : template,
    ),
  );
  return { ...changed, dynamic_templates: templates };
}

function withGramField(field: JsonObject, { wish, path }: { wish: GramWish; path: string }): JsonObject {
  const { properties, fields, type } = field;
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  const inner: JsonObject =
    properties === undefined
      ? {}
      : { properties: eachOf(properties, (one, name) => withGramField(one, { wish, path: below(name) })) };
  const had = objectOf(fields);
  const { [wish.subField]: present, ...others } = had;
  const isSearched = wish.searched.has(path) || SEARCHED.some((name) => name in had);
  if (type !== "text" || (wish.on ? present !== undefined || !isSearched : present === undefined))
    return { ...field, ...inner };
  const { fields: _, ...rest } = { ...field, ...inner };
  const made = wish.on
    ? subFieldsFor("search", { ngram: true, autosuggest: true, synonyms: false, language: null })[wish.subField]
    : undefined;
  const next = made === undefined ? others : { ...others, [wish.subField]: made };
  return Object.keys(next).length === 0 ? rest : { ...rest, fields: next };
}
