import type { Stem } from "./types";
import { endings } from "./endings";

// Fadillah Tala's stemmer. A prefix that was cut off forbids some endings: `ke` and `peng` forbid `kan`, and so on.
type Prefix = "ke" | "peng" | "di" | "meng" | "ter" | "ber" | "pe" | "";
type Rule = { start: RegExp; put?: string; prefix: Prefix };

const FIRST: readonly Rule[] = [
  { start: /^meng/, prefix: "meng" },
  { start: /^meny(?=[aeiou])/, put: "s", prefix: "meng" },
  { start: /^me[nm]?/, prefix: "meng" },
  { start: /^peng/, prefix: "peng" },
  { start: /^peny(?=[aeiou])/, put: "s", prefix: "peng" },
  { start: /^peny/, prefix: "peng" },
  { start: /^pen(?=[aeiou])/, put: "t", prefix: "peng" },
  { start: /^pe[nm]/, prefix: "peng" },
  { start: /^di/, prefix: "di" },
  { start: /^ter/, prefix: "ter" },
  { start: /^ke/, prefix: "ke" },
];
const SECOND: readonly Rule[] = [
  { start: /^ber/, prefix: "ber" },
  { start: /^bel(?=ajar$)/, prefix: "ber" },
  { start: /^be(?=[^aeiou]er)/, prefix: "ber" },
  { start: /^per|^pel(?=ajar$)/, prefix: "" },
  { start: /^pe/, prefix: "pe" },
];
const ENDINGS: readonly { end: RegExp; not: readonly Prefix[] }[] = [
  { end: /kan$/, not: ["ke", "peng", "pe"] },
  { end: /an$/, not: ["di", "meng", "ter"] },
  { end: /(?<!s)i$/, not: ["ber", "ke", "peng"] },
];

const particle = endings("0 kah lah pun");
const pronoun = endings("0 ku mu nya");

/** `indonesian`. Every cut costs a syllable, and words of two are left as they are. */
export const indonesian: Stem = (word) => {
  let stem = word;
  let syllables = word.replace(/[^aeiou]/g, "").length;
  const cut: Prefix[] = [];
  const change = (to: string) => {
    if (to !== stem) syllables--;
    stem = to;
  };
  const prefix = (rules: readonly Rule[]) => {
    const rule = syllables > 2 ? rules.find(({ start }) => start.test(stem)) : undefined;
    if (!rule) return false;
    cut.push(rule.prefix);
    change(stem.replace(rule.start, rule.put ?? ""));
    return true;
  };
  const ending = () => {
    const rule =
      syllables > 2
        ? ENDINGS.find(({ end, not }) => end.test(stem) && !not.some((each) => cut.includes(each)))
        : undefined;
    if (rule) change(stem.replace(rule.end, ""));
    return rule !== undefined;
  };
  for (const step of [particle, pronoun]) if (syllables > 2) change(step(stem));
  if (prefix(FIRST)) {
    if (ending()) prefix(SECOND);
    return stem;
  }
  prefix(SECOND);
  ending();
  return stem;
};
