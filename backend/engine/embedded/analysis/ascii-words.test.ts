import { expect, it } from "vitest";
import { asciiWords } from "./ascii-words";
import { generalWords } from "./standard-tokenizer";

const ALPHABET = ["a", "Z", "1", "9", "_", ":", ",", ";", ".", "'", " ", "-", '"', "#", "/"];

/** A repeatable stream of whole numbers below `limit`. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

it("gives the tokens of the general expression on every mix of letters, digits and signs", () => {
  const next = randomNumbers(7);
  for (let round = 0; round < 5000; round++) {
    const text = Array.from({ length: next(14) }, () => ALPHABET[next(ALPHABET.length)]).join("");
    expect(asciiWords(text, 5), text).toEqual(generalWords(text, 5));
  }
});
