import { illegalArgument } from "../../errors";
import type { CodePointAutomaton } from "./utf8";

/** Inclusive ranges of code points. */
export type PointRange = readonly [number, number];

type Expression =
  | { kind: "nothing" | "empty" }
  | { kind: "points"; ranges: readonly PointRange[] }
  | { kind: "then"; first: number; rest: number }
  | { kind: "any_of" | "all_of"; parts: readonly number[] }
  | { kind: "not" | "star"; inner: number };

/** Lucene's `max_determinized_states`. */
const MAX_STATES = 10_000;
const LAST_POINT = 0x10ffff;

/**
 * Regular expressions as numbers in a table where equal ones are one. Matching follows derivatives, so
 * intersection and complement cost nothing extra and only states that a dictionary leads to are ever made.
 */
export class Expressions {
  private readonly table: Expression[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly nullables: (boolean | undefined)[] = [];
  readonly nothing = this.intern("0", { kind: "nothing" });
  readonly empty = this.intern("1", { kind: "empty" });
  readonly anyPoint = this.points([[0, LAST_POINT]]);
  readonly anything = this.star(this.anyPoint);

  private intern(key: string, expression: Expression): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (this.table.length > MAX_STATES * 4)
      throw illegalArgument(`Determinizing automaton would require more than ${MAX_STATES} states.`);
    this.table.push(expression);
    this.numbers.set(key, this.table.length - 1);
    return this.table.length - 1;
  }

  points(ranges: readonly PointRange[]): number {
    if (ranges.length === 0) return this.nothing;
    return this.intern(`p${ranges.map(([from, to]) => `${from}-${to}`).join()}`, { kind: "points", ranges });
  }

  text(text: string, caseless = false): number {
    let found = this.empty;
    for (const letter of Array.from(text).reverse()) found = this.then(this.letter(letter, caseless), found);
    return found;
  }

  letter(letter: string, caseless: boolean): number {
    const forms = caseless ? new Set([letter, letter.toLowerCase(), letter.toUpperCase()]) : [letter];
    const points = [...forms].filter((form) => Array.from(form).length === 1).map((form) => form.codePointAt(0)!);
    return this.points(points.sort((a, b) => a - b).map((point) => [point, point] as const));
  }

  then(first: number, rest: number): number {
    if (first === this.nothing || rest === this.nothing) return this.nothing;
    if (first === this.empty) return rest;
    if (rest === this.empty) return first;
    const head = this.table[first]!;
    // Right-leaning, so that equal chains get equal numbers.
    if (head.kind === "then") return this.then(head.first, this.then(head.rest, rest));
    return this.intern(`t${first},${rest}`, { kind: "then", first, rest });
  }

  private combined(kind: "any_of" | "all_of", parts: readonly number[]): number {
    const neutral = kind === "any_of" ? this.nothing : this.anything;
    const absorbing = kind === "any_of" ? this.anything : this.nothing;
    const flat = new Set<number>();
    for (const part of parts) {
      const inner = this.table[part]!;
      if (inner.kind === kind) for (const one of inner.parts) flat.add(one);
      else flat.add(part);
    }
    if (flat.has(absorbing)) return absorbing;
    flat.delete(neutral);
    const sorted = [...flat].sort((a, b) => a - b);
    if (sorted.length === 0) return neutral;
    if (sorted.length === 1) return sorted[0]!;
    return this.intern(`${kind}${sorted.join()}`, { kind, parts: sorted });
  }

  anyOf(parts: readonly number[]): number {
    return this.combined("any_of", parts);
  }

  allOf(parts: readonly number[]): number {
    return this.combined("all_of", parts);
  }

  not(inner: number): number {
    const expression = this.table[inner]!;
    if (expression.kind === "not") return expression.inner;
    return this.intern(`n${inner}`, { kind: "not", inner });
  }

  star(inner: number): number {
    if (inner === this.nothing || inner === this.empty) return this.empty;
    if (this.table[inner]!.kind === "star") return inner;
    return this.intern(`s${inner}`, { kind: "star", inner });
  }

  /** `inner` from `least` to `most` times; `most` undefined means without end. */
  repeat(inner: number, least: number, most: number | undefined): number {
    let found = most === undefined ? this.star(inner) : this.empty;
    for (let at = least; at < (most ?? least); at++) found = this.anyOf([this.empty, this.then(inner, found)]);
    for (let at = 0; at < least; at++) found = this.then(inner, found);
    return found;
  }

  private nullable(number: number): boolean {
    const known = this.nullables[number];
    if (known !== undefined) return known;
    const expression = this.table[number]!;
    const compute = (): boolean => {
      switch (expression.kind) {
        case "nothing":
        case "points":
          return false;
        case "empty":
        case "star":
          return true;
        case "then":
          return this.nullable(expression.first) && this.nullable(expression.rest);
        case "any_of":
          return expression.parts.some((part) => this.nullable(part));
        case "all_of":
          return expression.parts.every((part) => this.nullable(part));
        case "not":
          return !this.nullable(expression.inner);
      }
    };
    const found = compute();
    this.nullables[number] = found;
    return found;
  }

  private derive(number: number, point: number): number {
    const expression = this.table[number]!;
    switch (expression.kind) {
      case "nothing":
      case "empty":
        return this.nothing;
      case "points":
        return expression.ranges.some(([from, to]) => point >= from && point <= to) ? this.empty : this.nothing;
      case "then": {
        const first = this.then(this.derive(expression.first, point), expression.rest);
        return this.nullable(expression.first) ? this.anyOf([first, this.derive(expression.rest, point)]) : first;
      }
      case "any_of":
        return this.anyOf(expression.parts.map((part) => this.derive(part, point)));
      case "all_of":
        return this.allOf(expression.parts.map((part) => this.derive(part, point)));
      case "not":
        return this.not(this.derive(expression.inner, point));
      case "star":
        return this.then(this.derive(expression.inner, point), number);
    }
  }

  /** An automaton for the whole text. */
  automaton(expression: number): CodePointAutomaton {
    const steps = new Map<number, number>();
    return {
      start: expression,
      step: (state, point) => {
        const key = state * (LAST_POINT + 1) + point;
        const known = steps.get(key);
        if (known !== undefined) return known;
        const next = this.derive(state, point);
        const found = next === this.nothing ? -1 : next;
        steps.set(key, found);
        return found;
      },
      accepts: (state) => this.nullable(state),
    };
  }
}
