import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../../tests/engines/generate/random";
import { editDistance, levenshteinAutomaton } from "../../query/automata/levenshtein";
import { wildcardAutomaton } from "../../query/automata/wildcard";
import { utf8 } from "./bytes";
import { StoredDictionary } from "./dictionary";
import { DictionaryWriter } from "../build/dictionary-writer";

const LETTERS = ["a", "b", "c", "é", "ß", "漢", "字", "🦊"];
const random = randomFrom(7);

function word(length: number): string {
  return Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]).join("");
}

/** A dictionary of these terms, with postings of sizes that take one byte and more. */
function dictionaryOf(terms: readonly string[], positions: boolean): StoredDictionary {
  const writer = new DictionaryWriter(positions);
  const sorted = [...new Set(terms)].map((text) => utf8(text)).sort((a, b) => Buffer.compare(a, b));
  for (const [at, term] of sorted.entries())
    writer.add({
      bytes: term,
      length: term.length,
      docFreq: 1 + (at % 300),
      totalTermFreq: 2 + (at % 300),
      postingsBytes: (at % 200) * 90,
      positionsBytes: at % 400,
    });
  return new StoredDictionary(writer.finish(), sorted.length, positions);
}

const beginning = word(140);
const TERMS = [
  ...Array.from({ length: 3_000 }, () => word(1 + random.below(7))),
  // Terms whose lengths, and what they share with the one before, take two bytes.
  ...Array.from({ length: 60 }, () => `${beginning}${word(random.below(5))}`),
  ...Array.from({ length: 40 }, () => word(100 + random.below(80))),
];

describe.each([{ positions: true }, { positions: false }])("a dictionary, positions $positions", ({ positions }) => {
  const dictionary = dictionaryOf(TERMS, positions);
  const all = [...dictionary.from("")].map(({ term }) => term);
  const found = (automaton: Parameters<typeof dictionary.matching>[0]) =>
    [...dictionary.matching(automaton)].flatMap((entry) => (entry ? [entry] : []));

  it("holds every term once, in order, and finds each with its numbers", () => {
    expect(new Set(all)).toEqual(new Set(TERMS));
    for (const [at, term] of all.entries())
      expect(dictionary.find(term)).toMatchObject({ ordinal: at, docFreq: 1 + (at % 300) });
  });

  it.each([
    [1, true],
    [2, true],
    [2, false],
  ])("gives the terms within %i edits, with swaps: %s, those that a look at each gives", (edits, transpositions) => {
    for (const term of ["abc", "é漢b", word(6), `${beginning}ab`, `x${beginning}`, "🦊🦊", "z"]) {
      const letters = Array.from(term);
      const near = all.filter((other) => editDistance(letters, Array.from(other), transpositions) <= edits);
      expect(
        found(levenshteinAutomaton({ term, edits, prefixLength: 0, transpositions })).map((entry) => entry.term),
        term,
      ).toEqual(near);
      const first = near.filter((other) => other.startsWith(letters[0] ?? ""));
      expect(
        found(levenshteinAutomaton({ term, edits, prefixLength: 1, transpositions })).map((entry) => entry.term),
        term,
      ).toEqual(first);
    }
  });

  it("gives the terms of a pattern with their ordinals", () => {
    for (const [pattern, expression] of [
      ["a*b", /^a.*b$/u],
      ["?é*", /^.é/u],
      ["漢??", /^漢..$/u],
    ] as const) {
      expect(found(wildcardAutomaton(pattern)).map(({ ordinal }) => ordinal)).toEqual(
        all.flatMap((term, at) => (expression.test(term) ? [at] : [])),
      );
    }
  });
});
