import type { Stem, RslpRules } from "./types";
import { folding, inTurn } from "./endings";
import { galicianRules } from "./galician-rules";
import { portugueseRules } from "./portuguese-rules";

type Rule = { end: string; stays: number; put: string; except: readonly string[] };

function readRule(text: string): Rule {
  const [rule = "", except] = text.split("!");
  const [pattern = "", put = ""] = rule.split(":");
  const [, end = "", stays] = /^(\D+)(\d+)$/.exec(pattern) ?? [];
  return { end, stays: Number(stays), put, except: except?.split(",") ?? [] };
}

function step({ least, exceptions, ends, rules: text }: RslpRules): Stem {
  const rules = text.trim().split(/\s+/).map(readRule);
  const shortest = least > 0 ? least : Math.min(...rules.map(({ end, stays }) => end.length + stays));
  const excepted = (word: string, except: readonly string[]) =>
    exceptions === "words" ? except.includes(word) : except.some((end) => word.endsWith(end));
  return (word) => {
    if (word.length < shortest || (ends.length > 0 && !ends.some((end) => word.endsWith(end)))) return word;
    const rule = rules.find(
      ({ end, stays, except }) => word.length - end.length >= stays && word.endsWith(end) && !excepted(word, except),
    );
    return rule ? word.slice(0, word.length - rule.end.length) + rule.put : word;
  };
}

/** A step again and again until it changes nothing. */
const repeated =
  (stem: Stem): Stem =>
  (word) => {
    for (let text = word; ;) {
      const next = stem(text);
      if (next.length === text.length) return next;
      text = next;
    }
  };

/** The first step that shortens or lengthens the word. */
function firstThat(...steps: readonly Stem[]): Stem {
  return (word) => {
    let text = word;
    for (const each of steps) {
      const next = each(text);
      if (next.length !== text.length) return next;
      text = next;
    }
    return text;
  };
}

const g = galicianRules;
const p = portugueseRules;

/** `galician`. */
export const galician: Stem = inTurn(
  step(g.plural),
  step(g.unification),
  step(g.adverb),
  repeated(step(g.augmentative)),
  firstThat(step(g.noun), step(g.verb)),
  step(g.vowel),
  folding("á:a éê:e í:i ó:o ú:u"),
);

/** `portuguese_rslp`. */
export const portugueseRslp: Stem = inTurn(
  step(p.plural),
  step(p.adverb),
  step(p.feminine),
  step(p.augmentative),
  firstThat(step(p.noun), step(p.verb), step(p.vowel)),
  folding("àáâãäå:a ç:c èéêë:e ìíîï:i ñ:n òóôõö:o ùúûü:u ýÿ:y"),
);

/** `minimal_galician`. */
export const minimalGalician: Stem = step(g.plural);

/** `minimal_portuguese`. */
export const minimalPortuguese: Stem = step(p.plural);
