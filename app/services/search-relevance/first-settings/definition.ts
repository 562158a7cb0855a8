// Analysis and mappings of a new index that let its first settings take effect at once, without a re-index. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { composeAnalysis } from "../composition/analysis";
import { withLanguageFields } from "../composition/mapping";
import { partsOf } from "../composition/parts";
import { INDEXED, SEARCHED } from "../composition/synonyms";
import type { Role } from "~/lib/search-relevance/field-roles";

/** Values that are one term are found by their parts in this sub-field: engines take no begun words otherwise. */
const OF_PARTS: JsonObject = {
  delimiter: {
    type: "text",
    analyzer: "universal_delimiter_analyzer",
    search_analyzer: "universal_delimiter_analyzer",
  },
};
const ONE_TERM = new Set(["keyword", "long", "integer"]);
const YEAR = /(^|[_.-])(year|jahr|ann[eé]e?|año|anno)s?$|[a-z]Year$/i;

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

const isTyped = (path: string, role: Role | undefined) =>
  role === "id" || role === "facet" || role === "title" || role === "text" || (role === "number" && YEAR.test(path));

function withParts(properties: JsonObject, roles: ReadonlyMap<string, Role>, above = ""): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]): [string, JsonObject] => {
      const path = above === "" ? name : `${above}.${name}`;
      const field = objectOf(value);
      const { properties: below, type } = field;
      if (below !== undefined) return [name, { ...field, properties: withParts(objectOf(below), roles, path) }];
      const isOneTerm = typeof type === "string" && ONE_TERM.has(type);
      if (!isOneTerm || !isTyped(path, roles.get(path))) return [name, field];
      return [name, { ...field, fields: { ...objectOf(field["fields"]), ...OF_PARTS } }];
    }),
  );
}

/** The properties of a new index with what searches of it look into, and the analyzers that these name. */
export function searchableIndex(
  properties: JsonObject,
  { roles, language }: { roles: ReadonlyMap<string, Role>; language: string },
): { properties: JsonObject; analysis: JsonObject } {
  const settings = { applyStopwords: true, customStopwords: [], stemmingExceptions: [], normalizeDiacritics: true };
  const whole = composeAnalysis({}, { language: { language, ...settings } });
  const { properties: texts } = withLanguageFields({ properties }, language);
  // The others come with the template of new indices, which an analysis of its own would replace.
  return { properties: withParts(objectOf(texts), roles), analysis: partsOf(whole, [language, INDEXED, SEARCHED]) };
}
