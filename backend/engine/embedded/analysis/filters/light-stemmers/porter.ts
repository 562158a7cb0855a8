import type { Stem } from "./types";

/** Consonants and vowels of a word as `c` and `v`; y is a vowel after a consonant. */
function shape(word: string): string {
  let out = "";
  let kind = "";
  for (const letter of word) {
    kind = "aeiou".includes(letter) || (letter === "y" && kind === "c") ? "v" : "c";
    out += kind;
  }
  return out;
}

const measure = (stem: string) => shape(stem).split("vc").length - 1;
const hasVowel = (stem: string) => shape(stem).includes("v");
const isDouble = (word: string) => /([^aeiou])\1$/.test(word) && shape(word).endsWith("c");
const isShort = (word: string) => shape(word).endsWith("cvc") && !/[wxy]$/.test(word);

const pairs = (text: string) =>
  text.split(" ").map((entry) => {
    const [end = "", put = ""] = entry.split(":");
    return { end, put };
  });
// Lucene's two departures from the paper are here: bli and logi.
const DOUBLE = pairs(
  "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log",
);
const SINGLE = pairs("icate:ic ative alize:al iciti:ic ical:ic ful ness");
const LAST = pairs("al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize");

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const stem = word.replace(/(?:ed|ing)$/, "");
  if (stem === word || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (isDouble(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && isShort(stem) ? `${stem}e` : stem;
}

/** The first ending goes, if what stays measures more than `over`; no other is tried. */
function replaced({
  word,
  list,
  over,
}: {
  word: string;
  list: readonly { end: string; put: string }[];
  over: number;
}): string {
  const found = list.find(({ end }) => word.endsWith(end) && (end !== "ion" || /[st]ion$/.test(word)));
  if (!found) return word;
  const stem = word.slice(0, word.length - found.end.length);
  return measure(stem) > over ? stem + found.put : word;
}

function withoutLastE(word: string): string {
  const size = measure(word);
  const stem =
    word.endsWith("e") && (size > 1 || (size === 1 && !isShort(word.slice(0, -1)))) ? word.slice(0, -1) : word;
  return stem.endsWith("ll") && size > 1 ? stem.slice(0, -1) : stem;
}

/** Porter's stemmer of 1980 as Lucene has it. */
export const porter: Stem = (word) => {
  if (word.length < 3) return word;
  const single = withoutTense(withoutPlural(word));
  const text = /y$/.test(single) && hasVowel(single.slice(0, -1)) ? `${single.slice(0, -1)}i` : single;
  const simple = replaced({ word: replaced({ word: text, list: DOUBLE, over: 0 }), list: SINGLE, over: 0 });
  return withoutLastE(replaced({ word: simple, list: LAST, over: 1 }));
};
