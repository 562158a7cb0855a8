import type { TermAutomaton } from "../../store/types";
import { Expressions } from "./expressions";
import { utf8Automaton } from "./utf8";

/** Accepts terms that fit a pattern: `*` any text, `?` any character, `\` takes the next one literally. */
export function wildcardAutomaton(pattern: string, caseless = false): TermAutomaton {
  const expressions = new Expressions();
  const letters = Array.from(pattern);
  const parts: number[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    if (letter === "*") parts.push(expressions.anything);
    else if (letter === "?") parts.push(expressions.anyPoint);
    else if (letter === "\\" && at + 1 < letters.length) parts.push(expressions.letter(letters[++at]!, caseless));
    else parts.push(expressions.letter(letter, caseless));
  }
  const whole = parts.reduceRight((rest, part) => expressions.then(part, rest), expressions.empty);
  return utf8Automaton(expressions.automaton(whole));
}

/** Accepts terms that begin with a text, capitals and small letters alike. */
export function caselessPrefixAutomaton(prefix: string): TermAutomaton {
  const expressions = new Expressions();
  return utf8Automaton(expressions.automaton(expressions.then(expressions.text(prefix, true), expressions.anything)));
}

/** Accepts one term, capitals and small letters alike. */
export function caselessAutomaton(term: string): TermAutomaton {
  const expressions = new Expressions();
  return utf8Automaton(expressions.automaton(expressions.text(term, true)));
}
