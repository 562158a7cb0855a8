/**
 * A set of names as an automaton reads it: letters and stars (null), and which letter may go on behind the last of
 * them, the rest being anything.
 */
export type NamePattern = { tokens: readonly (string | null)[]; goesOn: (letter: string) => boolean };

/** One pattern with `*`. */
export function namePattern(text: string, goesOn: NamePattern["goesOn"]): NamePattern {
  return { tokens: text.split("").map((letter) => (letter === "*" ? null : letter)), goesOn };
}

// Beside the letters of the patterns these are told apart by some, and one letter of a word and one of none stand for
// all others.
const BORDERS = [".", "*", "?"];
const OF_A_WORD = 0x4e00;
const OF_NO_WORD = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
  /\W/.test(letter),
);

function unusedOfWord(letters: ReadonlySet<string>): string {
  let code = OF_A_WORD;
  while (letters.has(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

function lettersOf(patterns: readonly NamePattern[]): string[] {
  const letters = new Set([...BORDERS, ...patterns.flatMap(({ tokens }) => tokens.filter((token) => token !== null))]);
  const unused = OF_NO_WORD.find((letter) => !letters.has(letter));
  return [...letters, unusedOfWord(letters), ...(unused === undefined ? [] : [unused])];
}

// Places in a pattern that a text may have come to: 0 to its length, which is its end, and one further where the text
// went on.
type Places = readonly number[];

// A star that was passed takes all that the places before it take.
function settled(tokens: NamePattern["tokens"], places: Iterable<number>): Places {
  const all = new Set<number>();
  for (let place of places) {
    all.add(place);
    while (tokens[place] === null) all.add(++place);
  }
  const sorted = [...all].sort((a, b) => a - b);
  const star = sorted.findLastIndex((place) => tokens[place] === null);
  return star > 0 ? sorted.slice(star) : sorted;
}

function next({ tokens, goesOn }: NamePattern, places: Places, letter: string): Places {
  const end = tokens.length;
  const reached = places.flatMap((place) => {
    if (place > end) return [place];
    if (place === end) return goesOn(letter) ? [end + 1] : [];
    if (tokens[place] === null) return [place];
    return tokens[place] === letter ? [place + 1] : [];
  });
  return settled(tokens, reached);
}

/** Where a search for a name stands: in each set, in each of its patterns. */
type Stand = readonly (readonly Places[])[];

/** What is left of the work that a question may cost, in steps; some 100,000 take a tenth of a second. */
export type Effort = { left: number };

/**
 * True when every name there may be, told by which of the sets it is in, holds. Decided by going through all that the
 * patterns can tell apart; false where the effort ends before.
 */
export function everyName({
  sets,
  holds,
  effort,
}: {
  sets: readonly (readonly NamePattern[])[];
  holds: (isIn: readonly boolean[]) => boolean;
  effort: Effort;
}): boolean {
  const letters = lettersOf(sets.flat());
  const first: Stand = sets.map((patterns) => patterns.map(({ tokens }) => settled(tokens, [0])));
  const waiting: Stand[] = [first];
  const seen = new Set([JSON.stringify(first)]);
  for (let stand = waiting.pop(); stand !== undefined; stand = waiting.pop()) {
    if (!holds(accepted(sets, stand))) return false;
    for (const letter of letters) {
      const then = stepped({ sets, stand, letter, effort });
      if (effort.left < 0) return false;
      const key = JSON.stringify(then);
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(then);
    }
  }
  return true;
}

function accepted(sets: readonly (readonly NamePattern[])[], stand: Stand): boolean[] {
  return sets.map((patterns, at) =>
    patterns.some(({ tokens }, one) => (stand[at]?.[one] ?? []).some((place) => place >= tokens.length)),
  );
}

function stepped({
  sets,
  stand,
  letter,
  effort,
}: {
  sets: readonly (readonly NamePattern[])[];
  stand: Stand;
  letter: string;
  effort: Effort;
}): Stand {
  return sets.map((patterns, at) =>
    patterns.map((pattern, one) => {
      const places = stand[at]?.[one] ?? [];
      effort.left -= 1 + places.length;
      return places.length === 0 ? places : next(pattern, places, letter);
    }),
  );
}
