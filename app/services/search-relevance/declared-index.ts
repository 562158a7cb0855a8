// What can be set of the making of an index: its language and its grams. They are in force once it was re-indexed.
// Pure, shared with the browser.
import { languageLabel, languages, neededPlugin } from "./composition/language-names";
import type { Setting } from "./setting";

const language = { screen: "languages", section: "language", effect: "re-index" } as const;
const grams = {
  screen: "search",
  section: "indexSettings",
  effect: "re-index",
  type: "number",
  min: 1,
  max: 20,
} as const;
const withPlugin = (name: string) =>
  neededPlugin[name] === undefined
    ? languageLabel(name)
    : `${languageLabel(name)} (with the plugin ${neededPlugin[name]})`;

export const languageSettings: readonly Setting[] = [
  {
    ...{ ...language, name: "language", label: "Language", type: "choice", initial: "universal" },
    hint: "Universal is for texts of several languages, or of one that is not in the list.",
    choices: languages.map((value) => ({ value, label: withPlugin(value) })),
  },
  {
    ...{
      ...language,
      name: "applyStopwords",
      label: "Leave out the language's stop words",
      type: "switch",
      initial: true,
    },
    hint: "Words such as “the” and “of”, which nearly every text has.",
  },
  { ...language, name: "customStopwords", label: "More stop words", type: "list", initial: [] },
  {
    ...language,
    name: "stemmingExceptions",
    label: "Stemming exceptions",
    hint: "Words that are searched as they are written.",
    type: "list",
    initial: [],
  },
  {
    ...language,
    name: "normalizeDiacritics",
    label: "Normalize diacritics",
    hint: "“cafe” also finds “café”.",
    type: "switch",
    initial: true,
  },
];

export const gramSettings: readonly Setting[] = [
  {
    ...{ ...grams, name: "enableNgram", label: "N-grams", type: "switch", initial: false },
    hint: "Finds parts of words: “board” finds “snowboard”.",
  },
  {
    ...{ ...grams, name: "ngramMin", label: "Shortest n-gram", under: "enableNgram" },
    ...{ at: ["ngramSettings", "min_gram"], initial: 3 },
  },
  {
    ...{ ...grams, name: "ngramMax", label: "Longest n-gram", under: "enableNgram" },
    ...{ at: ["ngramSettings", "max_gram"], initial: 7 },
  },
  {
    ...{ ...grams, name: "enableAutoSuggestion", label: "Auto-suggestion", type: "switch", initial: false },
    hint: "Finds words by their first letters, while somebody types.",
  },
  {
    ...grams,
    name: "autosuggestMin",
    under: "enableAutoSuggestion",
    label: "Shortest start of a word",
    at: ["autosuggestionSettings", "min_gram"],
    initial: 1,
  },
  {
    ...grams,
    name: "autosuggestMax",
    under: "enableAutoSuggestion",
    label: "Longest start of a word",
    at: ["autosuggestionSettings", "max_gram"],
    initial: 20,
  },
];

/** Each pair of sizes, with what is wrong with it: engines cut n-grams of at most five lengths more. */
export const gramPairs = [
  { min: "ngramMin", max: "ngramMax", widest: 5 },
  { min: "autosuggestMin", max: "autosuggestMax", widest: 19 },
] as const;
