import { expect, it } from "vitest";
import { isLatin, latinWords } from "./latin-words";
import { generalWords } from "./standard-tokenizer";

const ALPHABET = [
  "a",
  "Z",
  "1",
  "9",
  "_",
  ":",
  ",",
  ";",
  ".",
  "'",
  " ",
  "-",
  '"',
  "#",
  "/",
  "é",
  "ß",
  "Ł",
  "ǆ",
  "ª",
  "·",
  "²",
  "½",
  "×",
  "\u0085",
  "\u00a0",
];

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
    expect(isLatin(text)).toBe(true);
    expect(latinWords(text, 5), text).toEqual(generalWords(text, 5));
  }
});

it("gives the tokens of the general expression for every Latin character between others", () => {
  for (let code = 0; code < 0x260; code++) {
    const char = String.fromCharCode(code);
    for (const text of [char, `a${char}b`, `1${char}2`, ` ${char}a`, `a_${char}`])
      if (isLatin(text)) expect(latinWords(text, 255), text).toEqual(generalWords(text, 255));
  }
  for (const text of ["ⓘ", "日本", "a\u0301", "©", "a\u00adb", "жук"]) expect(isLatin(text)).toBe(false);
});
