// Terms that somebody may have meant. Pure.
import { editDistance } from "~/lib/values/edit-distance";

/** Letters of a term beyond which none is looked for: it is a sentence, not a word that was mistyped. */
const LONGEST = 60;
/** Words of a document's texts that are looked at. */
const MOST_WORDS = 2000;

/** How far apart two terms may be: one letter in four, and no more than three. */
const reach = (term: string) => Math.min(3, Math.floor([...term].length / 4));
const bare = (term: string) => term.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Terms close in spelling, the closest first and among equals the one that is searched for most. */
export function nearestTerms(term: string, known: readonly { term: string; count: number }[], most: number): string[] {
  if (term.length > LONGEST) return [];
  const lower = term.toLowerCase();
  return known
    .flatMap(({ term: other, count }) => {
      if (other.length > LONGEST || other.toLowerCase() === lower) return [];
      // "sci-fi", "sci fi" and "scifi" are one word to whoever types it.
      const isSpelled = bare(other) !== "" && bare(other) === bare(term);
      const distance = isSpelled ? 0 : editDistance(lower, other.toLowerCase(), reach(lower));
      return distance === undefined ? [] : [{ other, count, distance }];
    })
    .sort((a, b) => a.distance - b.distance || b.count - a.count || (a.other < b.other ? -1 : 1))
    .slice(0, most)
    .map(({ other }) => other);
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The term with each of its words in the place of which the texts of an index have a close one; undefined where that is
 * the term itself, or a word has nothing close.
 */
export function correctedBy(term: string, texts: readonly string[]): string | undefined {
  const known = new Set(texts.flatMap(wordsIn).slice(0, MOST_WORDS));
  const words = wordsIn(term);
  if (words.length === 0 || term.length > LONGEST) return undefined;
  const corrected = words.map((word) => {
    if (known.has(word)) return word;
    const [near] = nearestTerms(
      word,
      [...known].map((one) => ({ term: one, count: 0 })),
      1,
    );
    return near;
  });
  const text = corrected.join(" ");
  return corrected.includes(undefined) || text === term.toLowerCase() ? undefined : text;
}
