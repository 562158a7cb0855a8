import type { TermAutomaton } from "../../store/types";

const encoder = new TextEncoder();

/** An automaton over code points; states are whole numbers from 0, -1 means dead. */
export type CodePointAutomaton = {
  start: number;
  step(state: number, point: number): number;
  accepts(state: number): boolean;
};

/** Stands for every code point that an automaton does not tell from the others. */
export const OTHER_POINT = -1;

/** Steps that are not worked out yet. */
const UNKNOWN = -2;
/** Bits of a character that is none of the letters. */
const OTHER_BITS = -1;

const leftAfter = (lead: number): number => (lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1);
const bitsOf = (lead: number): number => lead & (0x3f >> leftAfter(lead));
const beginning = (bits: number, left: number): number => bits * 4 + left;

/**
 * Which bytes an automaton tells apart: each byte of a letter, and kinds of other bytes. Without `letters`, all of
 * them.
 */
function byteClasses(letters: ReadonlySet<number> | undefined): {
  classOf: Uint16Array;
  classes: number;
  known: (bits: number, left: number) => boolean;
} {
  const classOf = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++)
    classOf[byte] = letters === undefined ? byte : byte < 0x80 ? 0 : byte < 0xc0 ? 1 : 1 + leftAfter(byte);
  if (letters === undefined) return { classOf, classes: 256, known: () => true };
  const beginnings = new Set<number>();
  let classes = 5;
  for (const letter of letters) {
    const bytes = encoder.encode(String.fromCodePoint(letter));
    for (const byte of bytes) if (classOf[byte]! < 5) classOf[byte] = classes++;
    for (let left = 1; left < bytes.length; left++) beginnings.add(beginning(letter >>> (6 * left), left));
  }
  return { classOf, classes, known: (bits, left) => beginnings.has(beginning(bits, left)) };
}

/**
 * Walks a code point automaton by the bytes of UTF-8; every step is worked out once. Where `letters` are given, `inner`
 * is asked for no other code points but those and OTHER_POINT, and the table of steps is as much smaller.
 */
export function utf8Automaton(inner: CodePointAutomaton, letters?: ReadonlySet<number>): TermAutomaton {
  type State = {
    outer: number;
    /** Bits of a character under way and the bytes it still needs. */ bits: number;
    left: number;
  };
  const { classOf, classes, known } = byteClasses(letters);
  const states: State[] = [];
  const numbers = new Map<number, Map<number, number>>();
  let steps = new Int32Array(classes * 32).fill(UNKNOWN);

  const number = (outer: number, bits: number, left: number): number => {
    let partial = numbers.get(outer);
    if (partial === undefined) numbers.set(outer, (partial = new Map<number, number>()));
    const key = beginning(bits, left);
    const found = partial.get(key);
    if (found !== undefined) return found;
    states.push({ outer, bits, left });
    partial.set(key, states.length - 1);
    if (states.length * classes > steps.length) {
      const larger = new Int32Array(steps.length * 2).fill(UNKNOWN, steps.length);
      larger.set(steps);
      steps = larger;
    }
    return states.length - 1;
  };
  const whole = (outer: number, point: number): number => {
    const next = inner.step(outer, letters === undefined || letters.has(point) ? point : OTHER_POINT);
    return next < 0 ? -1 : number(next, 0, 0);
  };
  const under = (outer: number, bits: number, left: number): number =>
    number(outer, bits !== OTHER_BITS && known(bits, left) ? bits : OTHER_BITS, left);
  const compute = ({ outer, bits, left }: State, byte: number): number => {
    if (left === 0)
      return byte < 0x80 ? whole(outer, byte) : byte >= 0xc0 ? under(outer, bitsOf(byte), leftAfter(byte)) : -1;
    if ((byte & 0xc0) !== 0x80) return -1;
    const more = bits === OTHER_BITS ? OTHER_BITS : (bits << 6) | (byte & 0x3f);
    return left > 1 ? under(outer, more, left - 1) : whole(outer, more);
  };
  return {
    start: number(inner.start, 0, 0),
    step(state, byte) {
      const at = state * classes + classOf[byte]!;
      const ready = steps[at]!;
      if (ready !== UNKNOWN) return ready;
      const next = compute(states[state]!, byte);
      // The table may have grown, and with it moved.
      steps[at] = next;
      return next;
    },
    accepts(state) {
      const { outer, left } = states[state]!;
      return left === 0 && inner.accepts(outer);
    },
  };
}

/** True when the automaton accepts the whole text. */
export function automatonAccepts(automaton: TermAutomaton, text: string): boolean {
  let state = automaton.start;
  for (const byte of encoder.encode(text)) {
    state = automaton.step(state, byte);
    if (state < 0) return false;
  }
  return automaton.accepts(state);
}
