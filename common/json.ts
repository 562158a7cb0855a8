import { isInteger, isSafeNumber, LosslessNumber, parse, stringify } from "lossless-json";

/** Any JSON value as it comes off the wire. Numbers that a double cannot hold exactly are `LosslessNumber`s. */
export type JsonValue = null | boolean | number | string | LosslessNumber | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

// Sixteen digits in a row are the least that a double may fail to hold; a text without them, without an exponent
// of three digits and without a long fraction is safe for the native parser, which is ten times faster.
const MAY_LOSE_DIGITS = /\d{16}|\d[eE][+-]?\d{3}|\.\d{15}/;

function keepDigits(text: string): number | LosslessNumber {
  const safe = isInteger(text) ? isSafeNumber(text) : isSafeNumber(text, { approx: true }) && Number.isFinite(Number(text));
  return safe ? Number(text) : new LosslessNumber(text);
}

/**
 * Parses JSON without losing digits: integers beyond 2^53 and numbers beyond a double come back as `LosslessNumber`.
 * Throws a `SyntaxError` on malformed text.
 */
export function parseJson(text: string): JsonValue {
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text) as JsonValue;
  return parse(text, null, { parseNumber: keepDigits }) as JsonValue;
}

/** The text of a JSON value, `LosslessNumber`s written digit for digit. `space` indents as in `JSON.stringify`. */
export function stringifyJson(value: unknown, space?: number): string {
  return stringify(value, null, space) ?? "null";
}

/** True for a JSON object: not null, not a list, not a number kept as text. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

export { LosslessNumber };
