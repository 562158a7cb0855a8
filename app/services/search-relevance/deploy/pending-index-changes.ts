// What a record of settings says of the making of its index, and what the index has not yet of that. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { composeAnalysis, type GramSizes, languageOf } from "../composition/analysis";
import { languageLabel } from "../composition/language-names";
import type { LanguageSettings } from "../composition/languages";
import { simpleText, valueIn } from "../declared";
import { gramSettings, languageSettings } from "../declared-index";
import type { IndexDefinition } from "./index-definition";

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const wordsOf = (value: JsonValue | undefined): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.map(String) : [];

export type PendingIndexChanges = {
  language: LanguageSettings;
  ngram: boolean;
  autosuggest: boolean;
  /** Null: those that the index has. */
  ngramSizes: GramSizes | null;
  autosuggestSizes: GramSizes | null;
};

const sectionIn = (record: JsonObject, settings: typeof languageSettings) =>
  Object.fromEntries(settings.map((setting) => [setting.name, valueIn(record, setting)]));

function sizesOf(value: JsonValue | undefined): GramSizes | null {
  const { min_gram, max_gram } = objectOf(value);
  const [min, max] = [Number(min_gram ?? NaN), Number(max_gram ?? NaN)];
  return Number.isInteger(min) && Number.isInteger(max) ? { min, max } : null;
}

/** What a record says of its index. */
export function pendingIndexChanges(record: JsonObject): PendingIndexChanges {
  const said = sectionIn(record, languageSettings);
  const grams = sectionIn(record, gramSettings);
  const { ngramSettings, autosuggestionSettings } = objectOf(record["indexSettings"]);
  return {
    language: {
      language: simpleText(said["language"]),
      applyStopwords: said["applyStopwords"] === true,
      customStopwords: wordsOf(said["customStopwords"]),
      stemmingExceptions: wordsOf(said["stemmingExceptions"]),
      normalizeDiacritics: said["normalizeDiacritics"] === true,
    },
    ngram: grams["enableNgram"] === true,
    autosuggest: grams["enableAutoSuggestion"] === true,
    ngramSizes: sizesOf(ngramSettings),
    autosuggestSizes: sizesOf(autosuggestionSettings),
  };
}

/** The language of an analysis with its words, as settings say it; null where it has no analyzer of a known one. */
export function languageIn(analysis: JsonObject): LanguageSettings | null {
  const language = languageOf(analysis);
  if (language === undefined) return null;
  const filters = objectOf(analysis["filter"]);
  const stopwords = wordsOf(objectOf(filters[`${language}_stop`])["stopwords"]).filter((word) => word !== "_none_");
  return {
    language,
    applyStopwords: stopwords.some((word) => /^_\w+_$/.test(word)),
    customStopwords: stopwords.filter((word) => !/^_\w+_$/.test(word)),
    stemmingExceptions: wordsOf(objectOf(filters[`${language}_keywords`])["keywords"]),
    normalizeDiacritics: wordsOf(objectOf(objectOf(analysis["analyzer"])[language])["filter"]).includes("asciifolding"),
  };
}

/** The sizes of the grams that an analyzer of an analysis cuts; null where it cuts none. */
export function sizesIn(analysis: JsonObject, analyzer: "ngram_analyzer" | "autosuggest_analyzer"): GramSizes | null {
  const { tokenizer, filter } = objectOf(objectOf(analysis["analyzer"])[analyzer]);
  const parts = [
    ...wordsOf(tokenizer).map((name) => objectOf(analysis["tokenizer"])[name]),
    ...wordsOf(filter).map((name) => objectOf(analysis["filter"])[name]),
  ];
  return parts.map(sizesOf).find((sizes) => sizes !== null) ?? null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const sorted = (words: readonly string[]) => [...words].sort();
const hasField = (mapping: JsonObject, is: (textField: JsonObject) => boolean): boolean =>
  Object.values(objectOf(mapping["properties"])).some((one) => {
    const field = objectOf(one);
    return (field["type"] === "text" && is(field)) || hasField(field, is);
  });

const isForSearch = ({ fields }: JsonObject) =>
  ["search", "autosuggest", "delimiter"].some((name) => name in objectOf(fields));

/** A part of the stored settings that the index was not indexed for, in words. */
export type Missing = { part: "language" | "ngram" | "autosuggest" | "fields"; what: string };

/** What of the stored settings the index has not; nothing where it was indexed for them. */
export function notIndexed(record: JsonObject, make: IndexDefinition): Missing[] {
  const wishes = pendingIndexChanges(record);
  // Compared with what a re-index would make of it: not every language has all of the steps.
  const would = languageIn(composeAnalysis(make.analysis, { language: wishes.language }));
  const has = languageIn(make.analysis);
  const missing: Missing[] = languageDiffers(would, isAnalyzed(make.mapping, has) ? has : null).map((what) => ({
    part: "language",
    what,
  }));
  const sizes = {
    ngram: sizesIn(make.analysis, "ngram_analyzer"),
    autosuggest: sizesIn(make.analysis, "autosuggest_analyzer"),
  };
  const grams = [
    { part: "ngram", on: wishes.ngram, subField: "search", wanted: wishes.ngramSizes, what: "n-grams" },
    {
      part: "autosuggest",
      on: wishes.autosuggest,
      subField: "autosuggest",
      wanted: wishes.autosuggestSizes,
      what: "auto-suggestion",
    },
  ] as const;
  for (const { part, on, subField, wanted, what } of grams) {
    // Built-in settings have n-grams on: an index whose texts have no sub-fields for searches was never made for them.
    if (!on || !hasField(make.mapping, isForSearch)) continue;
    if (!hasField(make.mapping, (field) => subField in objectOf(field["fields"]))) missing.push({ part, what });
    else if (wanted !== null && !isSame(sizes[part], wanted)) missing.push({ part, what: `the sizes of ${what}` });
  }
  return missing;
}

// Texts that no field analyzes by a language are not searched in it, whatever analyzers there are. The template brings
// the universal one to every index.
function isAnalyzed(mapping: JsonObject, has: LanguageSettings | null): boolean {
  if (has === null || has.language === "universal" || !hasField(mapping, () => true)) return true;
  return hasField(mapping, (field) =>
    [field, ...Object.values(objectOf(field["fields"]))].some((one) => objectOf(one)["analyzer"] === has.language),
  );
}

function languageDiffers(wished: LanguageSettings | null, has: LanguageSettings | null): string[] {
  if (wished === null) return [];
  if (has?.language !== wished.language) return [`the language ${languageLabel(wished.language)}`];
  const stops = (of: LanguageSettings) => [of.applyStopwords, sorted(of.customStopwords)];
  return [
    ...(isSame(stops(has), stops(wished)) ? [] : ["the stop words"]),
    ...(isSame(sorted(has.stemmingExceptions), sorted(wished.stemmingExceptions)) ? [] : ["the stemming exceptions"]),
    ...(has.normalizeDiacritics === wished.normalizeDiacritics ? [] : ["the setting of diacritics"]),
  ];
}
