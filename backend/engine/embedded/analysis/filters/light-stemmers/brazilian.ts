import type { Stem } from "./types";
import { endings, folding } from "./endings";

const plain = folding("áâã:a éê:e í:i óôõ:o úü:u ç:c ñ:n");
const VOWEL = /[aeiou]/;

// Endings of nouns with what takes their place. The last letter may not be looked at by the regions, as in Lucene.
const NOUNS =
  "uciones:u imentos amentos adores adoras logias:logias encias:ente amente idades acoes imento amento adora ismos istas logia:log ucion:u encia:ente mente idade acao ezas icos icas ismo avel ivel ista osos osas ador ivas ivos iras:ir eza ico ica oso osa iva ivo ira:ir"
    .split(" ")
    .map((rule) => {
      const [end = "", put = ""] = rule.split(":");
      return { end, put };
    });

const VERBS =
  "issemos essemos assemos ariamos eriamos iriamos iremos eremos aremos avamos iramos eramos aramos asseis esseis isseis arieis erieis irieis irmos iamos armos ermos areis ereis ireis asses esses isses astes assem essem issem ardes erdes irdes ariam eriam iriam arias erias irias estes istes aveis aria eria iria asse esse isse aste este iste arei erei irei aram eram iram avam arem erem irem ando endo indo arao erao irao adas idas aras eras iras avas ares eres ires ados idos amos emos imos ieis ada ida ara era ira iam ado ido ias ais eis ear ia ei am em ar er ir as es is eu iu ou".split(
    " ",
  );

/** What follows the first consonant after the first vowel. */
function after(word: string): string {
  const last = word.length - 1;
  let at = 0;
  while (at < last && !VOWEL.test(word.charAt(at))) at++;
  while (at < last && VOWEL.test(word.charAt(at))) at++;
  return at < last ? word.slice(at + 1) : "";
}

/** Where endings of verbs are looked for. */
function verbRegion(word: string): string {
  const last = word.length - 1;
  const next = (vowel: boolean) => {
    let at = 2;
    while (at < last && VOWEL.test(word.charAt(at)) !== vowel) at++;
    return at < last ? word.slice(at + 1) : undefined;
  };
  const region =
    last > 0 && !VOWEL.test(word.charAt(1))
      ? next(true)
      : last > 1 && VOWEL.test(word.charAt(0)) && VOWEL.test(word.charAt(1))
        ? next(false)
        : undefined;
  return region ?? (last > 2 ? word.slice(3) : "");
}

function withoutNounEnding(word: string, verb: string): string | undefined {
  const first = after(word);
  const second = after(first);
  for (const { end, put } of NOUNS) {
    const verbal = end === "iras" || end === "ira";
    const region = end === "amente" ? first : verbal ? verb : second;
    if (!region.endsWith(end) || (verbal && !word.endsWith(`e${end}`))) continue;
    return word.slice(0, word.length - end.length) + put;
  }
  return undefined;
}

function withoutVerbEnding(word: string, verb: string): string | undefined {
  const end = VERBS.find((each) => verb.endsWith(each));
  if (end === undefined) return undefined;
  // Lucene finds `ira` and leaves it.
  return end === "ira" ? word : word.slice(0, word.length - end.length);
}

const cut = (word: string, end: string) => (word.endsWith(end) ? word.slice(0, word.length - end.length) : word);

function withoutLastVowel(word: string, verb: string): string {
  if (!verb.endsWith("e")) return word;
  const stem = cut(word, "e");
  if (verb.endsWith("gue")) return cut(stem, "u");
  return verb.endsWith("cie") ? cut(stem, "i") : stem;
}

/** `brazilian`: Lucene's own stemmer of Brazilian Portuguese. */
export const brazilian: Stem = (word) => {
  let text = plain(word.toLowerCase());
  if (text.length > 1) text = text.replace(/^["'\-,;.?!]/, "");
  if (text.length > 1) text = text.replace(/["'\-,;.?!]$/, "");
  if (text.length < 3 || text.length > 29) return word;
  if (/[^\p{L}]/u.test(text)) return text;
  const verb = verbRegion(text);
  const changed = withoutNounEnding(text, verb) ?? withoutVerbEnding(text, verb);
  if (changed === undefined)
    return withoutLastVowel(endings("0 os a i o")(verb) === verb ? text : endings("0 os a i o")(text), verb);
  return withoutLastVowel(verb.endsWith("ci") ? cut(changed, "i") : changed, verb);
};
