import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { UseCase } from "~/lib/data/documents/mapping-fields";
import { SYNONYM_FIELD, withSynonymSearch } from "./synonyms";

export type SubFieldWishes = {
  ngram: boolean;
  autosuggest: boolean;
  synonyms: boolean;
  /** Null: no sub-field of a language. */ language: string | null;
};

const text = (analyzer: string): JsonObject => ({ type: "text", analyzer });
const searched = (analyzer: string): JsonObject => ({ ...text(analyzer), search_analyzer: "standard" });
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
/** Sub-fields that a use case makes; those of language and synonyms are of no use case, so none takes them away. */
const OF_USE_CASES = new Set(["search", "autosuggest", "delimiter", "keyword"]);

/** The sub-fields of a text field for what it is used for. */
export function subFieldsFor(useCase: UseCase, { ngram, autosuggest, synonyms, language }: SubFieldWishes): JsonObject {
  const isSearched = useCase === "search" || useCase === "searchaggs";
  return {
    ...(isSearched && ngram && { search: searched("ngram_analyzer") }),
    ...(isSearched && autosuggest && { autosuggest: searched("autosuggest_analyzer") }),
    ...(isSearched && { delimiter: { ...text("universal_delimiter_analyzer"), index_options: "offsets" } }),
    ...((useCase === "aggs" || useCase === "searchaggs") && { keyword: { type: "keyword" } }),
    ...(language !== null && { lang: text(language) }),
    ...(synonyms && { synonyms: SYNONYM_FIELD }),
  };
}

/**
 * A text field for what it is used for. Sub-fields of a use case stay as they are where they are still wanted; that of
 * the language is analyzed for the wished one, if one is wished. All others and the field's further parameters always
 * stay.
 */
export function composeTextField(
  present: JsonObject,
  { useCase, wishes }: { useCase: UseCase; wishes: SubFieldWishes },
): JsonObject {
  const { fields, ...rest } = present["type"] === "text" ? present : { fields: present["fields"] };
  const had = objectOf(fields);
  const own = Object.entries(had).filter(([name]) => !OF_USE_CASES.has(name));
  const wanted = Object.entries(subFieldsFor(useCase, wishes)).map(([name, made]): [string, JsonValue] => {
    return name === "lang" ? [name, { ...objectOf(had["lang"]), ...objectOf(made) }] : [name, had[name] ?? made];
  });
  const all = Object.fromEntries([...own, ...wanted]);
  return {
    analyzer: "standard",
    search_analyzer: "standard",
    ...rest,
    type: "text",
    ...(Object.keys(all).length > 0 && { fields: all }),
  };
}

/** A mapping with another definition at a path; null takes the field away. Objects on the way stay as they are. */
export function withField(
  mapping: JsonObject,
  { path, definition }: { path: readonly string[]; definition: JsonObject | null },
): JsonObject {
  const [first, ...below] = path;
  const { properties } = mapping;
  if (first === undefined || properties === undefined || !isJsonObject(properties)) return mapping;
  const inner = properties[first];
  if (inner === undefined || !isJsonObject(inner)) return mapping;
  const next = below.length > 0 ? withField(inner, { path: below, definition }) : definition;
  const { [first]: _, ...others } = properties;
  return { ...mapping, properties: next === null ? others : { ...properties, [first]: next } };
}

type SubFields = (had: JsonObject) => JsonObject;
const synonymsOf: SubFields = (had) => ({ synonyms: had["synonyms"] ?? SYNONYM_FIELD });

/**
 * A mapping whose text fields, and those that documents bring later, are analyzed for another language below `lang`,
 * and have their synonyms.
 */
export const withLanguageFields = (mapping: JsonObject, language: string): JsonObject =>
  withSubFields(mapping, (had) => ({ lang: { ...objectOf(had["lang"]), ...text(language) }, ...synonymsOf(had) }));

/**
 * A mapping whose text fields, and those that documents bring later, have the sub-field by which searches use synonyms.
 */
export const withSynonymFields = (mapping: JsonObject): JsonObject =>
  withSynonymSearch(withSubFields(mapping, synonymsOf));

function withSubFields(mapping: JsonObject, added: SubFields): JsonObject {
  const { properties, dynamic_templates } = mapping;
  const changed = withSubFieldsOf(mapping, added);
  if (!Array.isArray(dynamic_templates)) return properties === undefined ? mapping : changed;
  const templates = dynamic_templates.map((one) =>
    eachOf(one, (template) => {
      const inner = objectOf(template);
      return { ...inner, mapping: withSubFieldsOf(objectOf(inner["mapping"]), added) };
    }),
  );
  return { ...changed, dynamic_templates: templates };
}

function withSubFieldsOf(field: JsonObject, added: SubFields): JsonObject {
  const { properties, fields, type } = field;
  const below: JsonObject =
    properties === undefined
      ? {}
      : { properties: eachOf(properties, (inner) => withSubFieldsOf(objectOf(inner), added)) };
  if (type !== "text") return { ...field, ...below };
  const had = objectOf(fields);
  return { ...field, ...below, fields: { ...had, ...added(had) } };
}

const eachOf = (of: JsonValue, changed: (value: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(of)).map(([name, value]) => [name, changed(value)]));
