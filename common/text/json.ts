import { isInteger, isSafeNumber, LosslessNumber as DigitsOfNumber, parse, stringify } from "lossless-json";

/**
 * A number with all its digits. As a number it is the nearest one there is, for `1e400` too, where the library's own
 * throws.
 */
export class LosslessNumber extends DigitsOfNumber {
  override valueOf(): number {
    return Number(this.value);
  }
}

/** Any JSON value as it comes off the wire. Numbers that a double cannot hold exactly are `LosslessNumber`s. */
export type JsonValue = null | boolean | number | string | LosslessNumber | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

// Sixteen digits in a row are the least that a double may fail to hold; a text without them, without an exponent
// of three digits and without a long fraction is safe for the native parser, which is ten times faster.
const MAY_LOSE_DIGITS = /\d{16}|\d[eE][+-]?\d{3}|\.\d{15}/;
const TOKEN = /["\d-]/g;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/**
 * Begins a text that stands for a number while the rest is parsed. Drawn at the start, so that nobody can send such a
 * text.
 */
const MARK = `number ${crypto.getRandomValues(new Uint32Array(4)).join("-")} `;

function keepDigits(text: string): number | LosslessNumber {
  const safe = isInteger(text)
    ? isSafeNumber(text)
    : isSafeNumber(text, { approx: true }) && Number.isFinite(Number(text));
  return safe ? Number(text) : new LosslessNumber(text);
}

/** The place behind a JSON text whose first quote stands at `quote`; the end where it is not closed. */
export function behindText(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text[slashes - 1] === "\\") slashes--;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
  return text.length;
}

/** The text with each number that a double cannot hold as a marked text in its place, and how many there were. */
function markNumbers(text: string): { marked: string; count: number } {
  const parts: string[] = [];
  let copied = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const at = found.index;
    if (found[0] === '"') {
      TOKEN.lastIndex = behindText(text, at);
      continue;
    }
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0];
    if (number === undefined) continue;
    TOKEN.lastIndex = at + number.length;
    if (!MAY_LOSE_DIGITS.test(number) || typeof keepDigits(number) === "number") continue;
    parts.push(text.slice(copied, at), `"${MARK}${number}"`);
    copied = at + number.length;
  }
  return { marked: parts.join("") + text.slice(copied), count: parts.length / 2 };
}

/**
 * Puts the numbers back where `markNumbers` took them, in place. Undefined where one stands as the name of a member:
 * the text is malformed.
 */
function unmarkNumbers(root: unknown): { value: unknown } | undefined {
  const top = { value: root };
  const open: object[] = [top];
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    for (const [key, value] of Object.entries(object) as [string, unknown][]) {
      if (key.startsWith(MARK)) return undefined;
      if (typeof value === "object" && value !== null) open.push(value);
      else if (typeof value === "string" && value.startsWith(MARK)) {
        // Not by assignment: that would change the prototype under the one name.
        Object.defineProperty(object, key, {
          value: new LosslessNumber(value.slice(MARK.length)),
          enumerable: true,
          writable: true,
          configurable: true,
        });
      }
    }
  }
  return top;
}

const parseSlowly = (text: string) => parse(text, null, { parseNumber: keepDigits });

/**
 * Parses JSON without losing digits: integers beyond 2^53 and numbers beyond a double come back as `LosslessNumber`.
 * Throws a `SyntaxError` on malformed text.
 */
export function parseJson(text: string): JsonValue {
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text) as JsonValue;
  // Mostly the digits stand within texts, or a few numbers are long. The parser that keeps digits reads letter by
  // letter, 50 times as long.
  const { marked, count } = markNumbers(text);
  try {
    const value: unknown = JSON.parse(marked);
    if (count === 0) return value as JsonValue;
    const whole = unmarkNumbers(value);
    if (whole) return whole.value as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return parseSlowly(text) as JsonValue;
}

/** The text of a JSON value, `LosslessNumber`s written digit for digit. `space` indents as in `JSON.stringify`. */
export function stringifyJson(value: unknown, space?: number): string {
  return stringify(value, null, space) ?? "null";
}

/** True for a JSON object: not null, not a list, not a number kept as text. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}
