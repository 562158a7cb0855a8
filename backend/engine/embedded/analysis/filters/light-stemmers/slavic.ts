import type { Stem } from "./types";
import { endings, from, inTurn } from "./endings";

const czechCase = endings(
  "7 atech",
  "6 ětem etem atům",
  "5 ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých ama ami ové ovi ými",
  "4 em es ém ím ům at ám os us ým mi ou",
  "3 a e i o u ů y á é í ý ě",
);
const czechPossessive = endings("5 ov in ův");

function czechConsonants(word: string): string {
  const changed = endings("0 čt:ck št:sk c:k č:k z:h ž:h")(word);
  if (changed !== word) return changed;
  if (word.length > 1 && word.at(-2) === "e") return word.slice(0, -2) + word.slice(-1);
  if (word.length > 2 && word.at(-2) === "ů") return `${word.slice(0, -2)}o${word.slice(-1)}`;
  return word;
}

/** `czech`: the light stemmer of Dolamic and Savoy. */
export const czech: Stem = inTurn(czechCase, czechPossessive, czechConsonants);

const bulgarianArticle = endings("6 ият", "5 ът то те та ия", "4 ят");
const bulgarianPlural = endings("6 овци:о ове еве:й", "5 ища та ци:к зи:г");
const bulgarianPluralOfShort = endings("4 си:х и");

function bulgarianNumber(word: string): string {
  const single = bulgarianPlural(word);
  if (single !== word) return single;
  if (word.length > 5 && /е.и$/.test(word)) return `${word.slice(0, -3)}я${word.charAt(word.length - 2)}`;
  return bulgarianPluralOfShort(word);
}

function bulgarianEnd(word: string): string {
  let stem = word;
  if (stem.length > 3) stem = stem.replace(/я$/, "").replace(/[аое]$/, "");
  if (stem.length > 4) stem = stem.replace(/ен$/, "н");
  if (stem.length > 5) stem = stem.replace(/ъ(.)$/, "$1");
  return stem;
}

/** `bulgarian`: Savoy's rules, articles before plurals. */
export const bulgarian: Stem = from(4, (word) =>
  word.length > 5 && word.endsWith("ища") ? word.slice(0, -3) : bulgarianEnd(bulgarianNumber(bulgarianArticle(word))),
);

const russianCase = endings(
  "6 иями оями",
  "5 иям иях оях ями оям оьв ами его ему ери ими ого ому ыми оев",
  "4 ая яя ях юю ах ею их ия ию ьв ою ую ям ых ея ам ем ей ём ев ий им ое ой ом ов ые ый ым ми",
  "3 а е и о у й ы я ь",
);

/** `light_russian`: Savoy's rules. */
export const lightRussian: Stem = inTurn(russianCase, endings("3 ь и нн:н"));
