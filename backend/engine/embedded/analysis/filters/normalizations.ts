import { mapTerms, type FilterFactory } from "../parts";

/** Replaces single letters by a table; an empty text drops the letter. */
function letters(table: Readonly<Record<string, string>>): FilterFactory {
  const map = new Map(Object.entries(table));
  return () => mapTerms((term) => ([...term].some((letter) => map.has(letter)) ? [...term].map((letter) => map.get(letter) ?? letter).join("") : term));
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
const scandinavianFolding = letters({ å: "a", ä: "a", æ: "a", Å: "A", Ä: "A", Æ: "A", ø: "o", ö: "o", Ø: "O", Ö: "O" });
const scandinavianNormalization = letters({ ä: "æ", Ä: "Æ", ö: "ø", Ö: "Ø" });

// Lucene's GermanNormalizationFilter: umlauts lose their dots, `ae` and `oe` their e, `ue` too unless a q or a vowel leads.
function german(term: string): string {
  return term
    .replace(/ß/g, "ss")
    .replace(/ä/g, "a")
    .replace(/ö/g, "o")
    .replace(/ü/g, "u")
    .replace(/([ao])e/g, "$1")
    .replace(/(^|[^aeiouq])ue/g, "$1u");
}

// Lucene's SoraniNormalizer: Kurdish letters in one form.
function sorani(term: string): string {
  return term
    .replace(/[\u064A\u0649]/g, "\u06CC")
    .replace(/\u0643/g, "\u06A9")
    .replace(/\u0629/g, "\u06D5")
    .replace(/\u0647\u200C/g, "\u06D5")
    .replace(/\u0647$/g, "\u06D5")
    .replace(/\u06BE/g, "\u0647")
    .replace(/^\u0631/g, "\u0695")
    .replace(/[\u064B-\u0652\u0640\u200C]/g, "");
}

// Lucene's HindiNormalizer: spellings that differ in a dot, a nasal or the length of a vowel become one.
const hindi = letters({
  "\u0928": "\u0928",
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

// Long vowels and the three sibilants of Bengali become one, as in Lucene's BengaliNormalizer.
const bengali = letters({
  "\u0981": "",
  "\u09C0": "\u09BF",
  "\u09C2": "\u09C1",
  "\u0988": "\u0987",
  "\u098A": "\u0989",
  "\u09B7": "\u09B8",
  "\u09B6": "\u09B8",
  "\u09A3": "\u09A8",
  "\u09DC": "\u09B0",
  "\u09DD": "\u09B0",
  "\u09CE": "\u09A4",
});

/** Normalisations of scripts and languages that the language analyzers use. */
export const normalizations: ReadonlyMap<string, FilterFactory> = new Map<string, FilterFactory>([
  ["arabic_normalization", arabic],
  ["persian_normalization", persian],
  ["serbian_normalization", serbian],
  ["scandinavian_folding", scandinavianFolding],
  ["scandinavian_normalization", scandinavianNormalization],
  ["german_normalization", () => mapTerms(german)],
  ["sorani_normalization", () => mapTerms(sorani)],
  ["hindi_normalization", hindi],
  ["bengali_normalization", bengali],
  ["indic_normalization", () => mapTerms((term) => term.normalize("NFC"))],
]);
