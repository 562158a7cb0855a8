import type { Stem } from "./types";
import { endings, folding, inTurn } from "./endings";

// Vowels are a, e, i, o, u and y by then: accents are gone.
const longCases = endings("6 kent", "5 nak nek val vel ert rol ban ben bol nal nel hoz hez tol");
const cases = endings("4 at et ot va ve ra re ba be ul ig");

function withoutCase(word: string): string {
  const long = longCases(word);
  if (long !== word) return long;
  if (word.length > 5 && /([^aeiouy])\1[ae]l$/.test(word)) return word.slice(0, -3);
  const short = cases(word);
  if (short !== word || word.length < 5) return short;
  if (/[^aeiouy][oe]n$/.test(word)) return word.slice(0, -2);
  if (/[tn]$/.test(word)) return word.slice(0, -1);
  return word.replace(/([^aeiouy])\1[ae]$/, "$1");
}

// The longest that a word must be longer than, and what goes.
const POSSESSIVES: readonly (readonly [over: number, end: RegExp])[] = [
  [6, /(?<=[^aeiouy])(?:atok|otok|etek)$|it[eo]k$/],
  [5, /(?<=[^aeiouy])(?:unk|tok|tek)$|(?<=[aeiouy])juk$|ink$/],
  [4, /(?<=[^aeiouy])(?:am|em|om|ad|ed|od|uk)$|(?<=[aeiouy])(?:nk|ja|je)$|i[mdk]$/],
  [3, /(?<=[^aeiouy])[ae]$|(?<=[aeiouy])[md]$|i$/],
];

function withoutPossessive(word: string): string {
  for (const [over, end] of POSSESSIVES) if (word.length > over && end.test(word)) return word.replace(end, "");
  return word;
}

/** `light_hungarian`: Savoy's rules. */
export const lightHungarian: Stem = inTurn(
  folding("á:a ëé:e í:i óőõö:o úűũûü:u"),
  withoutCase,
  withoutPossessive,
  endings("4 ak ok ek", "3 k"),
  endings("3 a e i o"),
);
