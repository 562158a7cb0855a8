import type { JsonObject, JsonValue } from "@common/text/json";
import { SUGGESTION_TAGS } from "../translate/highlight";
import type { Suggestion } from "./suggestion";
import { normalizedText, plainText, sameWordsKey, stems, tellingWords, withoutAccents, type WordRules } from "./words";

const DEFAULT_WORDS = 2;

export type PredictiveOptions = {
  typed: string;
  maxWords: number | undefined;
  leaveOutStopWords: boolean;
  tags: JsonObject | undefined;
  rules: WordRules;
};

function tag(value: JsonValue | undefined, fallback: string): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").join("") : fallback;
}

function phrase(words: readonly string[], count: number, { leaveOutStopWords, rules }: PredictiveOptions): string[] {
  return (leaveOutStopWords ? tellingWords(words.join(" "), rules) : words).slice(0, Math.max(count, 0));
}

// The words around what was typed: where it begins and ends among the words of the label.
function placeOf(
  words: readonly string[],
  { typed, rules }: PredictiveOptions,
): { from: number; to: number; typedStems: string[] } | null {
  const telling = tellingWords(typed, rules);
  const typedStems = stems(telling.length > 0 ? telling : typed.split(" "), rules.language);
  const wordStems = stems(words, rules.language);
  const places = typedStems
    .map((stem) => wordStems.findIndex((word) => word.includes(stem)))
    .filter((place) => place >= 0);
  return places.length > 0 ? { from: Math.min(...places), to: Math.max(...places) + 1, typedStems } : null;
}

const folded = (word: string) => withoutAccents(word).toLowerCase();

/**
 * What was typed, word by word, with the word of the label that each is the beginning or a part of: one that was only
 * begun is no word to search for, and is completed. Another form of a word of the label stays as it was typed.
 */
function typedWords(words: readonly string[], { typed, rules }: PredictiveOptions): { word: string; from: string }[] {
  const ofLabel = words.map((word) => ({ word, text: folded(word) }));
  const known = new Set(stems(words, rules.language));
  function wordFor(from: string): string {
    const text = folded(from);
    if (ofLabel.some((one) => one.text === text)) return from;
    const begun = ofLabel.find((one) => one.text.startsWith(text));
    if (begun) return begun.word;
    if (stems([from], rules.language).some((stem) => known.has(stem))) return from;
    return ofLabel.find((one) => one.text.includes(text))?.word ?? from;
  }
  return typed
    .split(" ")
    .filter((word) => word !== "")
    .map((from) => ({ from, word: wordFor(from) }));
}

function completed(suggestion: Suggestion, options: PredictiveOptions): Suggestion | null {
  const words = normalizedText(plainText(suggestion.label)).split(" ");
  const place = placeOf(words, options);
  if (!place) return null;
  const repeats = (part: readonly string[]) =>
    place.typedStems.some((stem) => stems(part, options.rules.language).join(" ").includes(stem));
  const limit = Math.max(options.maxWords ?? DEFAULT_WORDS, 1);
  const after = phrase(words.slice(place.to), limit, options);
  const suffix = repeats(after) ? [] : after;
  const before = phrase(words.slice(0, place.from), limit - suffix.length, options);
  const prefix = repeats(before) ? [] : before;
  const typed = typedWords(words, options);
  if (prefix.length === 0 && suffix.length === 0 && typed.every(({ word, from }) => word === from)) return null;
  const pre = tag(options.tags?.["pre_tags"], SUGGESTION_TAGS.pre);
  const post = tag(options.tags?.["post_tags"], SUGGESTION_TAGS.post);
  const marked = (part: string[]) => (part.length > 0 ? [`${pre}${part.join(" ")}${post}`] : []);
  const shown = ({ word, from }: { word: string; from: string }) => {
    if (word === from) return word;
    return folded(word).startsWith(folded(from))
      ? `${from}${marked([word.slice(from.length)]).join("")}`
      : marked([word]).join("");
  };
  return {
    ...suggestion,
    value: [...prefix, ...typed.map(({ word }) => word), ...suffix].join(" "),
    label: [...marked(prefix), ...typed.map(shown), ...marked(suffix)].join(" "),
  };
}

/**
 * Suggestions cut down to the next words: what was typed, its begun words completed, at most `maxWords` words (2 unless
 * said) that follow it, and, where fewer follow, words that stand before it. Each set of words is offered once.
 */
export function predictive(suggestions: readonly Suggestion[], options: PredictiveOptions): Suggestion[] {
  if (options.typed === "") return [];
  const seen = new Set<string>();
  return suggestions.flatMap((suggestion) => {
    const short = completed(suggestion, options);
    if (!short) return [];
    const key = sameWordsKey(short.value, options.rules);
    if (seen.has(key)) return [];
    seen.add(key);
    return [short];
  });
}
