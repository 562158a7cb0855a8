import type { Stem } from "./types";
import { endings, folding, from } from "./endings";

const agents = endings(
  "9 issement:ir",
  "8 issant:ir",
  "6 ement:e",
  "11 ficatrice:fier",
  "10 ficateur:fier",
  "9 catrice:quer",
  "8 cateur:quer",
  "8 atrice:er",
  "7 ateur:er",
);
const feminine = endings("6 trice:teur");
const adjectives = endings(
  "5 ième",
  "7 teuse:ter",
  "6 teur:ter",
  "5 euse:eu",
  "8 ère:er",
  "7 ive:if",
  "4 folle:fou molle:mou",
  "9 nnelle:n",
  "9 nnel:n",
);
const accented = endings("4 ète:et");
const relational = endings("8 ique");
const nouns = endings("8 esse:e", "7 inage:in", "9 isation isateur", "8 ation ition");
const unaccented = folding("àáâ:a ô:o èéê:e ùû:u î:i ç:c");

function withoutPlural(word: string): string {
  let stem = word;
  if (stem.length > 5 && stem.endsWith("x")) stem = /[^e]aux$/.test(stem) ? `${stem.slice(0, -2)}l` : stem.slice(0, -1);
  return endings("3 s")(endings("3 x")(stem));
}

function normal(word: string): string {
  let stem = word;
  if (stem.length > 4) stem = unaccented(stem).replace(/(\p{L})\1+/gu, "$1");
  if (stem.length > 4 && stem.endsWith("ie")) stem = stem.slice(0, -2);
  if (stem.length > 4)
    stem = stem
      .replace(/r$/, "")
      .replace(/e{1,2}$/, "")
      .replace(/(\p{L})\1$/u, "$1");
  return stem;
}

/** `light_french`: Savoy's rules. */
export const lightFrench: Stem = (word) => {
  const single = withoutPlural(word);
  const agent = agents(single);
  if (agent !== single)
    return normal(single.endsWith("ement") && !single.endsWith("issement") ? endings("3 ive:if")(agent) : agent);
  const base = feminine(single);
  const adjective = adjectives(base);
  if (adjective !== base) return normal(adjective);
  const plain = relational(accented(base));
  const noun = nouns(plain);
  return normal(plain.endsWith("isation") && noun.length > 5 ? noun.replace(/ual$/, "uel") : noun);
};

/** `minimal_french`: plural and feminine only. */
export const minimalFrench: Stem = from(6, (word) => {
  if (word.endsWith("x")) return word.endsWith("aux") ? `${word.slice(0, -2)}l` : word.slice(0, -1);
  return word
    .replace(/s$/, "")
    .replace(/r$/, "")
    .replace(/e$/, "")
    .replace(/é$/, "")
    .replace(/(\p{L})\1$/u, "$1");
});
