import type { Stem } from "./types";
import { endings } from "./endings";

// Endings with how many vowels the word must have more than, `+` where the consonant before is softened.
const LATVIAN =
  "ajiem3 ajai3 ajam2 ajām2 ajos2 ajās2 iem2+ ajā2 ais2 ai2 ei2 ām1 am1 ēm1 īm1 im1 um1 us1+ as1 ās1 es1 os1+ ij1 īs1 ēs1 is1 ie1 u1+ a1+ i1+ e1 ā1 ē1 ī1 ū1 o1 s0 š0"
    .split(" ")
    .map((entry) => ({
      end: entry.replace(/\d\+?$/, ""),
      vowels: Number(/\d/.exec(entry)?.[0]),
      softens: entry.endsWith("+"),
    }));

const hard = endings("0 pj:p bj:b mj:m vj:v šņ:sn žņ:zn šļ:sl žļ:zl ļņ:ln ļļ:ll č:c ļ:l ņ:n");
const hardBeforeU = endings("0 kš:kst ņņ:nn");

function hardened(stem: string, ending: string): string {
  const plural = ending.startsWith("u") ? hardBeforeU(stem) : stem;
  return plural === stem ? hard(stem) : plural;
}

/** `latvian`: the light form of Kārlis Krēsliņš's stemmer. */
export const latvian: Stem = (word) => {
  const vowels = word.replace(/[^aeiouāīēū]/g, "").length;
  for (const { end, vowels: least, softens } of LATVIAN) {
    if (vowels <= least || word.length < end.length + 3 || !word.endsWith(end)) continue;
    const stem = word.slice(0, word.length - end.length);
    return softens ? hardened(stem, end) : stem;
  }
  return word;
};
