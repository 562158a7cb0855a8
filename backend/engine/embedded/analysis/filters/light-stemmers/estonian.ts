import type { Stem } from "./types";
import { estonianVerbs } from "./estonian-verbs";

const VOWELS = "aeiouäõöü";
const isVowel = (letter: string | undefined) => letter !== undefined && VOWELS.includes(letter);
const endsLong = (stem: string) => /(?:aa|ee|ii|oo|uu|ää|õõ|öö|üü)$/.test(stem);
const endsOpen = (stem: string) => /[aeiou]$/.test(stem) || endsLong(stem);

/** A step on the longest of some endings behind the first syllable; without an answer the word stays. */
type Step = { ends: readonly string[]; change: (stem: string, end: string) => string | undefined };

function step(ends: string, change: Step["change"]): Step {
  return { ends: ends.split(" ").sort((a, b) => b.length - a.length), change };
}

function run({ ends, change }: Step, word: string, region: number): string {
  const end = ends.find((each) => word.length - each.length >= region && word.endsWith(each));
  return end === undefined ? word : (change(word.slice(0, word.length - end.length), end) ?? word);
}

const only = (holds: boolean, stem: string) => (holds ? stem : undefined);

const emphasis = step("gi ki", (stem, end) => {
  if (stem.length < 4) return undefined;
  return only(
    end === "gi" ? /[aceijlmnoqruvwxäõöü]$/.test(stem) && !endsLong(stem) : /[bdfghkpstzšž]$/.test(stem),
    stem,
  );
});

const verb = step(
  "da mata b ksid nuksid me sime ksime nuksime akse dakse takse site ksite nuksite n sin ksin nuksin daks taks",
  (stem, end) => {
    if (end === "akse") return `${stem}a`;
    return only(!["da", "b", "me", "n"].includes(end) || isVowel(stem.at(-1)), stem);
  },
);

function plural(stem: string, end: string): string | undefined {
  if (end.startsWith("ik")) return `${stem}iku`;
  if (end === "sid") return only(!endsLong(stem), stem);
  if (end !== "te") return only(endsOpen(stem), stem);
  if (stem.length >= 4 && /(?:mis|las|lis)$/.test(stem)) return `${stem}e`;
  if (stem.endsWith("t")) return undefined;
  return stem.length >= 4 ? stem : `${stem}t`;
}

const SPECIAL: Readonly<Record<string, string>> = { a: "lase", i: "lise", m: "mise" };
const nounSteps: readonly Step[] = [
  step(
    "lane line mine lasse lisse misse lasi lisi misi last list mist",
    (stem, end) => `${stem}${SPECIAL[end.startsWith("m") ? "m" : end.charAt(1)] ?? end}`,
  ),
  step("ga ta le sse l s ks t lt st", (stem) => only(endsOpen(stem), stem)),
  step("d sid de ikkude ike ikke te", plural),
  step("ma mai m", (stem, end) => only(end === "ma" || /[aeiou]$/.test(stem), stem)),
  step("i", (stem) => only(/[aeiou]$/.test(stem), stem)),
  step("va du nu tu", (stem) => stem),
];

/** The place behind the first consonant that follows a vowel. */
function behindFirstSyllable(word: string): number {
  const vowel = [...word].findIndex(isVowel);
  if (vowel < 0) return word.length;
  for (let at = vowel; at < word.length; at++) if (!isVowel(word.charAt(at))) return at + 1;
  return word.length;
}

/** `estonian`: the algorithm of the Snowball project. */
export const estonian: Stem = (word) => {
  const irregular = estonianVerbs.get(word);
  if (irregular !== undefined) return irregular;
  const region = behindFirstSyllable(word);
  const plain = run(emphasis, word, region);
  const action = run(verb, plain, region);
  const stem = action === plain ? nounSteps.reduce((text, each) => run(each, text, region), plain) : action;
  return stem.replace(/([kpt])\1(?=[aeiouäõöü]$)/, "$1");
};
