import { LosslessNumber, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { javaText } from "./nodes";

const INTEGER_RANGES: Readonly<Record<string, { min: bigint; max: bigint; java: string; article: string }>> = {
  long: { min: -(2n ** 63n), max: 2n ** 63n - 1n, java: "long", article: "a long" },
  unsigned_long: { min: 0n, max: 2n ** 64n - 1n, java: "unsigned long", article: "an unsigned long" },
  integer: { min: -(2n ** 31n), max: 2n ** 31n - 1n, java: "int", article: "an integer" },
  short: { min: -32768n, max: 32767n, java: "short", article: "a short" },
  byte: { min: -128n, max: 127n, java: "byte", article: "a byte" },
};

/** Where a whole double needs no look at its digits: the type's range, within 2^53. */
const SAFE_RANGES = new Map(
  Object.entries(INTEGER_RANGES).map(([type, { min, max }]) => [
    type,
    { min: Math.max(Number(min), Number.MIN_SAFE_INTEGER), max: Math.min(Number(max), Number.MAX_SAFE_INTEGER) },
  ]),
);

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;
const half = new DataView(new ArrayBuffer(8));

/** The nearest half-precision value, ties to even; infinite beyond 65504. */
export function toHalf(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const size = Math.abs(value);
  if (size >= 65520) return value < 0 ? -Infinity : Infinity;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const step = 2 ** (exponent - 10);
  const steps = size / step;
  const floor = Math.floor(steps);
  const rest = steps - floor;
  const rounded = (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor) * step;
  return value < 0 ? -rounded : rounded;
}

/** The value that Lucene's FeatureField keeps of a float: nine bits of its fraction. */
export function toFeature(value: number): number {
  return featureOf(featureBits(value));
}

/** The bits that Lucene keeps of a feature's value, as the frequency of its term. */
export function featureBits(value: number): number {
  half.setFloat32(0, value);
  return half.getInt32(0) >> 15;
}

/** The value of such bits. */
export function featureOf(bits: number): number {
  half.setInt32(0, bits << 15);
  return half.getFloat32(0);
}

export function isIntegerType(type: string): boolean {
  return INTEGER_RANGES[type] !== undefined;
}

/** Splits a decimal text into its whole digits and whether anything follows the point. */
function wholePart(text: string): { whole: bigint; fraction: boolean } {
  if (/^[+-]?\d+$/.test(text)) return { whole: BigInt(text.replace("+", "")), fraction: false };
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const exponent = Number(match?.[4] ?? 0);
  if (!match || Math.abs(exponent) > 400) return { whole: BigInt(Math.trunc(Number(text)) || 0), fraction: true };
  const digits = (match[2] ?? "") + (match[3] ?? "");
  const point = (match[2] ?? "").length + exponent;
  const whole = digits.padEnd(point, "0").slice(0, Math.max(point, 0)) || "0";
  const rest = point < 0 ? digits : digits.slice(point);
  return { whole: BigInt(whole) * (match[1] === "-" ? -1n : 1n), fraction: /[1-9]/.test(rest) };
}

type NumberOptions = { type: string; coerce: boolean; scalingFactor?: number };

function toInteger(value: number | LosslessNumber | string, { type, coerce }: NumberOptions): number | bigint {
  const bounds = SAFE_RANGES.get(type);
  if (bounds && typeof value === "number" && Number.isInteger(value) && value >= bounds.min && value <= bounds.max)
    return value + 0;
  const text = String(value);
  const range = INTEGER_RANGES[type];
  if (typeof value === "string" && !coerce)
    throw illegalArgument(`${type.charAt(0).toUpperCase()}${type.slice(1)} value passed as String`);
  if (!range) throw illegalArgument(`unknown number type [${type}]`);
  if (!DECIMAL.test(text)) throw illegalArgument(`For input string: "${text}"`);
  const { whole, fraction } = wholePart(text.replace(/[fFdD]$/, ""));
  if (whole < range.min || whole > range.max) throw outOfRange(value, text, type);
  if (fraction && !coerce) throw illegalArgument(`Value [${text}] has a decimal part`);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

function outOfRange(value: number | LosslessNumber | string, text: string, type: string): EngineError {
  const range = INTEGER_RANGES[type];
  if (typeof value !== "string" && (type === "integer" || type === "long")) {
    return new EngineError(
      400,
      "input_coercion_exception",
      `Numeric value (${text}) out of range of ${range?.java} (${range?.min} - ${range?.max})`,
    );
  }
  if (typeof value !== "string" && type === "short")
    return new EngineError(400, "input_coercion_exception", `Numeric value (${text}) out of range of Java short`);
  return illegalArgument(`Value [${text}] is out of range for ${range?.article}`);
}

function toFloating(value: number | LosslessNumber | string, { type, coerce, scalingFactor }: NumberOptions): number {
  if (typeof value === "number" && (type === "double" || type === "float")) {
    const rounded = type === "float" ? Math.fround(value) : value;
    if (Number.isFinite(rounded)) return rounded + 0;
  }
  const text = String(value).trim();
  if (typeof value === "string" && !coerce)
    throw illegalArgument(`${type.charAt(0).toUpperCase()}${type.slice(1)} value passed as String`);
  const special = /^[+-]?(?:NaN|Infinity)$/.test(text);
  if (!special && !DECIMAL.test(text))
    throw new EngineError(400, "number_format_exception", text === "" ? "empty String" : `For input string: "${text}"`);
  const number = Number(text.replace(/[fFdD]$/, ""));
  const rounded = type === "float" ? Math.fround(number) : type === "half_float" ? toHalf(number) : number;
  if (!Number.isFinite(rounded))
    throw illegalArgument(
      `[${type}] supports only finite values, but got [${type === "half_float" && Number.isFinite(number) ? javaDouble(number) : String(rounded)}]`,
    );
  if (type === "scaled_float" && scalingFactor !== undefined)
    return Math.round(rounded * scalingFactor) / scalingFactor;
  return rounded;
}

/** A double as Java prints it, for messages. */
export function javaDouble(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e7 ? value.toFixed(1) : String(value);
}

/**
 * A JSON value as a number of a mapping type: integers beyond 2^53 as bigint, floats rounded to their size, fractions
 * of integers cut off where `coerce` allows. Throws `illegal_argument_exception` or `number_format_exception` in the
 * peer's words.
 */
export function toNumber(value: JsonValue, options: NumberOptions): number | bigint {
  if (typeof value === "boolean")
    throw new EngineError(
      400,
      "json_parse_exception",
      `Current token (VALUE_${String(value).toUpperCase()}) not numeric, can not use numeric value accessors`,
    );
  if (typeof value !== "number" && typeof value !== "string" && !(value instanceof LosslessNumber)) {
    throw new EngineError(
      400,
      "json_parse_exception",
      `Current token (${Array.isArray(value) ? "START_ARRAY" : "START_OBJECT"}) not numeric, can not use numeric value accessors`,
    );
  }
  return isIntegerType(options.type) ? toInteger(value, options) : toFloating(value, options);
}

/** A number's text for messages and terms. */
export function numberText(value: JsonValue): string {
  return javaText(value);
}
