import type { Stem } from "./types";
import { endings, folding, from, inTurn } from "./endings";

const beforeS = [..."bdfghklmnt"];
const before = (end: string) => beforeS.map((letter) => `${letter}${end}:${letter}`).join(" ");

/** `light_german`: Savoy's rules. */
export const lightGerman: Stem = inTurn(
  folding("äàáâ:a öòóô:o ïìíî:i üùúû:u"),
  endings("5 ern", "4 em en er es", "3 e", `3 ${before("s")}`),
  endings("5 est", "4 er en", `4 ${before("st")}`),
);

/** `minimal_german`: plurals only. */
export const minimalGerman: Stem = from(
  5,
  inTurn(folding("ä:a ö:o ü:u"), endings("6 nen", "5 en se es er", "0 n e s r")),
);
