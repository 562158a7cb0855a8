import type { Stem } from "./types";

// The light stemmers of this folder follow Lucene's (Apache License 2.0), whose rules are for the most part Jacques
// Savoy's (BSD licence).

type Ending = { over: number; end: string; put: string };

function readLine(line: string): Ending[] {
  const [over, ...ends] = line.split(" ");
  return ends.map((rule) => {
    const [end = "", put = ""] = rule.split(":");
    return { over: Number(over), end, put };
  });
}

/**
 * A step that takes the first ending that fits. A line is the length that a word must be longer than and its endings:
 * `4 em en` cuts them off,
 * `3 ns:m` puts the m in the place of ns.
 */
export function endings(...lines: readonly string[]): Stem {
  const rules = lines.flatMap(readLine);
  return (word) => {
    for (const { over, end, put } of rules)
      if (word.length > over && word.endsWith(end)) return word.slice(0, word.length - end.length) + put;
    return word;
  };
}

/** A step that replaces letters: `áà:a ñ:n`. */
export function folding(table: string): Stem {
  const map = new Map(
    table.split(" ").flatMap((entry) => {
      const [letters = "", put = ""] = entry.split(":");
      return [...letters].map((letter): [string, string] => [letter, put]);
    }),
  );
  return (word) => {
    let out = "";
    for (const letter of word) out += map.get(letter) ?? letter;
    return out;
  };
}

/** Steps one after the other. */
export function inTurn(...steps: readonly Stem[]): Stem {
  return (word) => steps.reduce((text, step) => step(text), word);
}

/** A stemmer that leaves shorter words alone. */
export function from(length: number, stem: Stem): Stem {
  return (word) => (word.length < length ? word : stem(word));
}
