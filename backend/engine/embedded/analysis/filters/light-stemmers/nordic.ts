import type { Stem } from "./types";
import { endings, folding, from, inTurn } from "./endings";

const genitive = endings("4 s");

/** `light_swedish`: Savoy's rules. */
export const lightSwedish: Stem = inTurn(
  genitive,
  endings(
    "7 elser heten",
    "6 arne erna ande else aste orna aren",
    "5 are ast het",
    "4 ar er or en at te et",
    "3 t a e n",
  ),
);

/** `light_norwegian`: Bokmål. */
export const lightNorwegian: Stem = inTurn(
  genitive,
  endings(
    "7 heter heten",
    "5 dom het",
    "7 elser elsen",
    "6 ende else este eren",
    "5 ere est ene",
    "4 er en et st te",
    "3 a e n",
  ),
);

/** `light_nynorsk`. */
export const lightNynorsk: Stem = inTurn(
  genitive,
  endings(
    "7 heita",
    "8 heiter leiken leikar",
    "5 dom",
    "6 heit semd leik",
    "7 elser elsen",
    "6 ande else aste aren",
    "5 are ast ene ane",
    "4 er en et ar te",
    "3 a e n",
  ),
);

/** `minimal_norwegian`: plurals and articles of Bokmål. */
export const minimalNorwegian: Stem = inTurn(genitive, endings("5 ene", "4 er en et", "3 a e"));

/** `minimal_nynorsk`. */
export const minimalNynorsk: Stem = inTurn(genitive, endings("5 ene ane", "4 er en et ar", "3 a e"));

const clitic = endings("8 kin ko");

function finnishParticles(word: string): string {
  let text = word;
  for (let stem = clitic(text); stem !== text; stem = clitic(text)) text = stem;
  return endings("11 dellinen dellisuus")(text);
}

const finnishAdverb = endings("5 lla tse sti ni aa:a");
const vowelsOf = (end: string) => [..."aeiouy"].map((vowel) => end.replace("V", vowel)).join(" ");
const finnishCase = endings(
  "8 nnen:s ntena:s tten eiden",
  `6 neen niin seen teen inen ${vowelsOf("hVn")} den:s ksen:s ssa sta lla lta tta ksi lle`,
  "5 na ne nei",
  `4 ja ta a ${vowelsOf("Vn")} n`,
);

function finnishEnd(word: string): string {
  let stem = endings("5 hde:ksi")(word);
  stem = endings("4 ei at", "3 t s j e a i")(stem);
  stem = endings("8 e o u")(stem);
  if (stem.length <= 4) return stem;
  stem = stem.replace(/i$/, "");
  return stem.length > 4 ? stem.replace(/([kpt])\1+/g, "$1") : stem;
}

/** `light_finnish`: Savoy's rules. */
export const lightFinnish: Stem = from(
  4,
  inTurn(folding("äå:a ö:o"), finnishParticles, finnishAdverb, finnishCase, finnishEnd),
);
