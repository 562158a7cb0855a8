import type { JsonObject } from "@common/text/json";
import { chainAnalyzer } from "./chain";
import { filterFactories } from "./filters/filters";
import { listSetting } from "./parts";
import { readStopWords } from "./filters/stop-filter";
import { tokenizerFactories } from "./tokenizers/tokenizers";
import type { Analyzer, CharFilter, TokenFilter } from "./types";
import { ARTICLES } from "./filters/word-filters";

type Step = string | JsonObject;

const stop: Step = "%stop";
const exclusions: Step = "%exclusions";
const stem = (language: string): Step => ({ type: "stemmer", language });
const elision = (language: string): Step => ({
  type: "elision",
  articles: [...(ARTICLES[language] ?? [])],
  articles_case: true,
});
const plain = (language: string): Step[] => ["lowercase", stop, exclusions, stem(language)];
const lower = (language: string): Step => ({ type: "lowercase", language });

// Dutch words whose stems Lucene's analyzer sets itself.
const DUTCH: Step = {
  type: "stemmer_override",
  rules: ["fiets=>fiets", "bromfiets=>bromfiets", "ei=>eier", "kind=>kinder"],
};

/** Filter chains of the language analyzers, as Elasticsearch documents them. */
const CHAINS: Readonly<Record<string, readonly Step[]>> = {
  arabic: ["lowercase", "decimal_digit", stop, "arabic_normalization", exclusions, stem("arabic")],
  armenian: plain("armenian"),
  basque: plain("basque"),
  bengali: [
    "lowercase",
    "decimal_digit",
    exclusions,
    "indic_normalization",
    "bengali_normalization",
    stop,
    stem("bengali"),
  ],
  brazilian: plain("brazilian"),
  bulgarian: plain("bulgarian"),
  catalan: [elision("catalan"), ...plain("catalan")],
  cjk: ["cjk_width", "lowercase", "cjk_bigram", stop],
  czech: plain("czech"),
  danish: plain("danish"),
  dutch: ["lowercase", stop, exclusions, DUTCH, stem("dutch")],
  english: [stem("possessive_english"), ...plain("english")],
  estonian: plain("estonian"),
  finnish: plain("finnish"),
  french: [elision("french"), ...plain("light_french")],
  galician: plain("galician"),
  german: ["lowercase", stop, exclusions, "german_normalization", stem("light_german")],
  greek: [lower("greek"), stop, exclusions, stem("greek")],
  hindi: ["lowercase", "decimal_digit", exclusions, "indic_normalization", "hindi_normalization", stop, stem("hindi")],
  hungarian: plain("hungarian"),
  indonesian: plain("indonesian"),
  irish: [
    { type: "stop", stopwords: ["h", "n", "t"], ignore_case: true },
    elision("irish"),
    lower("irish"),
    stop,
    exclusions,
    stem("irish"),
  ],
  italian: [elision("italian"), ...plain("light_italian")],
  latvian: plain("latvian"),
  lithuanian: plain("lithuanian"),
  norwegian: plain("norwegian"),
  persian: ["lowercase", "decimal_digit", "arabic_normalization", "persian_normalization", stop],
  portuguese: plain("light_portuguese"),
  romanian: plain("romanian"),
  russian: plain("russian"),
  sorani: ["sorani_normalization", "lowercase", "decimal_digit", stop, exclusions, stem("sorani")],
  spanish: plain("light_spanish"),
  swedish: plain("swedish"),
  thai: ["lowercase", "decimal_digit", stop],
  turkish: ["apostrophe", lower("turkish"), stop, exclusions, stem("turkish")],
};

export const languageNames: readonly string[] = Object.keys(CHAINS);

/** Where Persian joins words without a join, Lucene's analyzer sees a space. */
const joinersApart: CharFilter = (text) => ({ text: text.replaceAll("\u200C", " "), original: (offset) => offset });

function readStep(step: Step, language: string, settings: JsonObject): JsonObject | undefined {
  if (typeof step !== "string") return step;
  if (step === "%stop")
    return { type: "stop", stopwords: [...readStopWords(listSetting(settings, "stopwords") ?? [`_${language}_`])] };
  if (step !== "%exclusions") return { type: step };
  const words = listSetting(settings, "stem_exclusion") ?? [];
  return words.length === 0 ? undefined : { type: "keyword_marker", keywords: words };
}

/** A language's analyzer with its `stopwords` and `stem_exclusion`; undefined when there is no such language. */
export function languageAnalyzer({
  name,
  language,
  settings,
}: {
  name: string;
  language: string;
  settings: JsonObject;
}): Analyzer | undefined {
  const chain = CHAINS[language];
  if (!chain) return undefined;
  const context = { name: language, maxNgramDiff: 1, maxShingleDiff: 3, before: () => [] };
  const filters: TokenFilter[] = [];
  for (const step of chain) {
    const read = readStep(step, language, settings);
    const factory = read ? filterFactories.get(String(read["type"])) : undefined;
    if (read && factory) filters.push(factory(read, context));
  }
  const tokenizer = tokenizerFactories.get(language === "thai" ? "thai" : "standard")?.({}, context);
  return tokenizer
    ? chainAnalyzer(name, { charFilters: language === "persian" ? [joinersApart] : [], tokenizer, filters })
    : undefined;
}
