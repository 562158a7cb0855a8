import type { Stem } from "./types";
import { endings, folding, from, inTurn } from "./endings";

const vowels = folding("àáâä:a òóôö:o èéêë:e ùúûü:u ìíîï:i");

/** `light_spanish`: Savoy's rules. */
export const lightSpanish: Stem = from(5, inTurn(vowels, endings("0 o a e eses:es ces:z os as es")));

/** `light_italian`: Savoy's rules. */
export const lightItalian: Stem = from(6, inTurn(vowels, endings("0 ie he e hi ii i ia a io o")));

const portuguesePlural = endings(
  "4 res:r ses:s les:l zes:z",
  "3 ns:m",
  "4 eis:el éis:el ais:al óis:ol is:il",
  "3 ões:ão ães:ão",
  "6 mente",
  "3 s",
);
const portugueseFeminine = endings(
  "7 inha:inho iaca:iaco eira:eiro",
  "6 osa:oso ica:ico ida:ido ada:ado iva:ivo ama:amo ona:ão ora:or esa:ês na:no",
);

/** `light_portuguese`: Savoy's rules. */
export const lightPortuguese: Stem = from(
  4,
  inTurn(portuguesePlural, portugueseFeminine, endings("4 e a o"), folding("àáâäã:a òóôöõ:o èéêë:e ùúûü:u ìíîï:i ç:c")),
);
