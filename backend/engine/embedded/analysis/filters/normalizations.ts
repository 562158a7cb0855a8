import { mapTerms, type FilterFactory } from "../parts";
import { bengali } from "./bengali-normalization";
import { indic } from "./indic-normalization";

/** Replaces single letters by a table; an empty text drops the letter. */
function letters(table: Readonly<Record<string, string>>): (term: string) => string {
  const map = new Map(Object.entries(table));
  return (term) =>
    [...term].some((letter) => map.has(letter)) ? [...term].map((letter) => map.get(letter) ?? letter).join("") : term;
}

// Lucene's ArabicNormalizer: one alef, yeh and heh; no tatweel and no vowel marks.
const arabic = letters({
  آ: "ا",
  أ: "ا",
  إ: "ا",
  ى: "ي",
  ة: "ه",
  "\u0640": "",
  "\u064B": "",
  "\u064C": "",
  "\u064D": "",
  "\u064E": "",
  "\u064F": "",
  "\u0650": "",
  "\u0651": "",
  "\u0652": "",
});
const persian = letters({ ی: "ي", ے: "ي", ک: "ك", ۀ: "ه", ہ: "ه", "\u0654": "" });
const serbian = letters({
  đ: "dj",
  ђ: "dj",
  ж: "z",
  ћ: "c",
  ч: "c",
  џ: "dz",
  ш: "s",
  љ: "lj",
  њ: "nj",
  č: "c",
  ć: "c",
  ž: "z",
  š: "s",
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  з: "z",
  и: "i",
  ј: "j",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "c",
});
// Double vowels of Danish, Norwegian and Swedish that stand for one letter.
const PAIRS = /[åäæÅÄÆøöØÖ]|[aA][aAoOeE]|[oO][eEoO]/g;
const FOLDED: Readonly<Record<string, string>> = {
  å: "a",
  ä: "a",
  æ: "a",
  Å: "A",
  Ä: "A",
  Æ: "A",
  ø: "o",
  ö: "o",
  Ø: "O",
  Ö: "O",
};
const scandinavianFolding = (term: string) => term.replace(PAIRS, (found) => FOLDED[found] ?? found.charAt(0));
const NORMAL: Readonly<Record<string, string>> = {
  ä: "æ",
  Ä: "Æ",
  ö: "ø",
  Ö: "Ø",
  aa: "å",
  ao: "å",
  Aa: "Å",
  Ao: "Å",
  ae: "æ",
  Ae: "Æ",
  oe: "ø",
  Oe: "Ø",
  oo: "ø",
  Oo: "Ø",
};
const scandinavianNormalization = (term: string) =>
  term.replace(PAIRS, (found) => NORMAL[found.charAt(0) + found.slice(1).toLowerCase()] ?? found);

// Lucene's GermanNormalizationFilter: umlauts lose their dots, and an e goes that makes one of a, o or u; a u after a
// vowel or a q makes none.
function german(term: string): string {
  let out = "";
  let state: "free" | "bound" | "umlaut" = "free";
  for (const letter of term) {
    if (letter === "e" && state === "umlaut") {
      state = "bound";
      continue;
    }
    out += PLAIN[letter] ?? letter;
    if (letter === "a" || letter === "o" || (letter === "u" && state === "free")) state = "umlaut";
    else state = "ueiqyäöü".includes(letter) ? "bound" : "free";
  }
  return out;
}
const PLAIN: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u", ß: "ss" };

const HEH = "\u0647";
const AE = "\u06D5";
const SORANI: Readonly<Record<string, string>> = {
  "\u064A": "\u06CC",
  "\u0649": "\u06CC",
  "\u0643": "\u06A9",
  "\u0629": AE,
  "\u06BE": HEH,
  "\u0692": "\u0695",
};

// Lucene's SoraniNormalizer: Kurdish letters in one form; heh is ae at the end of a word, and reh is rolled at its
// start.
function sorani(term: string): string {
  const out: string[] = [];
  for (let at = 0; at < term.length; at++) {
    const letter = term.charAt(at);
    if (letter === "\u200C" && out.at(-1) === HEH) out[out.length - 1] = AE;
    if (/[\u064B-\u0652\u0640]|\p{Cf}/u.test(letter)) continue;
    if (letter === HEH && at === term.length - 1) out.push(AE);
    else if (letter === "\u0631" && out.length === 0) out.push("\u0695");
    else out.push(SORANI[letter] ?? letter);
  }
  return out.join("");
}

// Lucene's HindiNormalizer: spellings that differ in a dot, a nasal or the length of a vowel become one.
const hindiLetters = letters({
  "\u0901": "\u0902",
  "\u093C": "",
  "\u0929": "\u0928",
  "\u0931": "\u0930",
  "\u0934": "\u0933",
  "\u0958": "\u0915",
  "\u0959": "\u0916",
  "\u095A": "\u0917",
  "\u095B": "\u091C",
  "\u095C": "\u0921",
  "\u095D": "\u0922",
  "\u095E": "\u092B",
  "\u095F": "\u092F",
  "\u200D": "",
  "\u200C": "",
  "\u094D": "",
  "\u0945": "\u0947",
  "\u0946": "\u0947",
  "\u0949": "\u094B",
  "\u094A": "\u094B",
  "\u0948": "\u0947",
  "\u094C": "\u094B",
  "\u0940": "\u093F",
  "\u0942": "\u0941",
  "\u0944": "\u0943",
  "\u0963": "\u0962",
  "\u0972": "\u0905",
  "\u0906": "\u0905",
  "\u0908": "\u0907",
  "\u090A": "\u0909",
  "\u0960": "\u090B",
  "\u0961": "\u090C",
  "\u0910": "\u090F",
  "\u090D": "\u090F",
  "\u090E": "\u090F",
  "\u0911": "\u0913",
  "\u0912": "\u0913",
  "\u0914": "\u0913",
});

/** A dead n is a bindu; of what is left, letters alone count. */
const hindi = (term: string) => hindiLetters(term.replaceAll("\u0928\u094D", "\u0902"));

/** Normalisations of scripts and languages that the language analyzers use. */
export const normalizations: ReadonlyMap<string, FilterFactory> = new Map<string, FilterFactory>([
  ["arabic_normalization", () => mapTerms(arabic)],
  ["persian_normalization", () => mapTerms(persian)],
  ["serbian_normalization", () => mapTerms(serbian)],
  ["scandinavian_folding", () => mapTerms(scandinavianFolding)],
  ["scandinavian_normalization", () => mapTerms(scandinavianNormalization)],
  ["german_normalization", () => mapTerms(german)],
  ["sorani_normalization", () => mapTerms(sorani)],
  ["hindi_normalization", () => mapTerms(hindi)],
  ["bengali_normalization", () => mapTerms(bengali)],
  ["indic_normalization", () => mapTerms(indic)],
]);
