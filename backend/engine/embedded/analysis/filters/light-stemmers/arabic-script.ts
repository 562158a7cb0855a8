import type { Stem } from "./types";
import { endings, inTurn } from "./endings";

/** Cuts each ending off in turn, as far as two letters stay. */
const eachEnding = (...ends: readonly string[]): Stem =>
  inTurn(...ends.map((end) => endings(`${end.length + 1} ${end}`)));

const ARABIC_ARTICLES = ["ال", "وال", "بال", "كال", "فال", "لل", "و"];

function withoutArticle(word: string): string {
  for (const article of ARABIC_ARTICLES) {
    const least = article.length === 1 ? 4 : article.length + 2;
    if (word.length >= least && word.startsWith(article)) return word.slice(article.length);
  }
  return word;
}

/** `arabic`: the light stemmer of Larkey, Ballesteros and Connell. */
export const arabic: Stem = inTurn(withoutArticle, eachEnding("ها", "ان", "ات", "ون", "ين", "يه", "ية", "ه", "ة", "ي"));

/** `persian`: plurals, comparatives and the ezafe. */
export const persian: Stem = eachEnding("ات", "ان", "ترين", "تر", "يي", "ي", "ها", "\u200C");

/** `sorani`: Central Kurdish. */
export const sorani: Stem = inTurn(
  endings("5 دا", "4 نا:ن", "6 ەوە"),
  endings("6 مان یان تان"),
  endings(
    "6 ێکی",
    "7 یەکی",
    "5 ێک",
    "6 یەک ەکە",
    "5 کە",
    "7 ەکان",
    "6 کان",
    "7 یانی",
    "6 انی یان",
    "5 ان",
    "7 یانە",
    "6 انە",
    "5 ایە:ا ەیە:ە",
    "4 ە ی",
  ),
);
