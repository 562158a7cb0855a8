import { LosslessNumber } from "@common/text/json";
import { dateSample, toIsoDate } from "./dates.server";
import { numberSample, plainNumberOf } from "./numbers.server";
import { MAX_LIST_CHARACTERS } from "../receive/limits.server";
import type { DateFormat, FieldType, NumberFormat } from "../types";

// One value of a row, turned into what the chosen field type takes. Numbers stay text until they are written: every
// digit survives.

/** A value ready to be written: `json` is its JSON text. */
export type Coerced = { ok: true; json: string } | { ok: false; reason: string };

const WHOLE = /^[+-]?\d+(?:\.0+)?$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;
const INT_MIN = -(2n ** 31n);
const INT_MAX = 2n ** 31n - 1n;

/** Whether a text is a whole number without leading zeros, so that "007" stays a code. */
export function isWholeText(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)$/.test(text);
}

/** Whether a text is a number with or without decimals, without leading zeros. */
export function isDecimalText(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text);
}

/** Whether a whole number fits into 64 bits with a sign, the widest whole number of the engine. */
export function fitsLong(text: string): boolean {
  // Twenty signs are more than any long has; to read millions of digits takes minutes.
  if (text.length > 20) return false;
  const value = BigInt(text);
  return value >= LONG_MIN && value <= LONG_MAX;
}

/** Empty cells and the word null are no value. */
export function isNullText(text: string): boolean {
  return text === "" || text === "null" || text === "NULL";
}

/** A value cut to a length that a message can hold, in curly quotes. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `“${short}”`;
}

const no = (reason: string): Coerced => ({ ok: false, reason });
const yes = (json: string): Coerced => ({ ok: true, json });

type NumberText = { text: string; format: NumberFormat };
const expected = (format: NumberFormat) => (format === "plain" ? "" : ` like ${numberSample(format)}`);

function tooLarge({ text, type }: { text: string; type: "long" | "integer" }): Coerced {
  return no(`${quoted(text)} is too large for ${type === "long" ? "a long" : "an integer"}`);
}

function whole({ text: given, format, type }: NumberText & { type: "long" | "integer" }): Coerced {
  const text = plainNumberOf({ text: given, format }) ?? "";
  if (!WHOLE.test(text)) return no(`${quoted(given)} is not a whole number${expected(format)}`);
  const digits = text
    .replace(/^\+/, "")
    .replace(/\.0+$/, "")
    .replace(/^(-?)0+(?=\d)/, "$1");
  if (digits.length > 20) return tooLarge({ text: given, type });
  const value = BigInt(digits);
  const [min, max] = type === "long" ? [LONG_MIN, LONG_MAX] : [INT_MIN, INT_MAX];
  if (value < min || value > max) return tooLarge({ text: given, type });
  return yes(value.toString());
}

/** A decimal as JSON writes it: no plus, no leading zeros, a digit on both sides of the point. */
function jsonNumber(text: string): string {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/.exec(text);
  if (!found) return text;
  const sign = found[1] === "-" ? "-" : "";
  const integer = (found[2] ?? "").replace(/^0+(?=\d)/, "") || "0";
  const fraction = found[3] ? `.${found[3]}` : "";
  return `${sign}${integer}${fraction}${found[4] ?? ""}`;
}

function decimal({ text: given, format, type }: NumberText & { type: "double" | "float" }): Coerced {
  const text = plainNumberOf({ text: given, format }) ?? "";
  if (!DECIMAL.test(text)) return no(`${quoted(given)} is not a number${expected(format)}`);
  const value = type === "float" ? Math.fround(Number(text)) : Number(text);
  if (!Number.isFinite(value)) return no(`${quoted(given)} is too large for a ${type}`);
  return yes(jsonNumber(text));
}

function boolean(text: string): Coerced {
  const word = text.toLowerCase();
  if (word === "true" || word === "yes") return yes("true");
  if (word === "false" || word === "no") return yes("false");
  return no(`${quoted(text)} is neither true nor false`);
}

const NUMBER = "[+-]?\\d+(?:\\.\\d+)?";
const LAT_LON = new RegExp(`^\\(?\\s*(${NUMBER})(?:\\s*[,;]\\s*|\\s+)(${NUMBER})\\s*\\)?$`);

/** The two numbers of a text `lat,lon`; null when it is not one. Ranges are not looked at. */
export function readLatLon(text: string): { lat: string; lon: string } | null {
  const found = LAT_LON.exec(text);
  return found?.[1] !== undefined && found[2] !== undefined ? { lat: found[1], lon: found[2] } : null;
}

/** Why a point is not on earth; null when it is. */
export function placeProblem({ lat, lon }: { lat: string; lon: string }): string | null {
  if (Math.abs(Number(lat)) > 90) return `latitude ${lat} is out of range`;
  if (Math.abs(Number(lon)) > 180) return `longitude ${lon} is out of range`;
  return null;
}

function place(text: string): Coerced {
  const found = readLatLon(text);
  if (!found) return no(`${quoted(text)} is not a geo point (latitude, longitude)`);
  const problem = placeProblem(found);
  return problem ? no(problem) : yes(JSON.stringify(`${jsonNumber(found.lat)},${jsonNumber(found.lon)}`));
}

type TextToCoerce = { text: string; type: FieldType; dateFormat: DateFormat; numberFormat?: NumberFormat };

/**
 * One text as a value of a type. Takes trimmed or untrimmed text that is not null text; returns its JSON or why it does
 * not fit.
 */
export function coerceText({ text, type, dateFormat, numberFormat: format = "plain" }: TextToCoerce): Coerced {
  switch (type) {
    case "text":
    case "keyword":
    case "auto":
      return yes(JSON.stringify(text));
    case "long":
    case "integer":
      return whole({ text: text.trim(), format, type });
    case "double":
    case "float":
      return decimal({ text: text.trim(), format, type });
    case "boolean":
      return boolean(text.trim());
    case "date": {
      const iso = toIsoDate({ text: text.trim(), format: dateFormat });
      return iso === null
        ? no(`${quoted(text)} is not a date like ${dateSample(dateFormat)}`)
        : yes(JSON.stringify(iso));
    }
    case "geo_point":
      return place(text.trim());
    case "object":
      return no(`${quoted(text)} is not an object`);
  }
}

/** The text of a number as the file has it. */
export function numberText(value: number | LosslessNumber): string {
  return value instanceof LosslessNumber ? value.value : String(value);
}

/**
 * The items of a list written as text, `[a, b]`: as JSON where it is JSON, else cut at commas, quotes around an item
 * taken off. Null when the text is no list.
 */
export function readListText(text: string): string[] | null {
  if (text.length > MAX_LIST_CHARACTERS) return null;
  const trimmed = text.trim();
  if (!trimmed.startsWith("[") || !trimmed.endsWith("]")) return null;
  const inner = trimmed.slice(1, -1).trim();
  if (inner === "") return [];
  const items: string[] = [];
  let at = 0;
  const item = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')\s*(?:,|$)|([^,]*)(?:,|$)/y;
  while (at < inner.length) {
    item.lastIndex = at;
    const found = item.exec(inner);
    if (!found || found[0] === "") return null;
    items.push(unescape(found[1]) ?? found[2] ?? (found[3] ?? "").trim());
    at = item.lastIndex;
  }
  return items;
}

function unescape(inner: string | undefined): string | undefined {
  if (inner === undefined || !inner.includes("\\")) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}
