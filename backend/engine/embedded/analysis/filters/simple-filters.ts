import { illegalArgument } from "../../errors";
import {
  numberSetting,
  keepTokens,
  mapTerms,
  listSetting,
  booleanSetting,
  stringSetting,
  type FilterFactory,
} from "../parts";
import type { StreamToken } from "../types";
import { lowerCase } from "../tokenizers/tokenizers";

// Lucene's TrimFilter and Java's String.trim: everything up to the blank.
function trim(term: string): string {
  let from = 0;
  let end = term.length;
  while (from < end && term.charCodeAt(from) <= 0x20) from++;
  while (end > from && term.charCodeAt(end - 1) <= 0x20) end--;
  return term.slice(from, end);
}

const greekLower = (term: string) =>
  lowerCase(term).replace(
    /[άέήίϊΐόύϋΰώς]/g,
    (letter) =>
      ({ ά: "α", έ: "ε", ή: "η", ί: "ι", ϊ: "ι", ΐ: "ι", ό: "ο", ύ: "υ", ϋ: "υ", ΰ: "υ", ώ: "ω", ς: "σ" })[letter] ??
      letter,
  );

// Lucene's TurkishLowerCaseFilter: I is ı, İ is i, and a dot above after I goes away.
const turkishLower = (term: string) =>
  lowerCase(
    term
      .replace(/I\u0307/g, "i")
      .replaceAll("İ", "i")
      .replaceAll("I", "ı"),
  );

// Lucene's IrishLowerCaseFilter: nAthair and tUisce keep their eclipsis apart.
const irishLower = (term: string) => lowerCase(term.replace(/^([nt])(?=[AEIOUÁÉÍÓÚ])/, "$1-"));

// Letter by letter, as Java's Character.toUpperCase: ß has no capital.
function upperCase(term: string): string {
  const upper = term.toUpperCase();
  return upper.length === term.length
    ? upper
    : [...term]
        .map((letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter))
        .join("");
}

const lowercase: FilterFactory = (settings) => {
  const language = stringSetting(settings, "language");
  if (language === "greek") return mapTerms(greekLower);
  if (language === "turkish") return mapTerms(turkishLower);
  if (language === "irish") return mapTerms(irishLower);
  if (language !== undefined) throw illegalArgument(`language [${language}] not support for lower case`);
  return mapTerms(lowerCase);
};

const length: FilterFactory = (settings) => {
  const min = numberSetting(settings, "min", 0);
  const max = numberSetting(settings, "max", 2147483647);
  return keepTokens(({ term }) => term.length >= min && term.length <= max);
};

const unique: FilterFactory = (settings) => {
  const samePosition = booleanSetting(settings, "only_on_same_position", false);
  return (tokens) => {
    let seen = new Set<string>();
    let previous = -1;
    let closed = 0;
    const out: StreamToken[] = [];
    for (const token of tokens) {
      if (samePosition && token.position !== previous) seen = new Set();
      // Lucene's filter closes the place of a token that it drops.
      if (seen.has(token.term)) closed += token.position - previous;
      else out.push({ ...token, position: token.position - closed });
      seen.add(token.term);
      previous = token.position;
    }
    return out;
  };
};

const truncate: FilterFactory = (settings) => {
  const size = numberSetting(settings, "length", 10);
  return mapTerms((term) => (term.length > size ? term.slice(0, size) : term));
};

const limit: FilterFactory = (settings) => {
  const count = numberSetting(settings, "max_token_count", 1);
  return (tokens) => tokens.slice(0, count);
};

const keep: FilterFactory = (settings) => {
  const fold = booleanSetting(settings, "keep_words_case", false);
  const words = new Set((listSetting(settings, "keep_words") ?? []).map((word) => (fold ? word.toLowerCase() : word)));
  return keepTokens(({ term }) => words.has(fold ? term.toLowerCase() : term));
};

// Wide Latin to narrow, narrow Katakana to wide; a voice mark joins the Katakana before it.
function cjkWidth(term: string): string {
  if (!/[\uFF01-\uFF5E\uFF65-\uFF9F]/.test(term)) return term;
  const out: string[] = [];
  for (const letter of term) {
    const code = letter.charCodeAt(0);
    if (code < 0xff01 || code > 0xff9f || (code > 0xff5e && code < 0xff65)) out.push(letter);
    else if (code <= 0xff5e) out.push(String.fromCharCode(code - 0xfee0));
    else {
      const wide = letter.normalize("NFKC");
      const before = out.at(-1) ?? "";
      const voiced = code >= 0xff9e && /[\u30A6-\u30FD]/.test(before) ? (before + wide).normalize("NFC") : "";
      if (voiced.length === 1) out[out.length - 1] = voiced;
      else out.push(wide);
    }
  }
  return out.join("");
}

// Digits of a script stand ten in a row, and rows follow each other.
function decimalDigit(term: string): string {
  return term.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });
}

export const simpleFilters: ReadonlyMap<string, FilterFactory> = new Map<string, FilterFactory>([
  ["lowercase", lowercase],
  ["uppercase", () => mapTerms(upperCase)],
  ["trim", () => mapTerms(trim)],
  ["length", length],
  ["unique", unique],
  ["truncate", truncate],
  ["limit", limit],
  ["keep", keep],
  ["reverse", () => mapTerms((term) => [...term].reverse().join(""))],
  ["cjk_width", () => mapTerms(cjkWidth)],
  ["decimal_digit", () => mapTerms(decimalDigit)],
  ["apostrophe", () => mapTerms((term) => term.split(/['\u2019]/, 1)[0] ?? "")],
]);
