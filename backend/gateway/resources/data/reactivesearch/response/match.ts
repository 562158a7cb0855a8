import { stems, tellingWords, withoutAccents, type WordRules } from "./words";

/** How well a suggestion answers what was typed, and by which of its words. */
export type Match = { score: number; tokens: string[] };

const EXACT = 1;
const ONE_OFF = 0.5;
const IN_A_ROW = 0.1;

function folded(text: string): string {
  return withoutAccents(text).toLowerCase();
}

// Letters that stand in the longer word beside those of the shorter one, in its order; null where the shorter one is
// not within it.
function lettersMore(typed: string, word: string): number | null {
  let place = 0;
  for (const letter of typed) {
    place = word.indexOf(letter, place);
    if (place < 0) return null;
    place += letter.length;
  }
  return word.length - typed.length;
}

/**
 * Compares a suggestion with what was typed, word by word on their stems: 1 for a word that is there, 0.5 for one that
 * lacks a single letter of it,
 * 0.1 more where two found words follow each other; words of one letter do not count.
 */
export function matchOf({ value, typed, rules }: { value: string; typed: string; rules: WordRules }): Match {
  const words = tellingWords(value, rules);
  const wordStems = stems(words, rules.language).map(folded);
  const match: Match = { score: 0, tokens: [] };
  let foundBefore = false;
  for (const stem of stems(tellingWords(typed, rules), rules.language).map(folded)) {
    if (stem.length < 2) {
      foundBefore = false;
      continue;
    }
    const exact = wordStems.indexOf(stem);
    const found = exact >= 0 ? exact : wordStems.findIndex((word) => lettersMore(stem, word) === 1);
    const token = words[found];
    if (token !== undefined) {
      match.tokens.push(token);
      match.score += (exact >= 0 ? EXACT : ONE_OFF) + (foundBefore ? IN_A_ROW : 0);
    }
    foundBefore = token !== undefined;
  }
  return match;
}
