import { expect, it } from "vitest";
import type { Token } from "../../analysis/types";
import { matchesIn } from "./matches";

function tokens(words: readonly string[]): Token[] {
  return words.map((term, position) => ({
    term,
    position,
    positionLength: 1,
    startOffset: position * 2,
    endOffset: position * 2 + 1,
    type: "word",
  }));
}

const phrase = (words: string, slop: number) => ({
  terms: new Set<string>(),
  tests: [],
  phrases: [{ slots: [...words].map((term, position) => ({ position, terms: [term] })), slop }],
});

it("marks only the words that stand as the phrase says", () => {
  const found = matchesIn(tokens([..."axbab"]), phrase("ab", 0));
  expect(found.map(({ start }) => start)).toEqual([6, 8]);
});

it("ends where words repeat and the slop is wide", () => {
  // Two hundred of each of eight words can be chosen in 200^8 ways.
  const text = tokens([..."abcdefgh".repeat(200)]);
  const found = matchesIn(text, phrase("abcdefgh", 5000));
  expect(found.length).toBeGreaterThanOrEqual(8);
});
