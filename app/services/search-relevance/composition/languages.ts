// The analyzers of languages, rebuilt from the filters that Elasticsearch documents, so that stop words and exceptions
// from stemming can be set.
import type { JsonObject } from "@common/text/json";

export { languages, neededPlugin } from "./language-names";

const LIKE_ENGLISH = [
  ...[
    "armenian",
    "basque",
    "brazilian",
    "bulgarian",
    "czech",
    "danish",
    "estonian",
    "finnish",
    "galician",
    "hungarian",
    "indonesian",
  ],
  ...["latvian", "lithuanian", "norwegian", "romanian", "russian", "swedish"],
] as const;

/** A step: a built-in filter by its name, or one of the language by what follows its name: `stop` is `french_stop`. */
type Step = string | { own: string; filter: JsonObject };
type Chain = {
  steps: readonly Step[];
  tokenizer?: string;
  /** The list of stop words, where it is that of another language. */ stopWords?: string;
};

const stop: Step = "%stop";
const keywords: Step = "%keywords";
const stemmer = (language: string): Step => ({ own: "stemmer", filter: { type: "stemmer", language } });
const lowercase = (language: string): Step => ({ own: "lowercase", filter: { type: "lowercase", language } });
const elision = (...articles: string[]): Step => ({
  own: "elision",
  filter: { type: "elision", articles_case: true, articles },
});
const base = (stem: string): Step[] => ["lowercase", stop, keywords, stemmer(stem)];
const indic = (language: string): Chain => ({
  steps: [
    "lowercase",
    "decimal_digit",
    keywords,
    "indic_normalization",
    `${language}_normalization`,
    stop,
    stemmer(language),
  ],
});
const pairs: Chain = { steps: ["cjk_width", "lowercase", "cjk_bigram", stop], stopWords: "english" };

const french = elision("l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu");
const italian = elision(..."c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d".split(" "));
const dutch: Step = {
  own: "override",
  filter: { type: "stemmer_override", rules: ["fiets=>fiets", "bromfiets=>bromfiets", "ei=>eier", "kind=>kinder"] },
};

const CHAINS: Readonly<Record<string, Chain>> = {
  ...Object.fromEntries(LIKE_ENGLISH.map((language) => [language, { steps: base(language) }])),
  arabic: { steps: ["lowercase", "decimal_digit", stop, "arabic_normalization", keywords, stemmer("arabic")] },
  bengali: indic("bengali"),
  catalan: { steps: [elision("d", "l", "m", "n", "s", "t"), ...base("catalan")] },
  chinese: pairs,
  dutch: { steps: ["lowercase", stop, keywords, dutch, stemmer("dutch")] },
  english: {
    steps: [
      { own: "possessive_stemmer", filter: { type: "stemmer", language: "possessive_english" } },
      ...base("english"),
    ],
  },
  french: { steps: [french, ...base("light_french")] },
  german: { steps: ["lowercase", stop, keywords, "german_normalization", stemmer("light_german")] },
  greek: { steps: [lowercase("greek"), stop, keywords, stemmer("greek")] },
  hindi: indic("hindi"),
  irish: {
    steps: [
      { own: "hyphenation", filter: { type: "stop", stopwords: ["h", "n", "t"], ignore_case: true } },
      ...[elision("d", "m", "b"), lowercase("irish"), stop, keywords, stemmer("irish")],
    ],
  },
  italian: { steps: [italian, ...base("light_italian")] },
  japanese: pairs,
  korean: pairs,
  persian: { steps: ["lowercase", "decimal_digit", "arabic_normalization", "persian_normalization", stop] },
  polish: {
    steps: [
      "lowercase",
      { own: "stop", filter: { type: "polish_stop" } },
      keywords,
      { own: "stemmer", filter: { type: "polish_stem" } },
    ],
  },
  portuguese: { steps: base("light_portuguese") },
  sorani: { steps: ["sorani_normalization", "lowercase", "decimal_digit", stop, keywords, stemmer("sorani")] },
  spanish: { steps: base("light_spanish") },
  thai: { steps: ["lowercase", "decimal_digit", stop], tokenizer: "thai" },
  turkish: { steps: ["apostrophe", lowercase("turkish"), stop, keywords, stemmer("turkish")] },
  ukrainian: { steps: [] },
  universal: { steps: ["cjk_width", "lowercase", "asciifolding", stop, keywords], stopWords: "english" },
};

export type LanguageSettings = {
  language: string;
  applyStopwords: boolean;
  customStopwords: readonly string[];
  stemmingExceptions: readonly string[];
  normalizeDiacritics: boolean;
};

export type LanguageParts = { analyzer: JsonObject; filter: JsonObject; char_filter: JsonObject };

/** The analyzer of a language with the filters that are its own; undefined for an unknown language. */
export function languageParts(settings: LanguageSettings): LanguageParts | undefined {
  const { language, applyStopwords, customStopwords, stemmingExceptions } = settings;
  const chain = CHAINS[language];
  if (!chain) return undefined;
  const stopwords = [...(applyStopwords ? [`_${chain.stopWords ?? language}_`] : []), ...customStopwords];
  const exceptions = [...stemmingExceptions];
  // The plugin's analyzer is one piece: nothing goes between its filters.
  if (language === "ukrainian") {
    const words = { ...(applyStopwords && customStopwords.length === 0 ? {} : { stopwords: [...customStopwords] }) };
    return {
      analyzer: { type: "ukrainian", ...words, ...(exceptions.length > 0 && { stem_exclusion: exceptions }) },
      filter: {},
      char_filter: {},
    };
  }
  const filter: JsonObject = {};
  const named = (name: string, definition: JsonObject) => {
    filter[`${language}_${name}`] = definition;
    return `${language}_${name}`;
  };
  const names = chain.steps.flatMap((step) => {
    if (typeof step !== "string")
      return named(step.own, step.own === "stop" ? { ...step.filter, stopwords } : step.filter);
    if (step === stop) return named("stop", { type: "stop", stopwords });
    if (step !== keywords) return step;
    // Engines refuse a marker without words, and it would mark none.
    return exceptions.length === 0 ? [] : named("keywords", { type: "keyword_marker", keywords: exceptions });
  });
  const joiners = `${language}_zero_width_spaces`;
  const isPersian = language === "persian";
  return {
    analyzer: {
      type: "custom",
      ...(isPersian && { char_filter: [joiners] }),
      tokenizer: chain.tokenizer ?? "standard",
      filter: names,
    },
    filter,
    // Where Persian joins words without a join, a space is read.
    char_filter: isPersian ? { [joiners]: { type: "mapping", mappings: ["\\u200C=>\\u0020"] } } : {},
  };
}
