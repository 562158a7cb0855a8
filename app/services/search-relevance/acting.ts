// Which sub-fields searches have to look into so that language, synonyms and grams act on them. Pure, shared with the
// browser.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { gramSettings, languageSettings } from "./declared-index";
import { keyOf } from "./declared";

export const parts = ["language", "synonyms", "n-grams", "auto-suggestion"] as const;
export type Part = (typeof parts)[number];

const PART_OF: Readonly<Record<string, Part>> = {
  lang: "language",
  english: "language",
  synonyms: "synonyms",
  search: "n-grams",
  autosuggest: "auto-suggestion",
};
const gramKey = (name: string) =>
  keyOf(gramSettings.find((setting) => setting.name === name) ?? { section: "indexSettings", name });
const KEYS: Readonly<Record<"n-grams" | "auto-suggestion", string>> = {
  "n-grams": gramKey("enableNgram"),
  "auto-suggestion": gramKey("enableAutoSuggestion"),
};

/** What the values of settings have switched on; a language is always set. */
export function switchedOn(values: JsonObject): ReadonlySet<Part> {
  return new Set(
    parts.filter((part) => {
      if (part === "language") return true;
      return part === "synonyms" ? values["synonyms.synonyms"] !== false : values[KEYS[part]] === true;
    }),
  );
}

/**
 * Those of them that act by sub-fields: where the server looks for synonyms itself (`synonymsAtOnce`), they act on every
 * searched field.
 */
export const bySubFields = (on: ReadonlySet<Part>, synonymsAtOnce: boolean): ReadonlySet<Part> =>
  new Set([...on].filter((part) => part !== "synonyms" || !synonymsAtOnce));

/** The paths of a field's sub-fields by which the parts that are on act. */
export function actingPaths(
  { subFields }: Pick<MappingField, "subFields">,
  on: ReadonlySet<Part>,
): { path: string; part: Part }[] {
  return subFields.flatMap(({ name, path, type }) => {
    const part = type === "text" ? PART_OF[name] : undefined;
    return part !== undefined && on.has(part) ? [{ path, part }] : [];
  });
}

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

/**
 * A part that somebody chose, and the searched fields in which it does not act, for the settings do not name their
 * sub-field.
 */
export type Unused = { part: Part; fields: string[] };

/**
 * What of the stored settings does not act in searches, though the index has it. Nothing where the settings name no
 * fields: then each search does.
 */
export function unusedParts(record: JsonObject, fields: readonly MappingField[]): Unused[] {
  const { dataField } = objectOf(record["search"]);
  const named = new Set(Array.isArray(dataField) ? dataField.map(String) : []);
  const { language } = objectOf(record["language"]);
  const grams = objectOf(record["indexSettings"]);
  const first = languageSettings.find(({ name }) => name === "language");
  const chosen = new Set<Part>([
    ...(typeof language === "string" && language !== first?.initial ? (["language"] as const) : []),
    ...(grams["enableNgram"] === true ? (["n-grams"] as const) : []),
    ...(grams["enableAutoSuggestion"] === true ? (["auto-suggestion"] as const) : []),
  ]);
  const found = new Map<Part, string[]>();
  for (const field of fields) {
    const acting = actingPaths(field, chosen);
    if (!named.has(field.path) && !acting.some(({ path }) => named.has(path))) continue;
    for (const { path, part } of acting)
      if (!named.has(path)) found.set(part, [...(found.get(part) ?? []), field.path]);
  }
  return [...found].map(([part, paths]) => ({ part, fields: paths }));
}
