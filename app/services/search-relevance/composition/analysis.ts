import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { languages } from "./language-names";
import { languageParts, type LanguageSettings } from "./languages";
import { withSynonymAnalyzers } from "./synonyms";

export type GramSizes = { min: number; max: number };
export type AnalysisWishes = {
  language?: LanguageSettings;
  ngram?: GramSizes;
  autosuggest?: GramSizes;
  /** Groups of words as filters read them: `sofa,couch`, `tv,telly => television`. */
  synonyms?: readonly string[];
};
type Parts = Record<"analyzer" | "tokenizer" | "filter" | "char_filter", JsonObject>;

const TOKEN_CHARS = ["letter", "digit", "punctuation", "symbol"];
const custom = (tokenizer: string, ...filter: string[]): JsonObject => ({ type: "custom", tokenizer, filter });

/** What the sub-fields of a text field are analyzed by, for an index that has not got it. */
const DEFAULTS: Pick<Parts, "analyzer" | "filter"> = {
  analyzer: {
    autosuggest_analyzer: custom("standard", "lowercase", "asciifolding", "autosuggest_filter"),
    ngram_analyzer: custom("standard", "lowercase", "asciifolding", "ngram_filter"),
    universal_delimiter_analyzer: custom("keyword", "lowercase", "asciifolding", "word_delimiter"),
  },
  filter: {
    autosuggest_filter: { type: "edge_ngram", min_gram: "1", max_gram: "20", token_chars: TOKEN_CHARS },
    ngram_filter: { type: "ngram", min_gram: "2", max_gram: "3", token_chars: TOKEN_CHARS },
  },
};

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const listOf = (value: JsonValue | undefined): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** The language of an analysis: the first one it has an analyzer for, or undefined. */
export function languageOf(analysis: JsonObject): string | undefined {
  const analyzers = objectOf(analysis["analyzer"]);
  return languages.find((name) => Object.hasOwn(analyzers, name));
}

/** The analysis of an index with what is wished; what it has and nobody wishes otherwise stays as it is. */
export function composeAnalysis(
  current: JsonObject,
  { language, ngram, autosuggest, synonyms }: AnalysisWishes,
): JsonObject {
  const { analyzer, tokenizer, filter, char_filter, ...rest } = current;
  let parts: Parts = {
    analyzer: { ...DEFAULTS.analyzer, ...objectOf(analyzer) },
    filter: { ...DEFAULTS.filter, ...objectOf(filter) },
    ...{ tokenizer: objectOf(tokenizer), char_filter: objectOf(char_filter) },
  };
  if (ngram) parts = withGrams(parts, { analyzer: "ngram_analyzer", type: "ngram", sizes: ngram });
  if (autosuggest)
    parts = withGrams(parts, { analyzer: "autosuggest_analyzer", type: "edge_ngram", sizes: autosuggest });
  if (language) parts = withDiacritics(withLanguage(parts, language), language.normalizeDiacritics);
  // Last, so that what is searched goes through the same steps as what is indexed.
  const { analyzer: analyzers, filter: filters } = withSynonymAnalyzers(
    { analyzer: parts.analyzer, filter: parts.filter },
    synonyms,
  );
  parts = { ...parts, analyzer: objectOf(analyzers), filter: objectOf(filters) };
  return { ...rest, ...Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0)) };
}

/** Sizes go where an analyzer cuts its grams: its tokenizer or one of its filters. */
function withGrams(
  parts: Parts,
  { analyzer, type, sizes }: { analyzer: string; type: string; sizes: GramSizes },
): Parts {
  const { tokenizer, filter } = objectOf(parts.analyzer[analyzer]);
  const used = new Set([...listOf(tokenizer), ...listOf(filter)]);
  const resized = (of: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(of).map(([name, part]) => {
        const cuts = used.has(name) && objectOf(part)["type"] === type;
        return [name, cuts ? { ...objectOf(part), min_gram: String(sizes.min), max_gram: String(sizes.max) } : part];
      }),
    );
  return { ...parts, tokenizer: resized(parts.tokenizer), filter: resized(parts.filter) };
}

function withLanguage(parts: Parts, settings: LanguageSettings): Parts {
  const made = languageParts(settings);
  if (!made) return parts;
  const old = languageOf({ analyzer: parts.analyzer });
  const analyzer = without(parts.analyzer, (name) => name === old);
  // A filter that another analyzer works with stays, whatever it is called.
  const used = new Set(
    Object.values(analyzer).flatMap((one) => [
      ...listOf(objectOf(one)["filter"]),
      ...listOf(objectOf(one)["char_filter"]),
    ]),
  );
  const isOld = (name: string) =>
    !used.has(name) && (name === "standard_asciifolding" || (old !== undefined && name.startsWith(`${old}_`)));
  return {
    ...parts,
    analyzer: { ...analyzer, [settings.language]: made.analyzer },
    filter: { ...without(parts.filter, isOld), ...made.filter },
    char_filter: { ...without(parts.char_filter, isOld), ...made.char_filter },
  };
}

const without = (of: JsonObject, gone: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !gone(name)));

/** `asciifolding` once in every analyzer, before its stop words or first; or in none. */
function withDiacritics(parts: Parts, normalize: boolean): Parts {
  const folded = Object.entries(parts.analyzer).map(([name, one]) => {
    const { filter, ...rest } = objectOf(one);
    const isCustom = "tokenizer" in rest;
    if (!isCustom) return [name, one] as const;
    const others = listOf(filter).filter((step) => step !== "asciifolding" && step !== "standard_asciifolding");
    if (!normalize) return [name, { ...rest, filter: others }] as const;
    if (listOf(filter).includes("asciifolding")) return [name, one] as const;
    const at = Math.max(
      0,
      others.findIndex((step) => step.endsWith("_stop")),
    );
    return [name, { ...rest, filter: others.toSpliced(at, 0, "asciifolding") }] as const;
  });
  return { ...parts, analyzer: Object.fromEntries(folded) };
}

/** The setting `index.max_ngram_diff` that grams of these sizes need: engines refuse wider ones than it says. */
export const ngramSpan = ({ min, max }: GramSizes): number => Math.max(1, max - min);
