import { illegalArgument } from "../../errors";
import type { TermAutomaton } from "../../store/types";
import { Expressions, type PointRange } from "./expressions";
import { utf8Automaton } from "./utf8";

/** Optional operators of Lucene's regular expressions, by their names in `flags`. */
export const REGEXP_FLAGS = {
  INTERSECTION: 1,
  COMPLEMENT: 2,
  EMPTY: 4,
  ANYSTRING: 8,
  AUTOMATON: 16,
  INTERVAL: 32,
  NONE: 0,
  ALL: 255,
} as const;

const SHORT_CLASSES: Readonly<Record<string, readonly PointRange[]>> = {
  d: [[48, 57]],
  s: [
    [9, 10],
    [13, 13],
    [32, 32],
  ],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
};
const MAX_INTERVAL = 10_000;

function complementOf(ranges: readonly PointRange[]): PointRange[] {
  const found: PointRange[] = [];
  let from = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (start > from) found.push([from, start - 1]);
    from = Math.max(from, end + 1);
  }
  if (from <= 0x10ffff) found.push([from, 0x10ffff]);
  return found;
}

/** Reads one expression; the methods follow Lucene's grammar from the loosest operator to the tightest. */
class RegexpReader {
  private readonly letters: string[];
  private at = 0;

  constructor(
    private readonly pattern: string,
    private readonly flags: number,
    private readonly caseless: boolean,
    private readonly expressions: Expressions,
  ) {
    this.letters = Array.from(pattern);
  }

  read(): number {
    if (this.letters.length === 0) return this.expressions.empty;
    const found = this.union();
    if (this.at < this.letters.length) throw illegalArgument(`end-of-string expected at position ${this.at}`);
    return found;
  }

  private more(): boolean {
    return this.at < this.letters.length;
  }

  private peek(letters: string): boolean {
    const next = this.letters[this.at];
    return next !== undefined && letters.includes(next);
  }

  private take(letter: string): boolean {
    if (this.letters[this.at] !== letter) return false;
    this.at++;
    return true;
  }

  private next(): string {
    const letter = this.letters[this.at++];
    if (letter === undefined) throw illegalArgument("unexpected end-of-string");
    return letter;
  }

  private has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  private union(): number {
    const parts = [this.intersection()];
    while (this.take("|")) parts.push(this.intersection());
    return this.expressions.anyOf(parts);
  }

  private intersection(): number {
    const parts = [this.concatenation()];
    while (this.has(REGEXP_FLAGS.INTERSECTION) && this.take("&")) parts.push(this.concatenation());
    return parts.length === 1 ? parts[0]! : this.expressions.allOf(parts);
  }

  private concatenation(): number {
    const parts = [this.repetition()];
    while (this.more() && !this.peek(")|") && !(this.has(REGEXP_FLAGS.INTERSECTION) && this.peek("&")))
      parts.push(this.repetition());
    return parts.reduceRight((rest, part) => this.expressions.then(part, rest), this.expressions.empty);
  }

  private repetition(): number {
    let found = this.complement();
    while (this.peek("?*+{")) {
      if (this.take("?")) found = this.expressions.repeat(found, 0, 1);
      else if (this.take("*")) found = this.expressions.star(found);
      else if (this.take("+")) found = this.expressions.repeat(found, 1, undefined);
      else found = this.counted(found);
    }
    return found;
  }

  private counted(inner: number): number {
    this.at++;
    const least = this.integer();
    let most: number | undefined = least;
    if (this.take(",")) most = this.peek("0123456789") ? this.integer() : undefined;
    if (!this.take("}")) throw illegalArgument(`expected '}' at position ${this.at}`);
    if (most !== undefined && least > most)
      throw illegalArgument(`invalid repetition range(out of order): ${least}..${most}`);
    if (Math.max(least, most ?? 0) > 1000)
      throw illegalArgument(`Determinizing automaton would require more than 10000 states.`);
    return this.expressions.repeat(inner, least, most);
  }

  private integer(): number {
    const from = this.at;
    while (this.peek("0123456789")) this.at++;
    if (this.at === from) throw illegalArgument(`integer expected at position ${this.at}`);
    return Number(this.letters.slice(from, this.at).join(""));
  }

  private complement(): number {
    if (this.has(REGEXP_FLAGS.COMPLEMENT) && this.take("~")) return this.expressions.not(this.complement());
    return this.characterClass();
  }

  private characterClass(): number {
    if (!this.take("[")) return this.simple();
    const negated = this.take("^");
    const ranges: PointRange[] = [];
    do ranges.push(...this.classPart());
    while (this.more() && !this.peek("]"));
    if (!this.take("]")) throw illegalArgument(`expected ']' at position ${this.at}`);
    return this.expressions.points(negated ? complementOf(ranges) : ranges);
  }

  private classPart(): PointRange[] {
    const escaped = this.shortClass();
    if (escaped) return [...escaped];
    const from = this.literal();
    if (!this.take("-")) return this.bothCases(from, from);
    if (this.peek("]")) return [...this.bothCases(from, from), [45, 45]];
    const to = this.literal();
    if (to < from) throw illegalArgument(`invalid range: from (${from}) cannot be > to (${to})`);
    return [[from, to]];
  }

  private bothCases(from: number, to: number): PointRange[] {
    if (!this.caseless) return [[from, to]];
    const letter = String.fromCodePoint(from);
    return [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].map(
      (form) => [form.codePointAt(0)!, form.codePointAt(0)!] as const,
    );
  }

  private shortClass(): readonly PointRange[] | undefined {
    if (this.letters[this.at] !== "\\") return undefined;
    const name = this.letters[this.at + 1];
    const ranges = name === undefined ? undefined : SHORT_CLASSES[name.toLowerCase()];
    if (!ranges || name === undefined) return undefined;
    this.at += 2;
    return name === name.toLowerCase() ? ranges : complementOf(ranges);
  }

  private literal(): number {
    this.take("\\");
    return this.next().codePointAt(0)!;
  }

  private simple(): number {
    const { expressions } = this;
    if (this.take(".")) return expressions.anyPoint;
    if (this.has(REGEXP_FLAGS.EMPTY) && this.take("#")) return expressions.nothing;
    if (this.has(REGEXP_FLAGS.ANYSTRING) && this.take("@")) return expressions.anything;
    if (this.take('"')) {
      const from = this.at;
      while (this.more() && !this.peek('"')) this.at++;
      const text = this.letters.slice(from, this.at).join("");
      if (!this.take('"')) throw illegalArgument(`expected '"' at position ${this.at}`);
      return expressions.text(text, this.caseless);
    }
    if (this.take("(")) {
      if (this.take(")")) return expressions.empty;
      const found = this.union();
      if (!this.take(")")) throw illegalArgument(`expected ')' at position ${this.at}`);
      return found;
    }
    if ((this.has(REGEXP_FLAGS.AUTOMATON) || this.has(REGEXP_FLAGS.INTERVAL)) && this.take("<")) return this.interval();
    const escaped = this.shortClass();
    if (escaped) return expressions.points(escaped);
    this.take("\\");
    return expressions.letter(this.next(), this.caseless);
  }

  private interval(): number {
    const from = this.at;
    while (this.more() && !this.peek(">")) this.at++;
    const inner = this.letters.slice(from, this.at).join("");
    if (!this.take(">")) throw illegalArgument(`expected '>' at position ${this.at}`);
    const bounds = /^(\d+)-(\d+)$/.exec(inner);
    if (!bounds) throw illegalArgument(`interval syntax error at position ${this.at - 1}`);
    const [low, high] = [Number(bounds[1]), Number(bounds[2])].sort((a, b) => a - b);
    if (high! - low! > MAX_INTERVAL)
      throw illegalArgument("Determinizing automaton would require more than 10000 states.");
    const width = bounds[1]!.length === bounds[2]!.length ? bounds[1]!.length : 0;
    const numbers = Array.from({ length: high! - low! + 1 }, (_, at) => String(low! + at));
    return this.expressions.anyOf(
      numbers.map((text) => {
        const digits = this.expressions.text(text.padStart(width, "0"));
        return width
          ? digits
          : this.expressions.then(this.expressions.star(this.expressions.letter("0", false)), digits);
      }),
    );
  }
}

/** Accepts terms that a Lucene regular expression matches as a whole. Throws EngineError on a malformed one. */
export function regexpAutomaton({
  pattern,
  flags,
  caseless,
}: {
  pattern: string;
  flags: number;
  caseless: boolean;
}): TermAutomaton {
  const expressions = new Expressions();
  const whole = new RegexpReader(pattern, flags, caseless, expressions).read();
  return utf8Automaton(expressions.automaton(whole));
}
