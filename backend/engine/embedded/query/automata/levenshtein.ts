import type { TermAutomaton } from "../../store/types";
import { OTHER_POINT, utf8Automaton, type CodePointAutomaton } from "./utf8";

/** Edit distance of two texts by code points; a swap of neighbours counts one where `transpositions` is set. */
export function editDistance(a: readonly string[], b: readonly string[], transpositions: boolean): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (transpositions && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}

type Edits = { term: string; edits: number; prefixLength: number; transpositions: boolean };

// One search asks for the same automaton once a field, and its steps are worked out as they are walked.
const recent = new Map<string, TermAutomaton>();
const MOST_RECENT = 8;

/** As `buildAutomaton`; those used last are kept with the steps that they have worked out. */
export function levenshteinAutomaton(asked: Edits): TermAutomaton {
  const key = `${asked.edits} ${asked.prefixLength} ${asked.transpositions} ${asked.term}`;
  const automaton = recent.get(key) ?? buildAutomaton(asked);
  recent.delete(key);
  recent.set(key, automaton);
  for (const oldest of recent.keys()) {
    if (recent.size <= MOST_RECENT) break;
    recent.delete(oldest);
  }
  return automaton;
}

/**
 * Accepts the texts within `edits` edits of `term` that share its first `prefixLength` code points.
 * States are rows of the distance table, cut at `edits` + 1 and remembered, so that each is worked out once.
 */
function buildAutomaton({ term, edits, prefixLength, transpositions }: Edits): TermAutomaton {
  const points = Array.from(term, (letter) => letter.codePointAt(0)!);
  const fixed = Math.min(prefixLength, points.length);
  const word = points.slice(fixed);
  const width = word.length + 1;
  const cap = edits + 1;
  type State = { row: number[]; before: number[] | undefined; last: number; steps: Map<number, number> };
  const states: State[] = [];
  const numbers = new Map<string, number>();
  const alphabet = new Set(word);

  const number = (row: number[], before: number[] | undefined, last: number): number => {
    if (Math.min(...row) > edits && !(transpositions && before && Math.min(...before) < edits)) return -1;
    // The row before and its letter only matter where a swap can still follow.
    const swappable = transpositions && before !== undefined && alphabet.has(last);
    const key = swappable ? `${row.join()}|${before.join()}|${last}` : row.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    states.push({ row, before: swappable ? before : undefined, last, steps: new Map() });
    numbers.set(key, states.length - 1);
    return states.length - 1;
  };
  const first = number(
    Array.from({ length: width }, (_, at) => Math.min(at, cap)),
    undefined,
    -1,
  );
  const follow = (state: number, point: number): number => {
    const { row, before, last, steps } = states[state]!;
    const letter = alphabet.has(point) ? point : OTHER_POINT;
    const known = steps.get(letter);
    if (known !== undefined) return known;
    const next = [Math.min(row[0]! + 1, cap)];
    for (let j = 1; j < width; j++) {
      let best = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (word[j - 1] === letter ? 0 : 1));
      if (before && j > 1 && word[j - 1] === last && word[j - 2] === letter) best = Math.min(best, before[j - 2]! + 1);
      next.push(Math.min(best, cap));
    }
    const found =
      Math.min(...next) > edits && !(transpositions && Math.min(...row) < edits) ? -1 : number(next, row, letter);
    steps.set(letter, found);
    return found;
  };
  // States below `fixed` walk the shared beginning; from there on they are rows.
  const automaton: CodePointAutomaton = {
    start: 0,
    step(state, point) {
      if (state < fixed) return points[state] === point ? state + 1 : -1;
      const next = follow(state - fixed + first, point);
      return next < 0 ? -1 : next + fixed;
    },
    accepts: (state) => state >= fixed && states[state - fixed + first]!.row[width - 1]! <= edits,
  };
  return utf8Automaton(automaton, new Set(points));
}
