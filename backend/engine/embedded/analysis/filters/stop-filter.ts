import { keepTokens, booleanSetting, listSetting, refusePath, type FilterFactory } from "../parts";
import { stopWords } from "./stop-words";

/**
 * Words of a `stopwords` setting: `_english_` stands for a list, `_none_` for nothing; a name that is no list is a
 * word.
 */
export function readStopWords(values: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const value of values) {
    const name = /^_(\w+)_$/.exec(value)?.[1];
    if (name === "none") continue;
    const list = name === undefined ? undefined : stopWords(name.toLowerCase());
    if (!list) words.add(value);
    else for (const word of list) words.add(word);
  }
  return words;
}

/** `stop`: leaves the listed words out (`_english_` when none are given). `ignore_case` compares in lower case. */
export const stopFilter: FilterFactory = (settings) => {
  const ignoreCase = booleanSetting(settings, "ignore_case", false);
  const removeTrailing = booleanSetting(settings, "remove_trailing", true);
  refusePath(settings, "stopwords_path");
  const listed = readStopWords(listSetting(settings, "stopwords") ?? ["_english_"]);
  const words = ignoreCase ? new Set([...listed].map((word) => word.toLowerCase())) : listed;
  const isStop = (term: string) => words.has(ignoreCase ? term.toLowerCase() : term);
  if (removeTrailing) return keepTokens(({ term }) => !isStop(term));
  return (tokens) => tokens.filter(({ term }, place) => place === tokens.length - 1 || !isStop(term));
};
