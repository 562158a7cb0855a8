import { newStemmer } from "snowball-stemmers";
import { withoutLoneSigns } from "../translate/plural";
import { stopWords } from "./stop-words";

/** What decides how words are compared. `stopwords` are the caller's own, beside those of the language. */
export type WordRules = { language: string | undefined; stopwords: readonly string[] };

const STEMMED = ["english", "russian", "spanish", "french", "swedish", "norwegian"] as const;
type Stemmed = (typeof STEMMED)[number];
const stemmers = new Map<Stemmed, ReturnType<typeof newStemmer>>();

function stemmerFor(language: string | undefined): ReturnType<typeof newStemmer> {
  const name = STEMMED.find((known) => known === language) ?? "english";
  const known = stemmers.get(name) ?? newStemmer(name);
  stemmers.set(name, known);
  return known;
}

/** The text without tags: labels hold marks of the highlighter. */
export function plainText(markup: string): string {
  return markup.replace(/<\/?[a-zA-Z][^<>]*>/g, "");
}

/** Lower case, without signs that stand alone and spare spaces: what a suggestion stands for. */
export function normalizedText(text: string): string {
  return withoutLoneSigns(text.trim()).toLowerCase();
}

/** The words of a text that tell it apart: lower case, letters and digits only, without stop words. */
export function tellingWords(text: string, { language, stopwords }: WordRules): string[] {
  const common = stopWords(language);
  return plainText(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "" && !common.has(word) && !stopwords.includes(word));
}

/** Words reduced to their stems; languages without a stemmer here are read as English, as on the real server. */
export function stems(words: readonly string[], language: string | undefined): string[] {
  const stemmer = stemmerFor(language);
  return words.map((word) => stemmer.stem(word));
}

/** The text without accents. */
export function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC");
}

/** What two labels share when they say the same: their stems without stop words, in order. */
export function sameLabelKey(label: string, rules: WordRules): string {
  return stems(tellingWords(label, rules), rules.language).join(" ");
}

/** What two phrases share when they are made of the same words in any order. */
export function sameWordsKey(phrase: string, rules: WordRules): string {
  return stems(tellingWords(withoutAccents(phrase), rules), rules.language)
    .sort()
    .join(" ");
}
