import type { JsonObject } from "@common/text/json";
import { chainAnalyzer } from "./chain";
import { javaExpression } from "./expressions/java-expression";
import { languageAnalyzer, languageNames } from "./languages";
import { booleanSetting, listSetting, mapTerms, numberSetting, stringSetting } from "./parts";
import { standardTokenizer } from "./tokenizers/standard-tokenizer";
import { readStopWords, stopFilter } from "./filters/stop-filter";
import {
  keywordTokenizer,
  letterTokenizer,
  lowerCase,
  splittingTokenizer,
  whitespaceTokenizer,
} from "./tokenizers/tokenizers";
import type { Analyzer, TokenFilter } from "./types";

const lowercase = mapTerms(lowerCase);

function stops(settings: JsonObject, fallback: readonly string[]): TokenFilter[] {
  const words = [...readStopWords(listSetting(settings, "stopwords") ?? fallback)];
  return words.length === 0
    ? []
    : [stopFilter({ stopwords: words }, { name: "stop", maxNgramDiff: 1, maxShingleDiff: 3, before: () => [] })];
}

type AnalyzerFactory = (name: string, settings: JsonObject) => Analyzer;

function patternAnalyzer(name: string, settings: JsonObject): Analyzer {
  const tokenizer = splittingTokenizer(
    javaExpression(stringSetting(settings, "pattern") ?? "\\W+", stringSetting(settings, "flags")),
  );
  const filters = [...(booleanSetting(settings, "lowercase", true) ? [lowercase] : []), ...stops(settings, [])];
  return chainAnalyzer(name, { charFilters: [], tokenizer, filters });
}

/** Analyzers by `type`. */
export const analyzerFactories: ReadonlyMap<string, AnalyzerFactory> = new Map<string, AnalyzerFactory>([
  [
    "standard",
    (name, settings) =>
      chainAnalyzer(name, {
        charFilters: [],
        tokenizer: standardTokenizer(numberSetting(settings, "max_token_length", 255)),
        filters: [lowercase, ...stops(settings, [])],
      }),
  ],
  ["simple", (name) => chainAnalyzer(name, { charFilters: [], tokenizer: letterTokenizer(lowerCase), filters: [] })],
  ["whitespace", (name) => chainAnalyzer(name, { charFilters: [], tokenizer: whitespaceTokenizer(), filters: [] })],
  ["keyword", (name) => chainAnalyzer(name, { charFilters: [], tokenizer: keywordTokenizer, filters: [] })],
  [
    "stop",
    (name, settings) =>
      chainAnalyzer(name, {
        charFilters: [],
        tokenizer: letterTokenizer(lowerCase),
        filters: stops(settings, ["_english_"]),
      }),
  ],
  ["pattern", patternAnalyzer],
  ...languageNames.map((language): [string, AnalyzerFactory] => [
    language,
    (name, settings) => languageAnalyzer({ name, language, settings }) ?? patternAnalyzer(name, settings),
  ]),
]);
