/** How well a text answers what was typed; smaller is better. */
const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INSIDE = 3;
const SUBSEQUENCE = 4;

/** Beyond this a text is no name, and is not looked through. */
const MOST_CHARACTERS = 1000;

/**
 * The rank of a text for what was typed: the whole, its beginning, the beginning of a word in it, anywhere in it, its
 * letters in their order. Undefined where it does not fit. Of several words each has to fit, and the worst one counts.
 * Nothing typed fits everything.
 */
export function rankOf(text: string, typed: string): number | undefined {
  const lower = text.slice(0, MOST_CHARACTERS).toLowerCase();
  const wanted = typed.trim().toLowerCase();
  if (wanted === "" || lower === wanted) return EXACT;
  const words = wanted.split(/\s+/);
  const whole = rankOfWord(lower, wanted);
  return words.length === 1 ? whole : better(whole, rankOfWords(lower, words));
}

const better = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

function rankOfWords(text: string, words: readonly string[]): number | undefined {
  let worst = EXACT;
  for (const word of words) {
    const rank = rankOfWord(text, word);
    if (rank === undefined) return undefined;
    worst = Math.max(worst, rank);
  }
  return worst;
}

function rankOfWord(text: string, wanted: string): number | undefined {
  if (text.startsWith(wanted)) return PREFIX;
  for (let at = text.indexOf(wanted); at > 0; at = text.indexOf(wanted, at + 1))
    if (!isLetter(text[at - 1])) return WORD_START;
  if (text.includes(wanted)) return INSIDE;
  return wanted.length > 1 && holdsLetters(text, wanted) ? SUBSEQUENCE : undefined;
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

function holdsLetters(text: string, wanted: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

type RankOptions<T> = {
  typed: string;
  /** What is looked through: its name first; the best counts, and of the others not letters alone. */ textsOf: (
    item: T,
  ) => readonly string[];
  most: number;
};

/** The items that fit, best first; among equals those that came first. */
export function ranked<T>(items: readonly T[], { typed, textsOf, most }: RankOptions<T>): { item: T; rank: number }[] {
  return items
    .flatMap((item) => {
      const ranks = textsOf(item).flatMap((text, at) => {
        const rank = rankOf(text, typed);
        return rank === undefined || (at > 0 && rank === SUBSEQUENCE) ? [] : rank;
      });
      return ranks.length === 0 ? [] : [{ item, rank: Math.min(...ranks) }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most);
}
