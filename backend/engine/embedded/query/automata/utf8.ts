import type { TermAutomaton } from "../../store/types";

/** An automaton over code points; states are whole numbers from 0, -1 means dead. */
export type CodePointAutomaton = {
  start: number;
  step(state: number, point: number): number;
  accepts(state: number): boolean;
};

/** Steps by byte that were worked out: -2 is unknown. */
const UNKNOWN = -2;

/** Walks a code point automaton by the bytes of UTF-8. Every step is worked out once. */
export function utf8Automaton(inner: CodePointAutomaton): TermAutomaton {
  type State = { outer: number; /** Bits of a character under way and the bytes it still needs. */ bits: number; left: number; steps: Int32Array };
  const states: State[] = [];
  const numbers = new Map<string, number>();
  const number = (outer: number, bits: number, left: number): number => {
    const key = `${outer} ${bits} ${left}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    states.push({ outer, bits, left, steps: new Int32Array(256).fill(UNKNOWN) });
    numbers.set(key, states.length - 1);
    return states.length - 1;
  };
  const compute = ({ outer, bits, left }: State, byte: number): number => {
    if (left > 0) {
      if ((byte & 0xc0) !== 0x80) return -1;
      const more = (bits << 6) | (byte & 0x3f);
      if (left > 1) return number(outer, more, left - 1);
      const next = inner.step(outer, more);
      return next < 0 ? -1 : number(next, 0, 0);
    }
    if (byte < 0x80) {
      const next = inner.step(outer, byte);
      return next < 0 ? -1 : number(next, 0, 0);
    }
    if (byte >= 0xf0) return number(outer, byte & 0x07, 3);
    if (byte >= 0xe0) return number(outer, byte & 0x0f, 2);
    return byte >= 0xc0 ? number(outer, byte & 0x1f, 1) : -1;
  };
  return {
    start: number(inner.start, 0, 0),
    step(state, byte) {
      const from = states[state]!;
      const known = from.steps[byte]!;
      if (known !== UNKNOWN) return known;
      const next = compute(from, byte);
      from.steps[byte] = next;
      return next;
    },
    accepts(state) {
      const { outer, left } = states[state]!;
      return left === 0 && inner.accepts(outer);
    },
  };
}

const encoder = new TextEncoder();

/** True when the automaton accepts the whole text. */
export function automatonAccepts(automaton: TermAutomaton, text: string): boolean {
  let state = automaton.start;
  for (const byte of encoder.encode(text)) {
    state = automaton.step(state, byte);
    if (state < 0) return false;
  }
  return automaton.accepts(state);
}
