// Which groups of synonyms a text has words of. Pure: for the server, which looks for the other words too, and for the
// console, which says what acts on a search.
import { type Word, wordsIn } from "./words";

/** A way to say the same: its text as the group has it, and whether it is several words that stand together. */
export type Alternative = { text: string; isPhrase: boolean };
/** Words of a text for which others are looked for as well; `from` and `to` are places in the text. */
export type Occurrence = {
  text: string;
  from: number;
  to: number;
  alternatives: readonly Alternative[];
  /** The groups that say so, as they are kept. */
  groups: readonly string[];
};

/** A text, and its places for which other words are looked for as well. */
export type TextWithSynonyms = { text: string; occurrences: readonly Occurrence[] };

type Entry = { words: readonly string[]; alternatives: Map<string, Alternative>; groups: Set<string> };
/** Groups, ready to be looked for: by the first word of each of their terms, the longest terms first. */
export type CompiledGroups = ReadonlyMap<string, readonly Entry[]>;

const termsOf = (side: string): string[] =>
  side
    .split(",")
    .map((term) => term.trim().replace(/\s+/g, " "))
    .filter((term) => term !== "");

/** What is looked for, by what is typed: all of `sofa,couch` for each other, the right side of `tv => television`. */
function pairsOf(group: string): { typed: string[]; meant: string[] } {
  const [left = "", right] = group.split("=>");
  const typed = termsOf(left);
  return { typed, meant: right === undefined ? typed : termsOf(right) };
}

/** Compiles groups, each `sofa,couch` or `tv,telly => television`. A term without a word is left out. */
export function compileGroups(groups: Iterable<string>): CompiledGroups {
  const compiling = beginCompiling();
  compiling.add(groups);
  return compiling.end();
}

/** The same part by part, so that others have their turn between two of them. */
export function beginCompiling(): { add: (groups: Iterable<string>) => void; end: () => CompiledGroups } {
  const byFirst = new Map<string, Entry[]>();
  return {
    add: (groups) => addTo(byFirst, groups),
    end: () => {
      for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
      return byFirst;
    },
  };
}

function addTo(byFirst: Map<string, Entry[]>, groups: Iterable<string>): void {
  for (const group of groups) {
    const { typed, meant } = pairsOf(group);
    const others = meant.map((text) => ({ text, key: keyOf(wordsIn(text)) })).filter(({ key }) => key !== "");
    for (const term of typed) {
      const words = wordsIn(term).map(({ word }) => word);
      const [first] = words;
      if (first === undefined) continue;
      const own = words.join(" ");
      const list = byFirst.get(first) ?? [];
      byFirst.set(first, list);
      let entry = list.find((one) => one.words.join(" ") === own);
      if (!entry) list.push((entry = { words, alternatives: new Map(), groups: new Set() }));
      for (const { text, key } of others)
        if (key !== own && !entry.alternatives.has(key))
          entry.alternatives.set(key, { text, isPhrase: key.includes(" ") });
      entry.groups.add(group);
    }
  }
}

const keyOf = (words: readonly Word[]) => words.map(({ word }) => word).join(" ");

/**
 * Where a text has words of groups, from left to right; of several at one place the longest, and none within another.
 * Capitals make no difference.
 */
export function occurrencesIn(text: string, groups: CompiledGroups): Occurrence[] {
  if (groups.size === 0) return [];
  const words = wordsIn(text);
  const found: Occurrence[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at];
    const entry = first && groups.get(first.word)?.find((one) => standsAt(one.words, words, at));
    const last = entry && words[at + entry.words.length - 1];
    if (!entry || !last) continue;
    if (entry.alternatives.size > 0)
      found.push({
        text: text.slice(first.from, last.to),
        from: first.from,
        to: last.to,
        alternatives: [...entry.alternatives.values()],
        groups: [...entry.groups],
      });
    at += entry.words.length - 1;
  }
  return found;
}

const standsAt = (term: readonly string[], words: readonly Word[], at: number): boolean =>
  term.every((word, place) => words[at + place]?.word === word);

/** What is left of a text without these occurrences, with single spaces. */
export function textBeside(text: string, occurrences: readonly Occurrence[]): string {
  let [rest, at] = ["", 0];
  for (const { from, to } of occurrences) {
    rest += `${text.slice(at, from)} `;
    at = to;
  }
  return (rest + text.slice(at)).trim().replace(/\s+/g, " ");
}
