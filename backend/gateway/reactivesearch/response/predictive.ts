import type { JsonObject, JsonValue } from "@common/json";
import { SUGGESTION_TAGS } from "../translate/highlight";
import type { Suggestion } from "./suggestion";
import { normalizedText, plainText, sameWordsKey, stems, tellingWords, type WordRules } from "./words";

const DEFAULT_WORDS = 2;

export type PredictiveOptions = { typed: string; maxWords: number | undefined; leaveOutStopWords: boolean; tags: JsonObject | undefined; rules: WordRules };

function tag(value: JsonValue | undefined, fallback: string): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").join("") : fallback;
}

function phrase(words: readonly string[], count: number, { leaveOutStopWords, rules }: PredictiveOptions): string[] {
  return (leaveOutStopWords ? tellingWords(words.join(" "), rules) : words).slice(0, Math.max(count, 0));
}

// The words around what was typed: where it begins and ends among the words of the label.
function placeOf(words: readonly string[], { typed, rules }: PredictiveOptions): { from: number; to: number; typedStems: string[] } | null {
  const telling = tellingWords(typed, rules);
  const typedStems = stems(telling.length > 0 ? telling : typed.split(" "), rules.language);
  const wordStems = stems(words, rules.language);
  const places = typedStems.map((stem) => wordStems.findIndex((word) => word.includes(stem))).filter((place) => place >= 0);
  return places.length > 0 ? { from: Math.min(...places), to: Math.max(...places) + 1, typedStems } : null;
}

function completed(suggestion: Suggestion, options: PredictiveOptions): Suggestion | null {
  const words = normalizedText(plainText(suggestion.label)).split(" ");
  const place = placeOf(words, options);
  if (!place) return null;
  const repeats = (part: readonly string[]) => place.typedStems.some((stem) => stems(part, options.rules.language).join(" ").includes(stem));
  const limit = Math.max(options.maxWords ?? DEFAULT_WORDS, 1);
  const after = phrase(words.slice(place.to), limit, options);
  const suffix = repeats(after) ? [] : after;
  const before = phrase(words.slice(0, place.from), limit - suffix.length, options);
  const prefix = repeats(before) ? [] : before;
  if (prefix.length === 0 && suffix.length === 0) return null;
  const pre = tag(options.tags?.["pre_tags"], SUGGESTION_TAGS.pre);
  const post = tag(options.tags?.["post_tags"], SUGGESTION_TAGS.post);
  const marked = (part: string[]) => (part.length > 0 ? [`${pre}${part.join(" ")}${post}`] : []);
  return {
    ...suggestion,
    value: [...prefix, options.typed, ...suffix].join(" "),
    label: [...marked(prefix), options.typed, ...marked(suffix)].join(" "),
  };
}

/**
 * Suggestions cut down to the next words: what was typed, at most `maxWords` words (2 unless said) that follow it, and, where fewer follow,
 * words that stand before it. Each set of words is offered once.
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
