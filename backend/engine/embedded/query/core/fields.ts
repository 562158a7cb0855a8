import { LosslessNumber, type JsonValue } from "@common/json";
import { EngineError, illegalArgument } from "../../errors";
import { parseDateMath } from "../../mapping/dates";
import type { FieldType } from "../../mapping/types";
import { textOf } from "../parse/values";
import type { LuceneNode, NumericBound, RewriteContext } from "../types";
import { noneNode, termNode } from "./nodes";
import { ipRange, ipTerm } from "./ip";

/** Least and largest value of the whole-number types. */
const INTEGER_BOUNDS: Readonly<Record<string, readonly [NumericBound, NumericBound]>> = {
  byte: [-128, 127],
  short: [-32_768, 32_767],
  integer: [-2_147_483_648, 2_147_483_647],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsigned_long: [0, 2n ** 64n - 1n],
};

export function isWholeNumberType(type: string): boolean {
  return INTEGER_BOUNDS[type] !== undefined;
}

function numberFormat(text: string): EngineError {
  return new EngineError(400, "number_format_exception", `For input string: "${text}"`);
}

/** A number as text → a double, or a bigint where a double would lose digits. */
export function exactNumber(text: string): NumericBound {
  const trimmed = text.trim();
  if (trimmed === "" || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) throw numberFormat(text);
  const plain = Number(trimmed);
  if (Number.isInteger(plain) && !Number.isSafeInteger(plain) && /^[+-]?\d+$/.test(trimmed)) return BigInt(trimmed);
  return plain;
}

/** Brings a number into the form in which the field's column holds it. */
export function columnNumber(field: FieldType, value: NumericBound): NumericBound {
  if (field.type === "float") return Math.fround(Number(value));
  if (field.type === "half_float") return halfFloat(Number(value));
  return value;
}

/** The nearest number that sixteen bits hold. */
function halfFloat(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const exponent = Math.max(-14, Math.floor(Math.log2(Math.abs(value))));
  const step = 2 ** (exponent - 10);
  const ratio = value / step;
  const low = Math.floor(ratio);
  const rest = ratio - low;
  const even = low % 2 === 0 ? low : low + 1;
  return (rest < 0.5 ? low : rest > 0.5 ? low + 1 : even) * step;
}

function requireSearchable(field: FieldType): void {
  if (field.indexed || (field.docValues && field.kind !== "text")) return;
  throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed.`);
}

function numberTerm(field: FieldType, text: string): LuceneNode {
  const value = exactNumber(text);
  if (isWholeNumberType(field.type)) {
    if (typeof value === "number" && !Number.isInteger(value)) return noneNode(`Value [${text}] has a decimal part`);
    const [least, most] = INTEGER_BOUNDS[field.type]!;
    if (value < least || value > most) return noneNode(`Value [${text}] is out of range for a${field.type === "integer" ? "n" : ""} ${field.type}`);
  }
  if (field.type === "scaled_float") {
    const scaled = Math.round(Number(value) * (field.scalingFactor ?? 1)) / (field.scalingFactor ?? 1);
    return { kind: "number_set", boost: 1, field: field.path, values: [scaled] };
  }
  return { kind: "number_set", boost: 1, field: field.path, values: [columnNumber(field, value)] };
}

/** The stored term of a boolean, from what queries may say. */
export function booleanTerm(text: string): "true" | "false" {
  if (text === "true") return "true";
  if (text === "false" || text === "") return "false";
  throw illegalArgument(`Can't parse boolean value [${text}], expected [true] or [false]`);
}

/** The one stored form of a word on a text or keyword field: normalised keywords, everything else as it is. */
export function storedTerm(field: FieldType, text: string): string {
  return field.kind === "keyword" && field.normalizer ? field.normalizer.normalize(text) : text;
}

export type DateSettings = { format?: string; zone?: string; now: number };

/** Epoch milliseconds of a bound or a term on a date field. */
export function dateValue(field: FieldType, value: JsonValue, { format, zone, now, roundUp }: DateSettings & { roundUp: boolean }): number {
  const wanted = format ?? field.format;
  return parseDateMath(textOf(value) ?? "", { roundUp, now, ...(wanted === undefined ? {} : { format: wanted }), ...(zone === undefined ? {} : { zone }) });
}

/** The exact-value query of a field: what `term` runs, and `match` where the field is not analysed. */
export function exactNode({ field, value, context }: { field: FieldType; value: JsonValue; context: RewriteContext }): LuceneNode {
  requireSearchable(field);
  const text = value instanceof LosslessNumber ? value.value : (textOf(value) ?? "");
  switch (field.kind) {
    case "number":
      return numberTerm(field, text);
    case "date":
      return { kind: "number_range", boost: 1, field: field.path, lower: dateValue(field, value, { now: context.now, roundUp: false }), upper: dateValue(field, value, { now: context.now, roundUp: true }) };
    case "boolean":
      return termNode({ field: field.path, term: booleanTerm(text) });
    case "ip": {
      const range = text.includes("/") ? ipRange(text) : undefined;
      if (range) return { kind: "term_range", boost: 1, field: field.path, lower: range.lower, upper: range.upper, includeLower: true, includeUpper: true };
      return { kind: "term_set", boost: 1, field: field.path, terms: [ipTerm(text)] };
    }
    case "geo_point":
      throw new EngineError(400, "query_shard_exception", `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.path}]`);
    case "rank_feature":
      throw illegalArgument("Queries on [rank_feature] fields are not supported");
    default:
      return termNode({ field: field.path, term: storedTerm(field, text) });
  }
}

/** The query of `terms`: any of the values, each scoring the boost. */
export function anyOfNode({ field, values, context }: { field: FieldType; values: readonly JsonValue[]; context: RewriteContext }): LuceneNode {
  requireSearchable(field);
  const texts = values.map((value) => textOf(value) ?? "");
  if (field.kind === "number") {
    const sets = texts.map((text) => numberTerm(field, text));
    return { kind: "number_set", boost: 1, field: field.path, values: sets.flatMap((one) => (one.kind === "number_set" ? one.values : [])) };
  }
  if (field.kind === "text" || field.kind === "keyword") return { kind: "term_set", boost: 1, field: field.path, terms: texts.map((text) => storedTerm(field, text)) };
  if (field.kind === "boolean") return { kind: "term_set", boost: 1, field: field.path, terms: texts.map(booleanTerm) };
  const queries = values.map((value) => exactNode({ field, value, context }));
  return { kind: "constant", boost: 1, query: { kind: "dis_max", boost: 1, tieBreaker: 0, queries } };
}

export type RangeBounds = { from?: JsonValue; to?: JsonValue; includeFrom: boolean; includeTo: boolean };

function wholeBound(bound: NumericBound, { up, include }: { up: boolean; include: boolean }): NumericBound {
  if (typeof bound === "bigint") return include ? bound : bound + (up ? 1n : -1n);
  const rounded = up ? Math.ceil(bound) : Math.floor(bound);
  return include || rounded !== bound ? rounded : rounded + (up ? 1 : -1);
}

/** The next number up or down that the field's type can hold. */
function neighbour(field: FieldType, value: number, up: boolean): number {
  if (field.type === "float" || field.type === "half_float") {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, value);
    if (value === 0) return up ? 1.401298464324817e-45 : -1.401298464324817e-45;
    view.setInt32(0, view.getInt32(0) + (value > 0 === up ? 1 : -1));
    return view.getFloat32(0);
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  if (value === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 === up ? 1n : -1n));
  return view.getFloat64(0);
}

function numberBound(field: FieldType, value: JsonValue, side: { up: boolean; include: boolean }): NumericBound {
  const exact = exactNumber(textOf(value) ?? "");
  if (isWholeNumberType(field.type)) return wholeBound(exact, side);
  const held = columnNumber(field, exact);
  if (side.include || typeof held === "bigint") return held;
  return neighbour(field, held, side.up);
}

/** The query of `range` on a field. Upper bounds that include, and lower ones that do not, take the end of a rounded date. */
export function rangeNode({ field, bounds, dates }: { field: FieldType; bounds: RangeBounds; dates: DateSettings }): LuceneNode {
  requireSearchable(field);
  const { from, to, includeFrom, includeTo } = bounds;
  const path = field.path;
  switch (field.kind) {
    case "number": {
      const lower = from === undefined ? -Infinity : numberBound(field, from, { up: true, include: includeFrom });
      const upper = to === undefined ? Infinity : numberBound(field, to, { up: false, include: includeTo });
      return { kind: "number_range", boost: 1, field: path, lower, upper };
    }
    case "date": {
      const lower = from === undefined ? -Infinity : dateValue(field, from, { ...dates, roundUp: !includeFrom }) + (includeFrom ? 0 : 1);
      const upper = to === undefined ? Infinity : dateValue(field, to, { ...dates, roundUp: includeTo }) - (includeTo ? 0 : 1);
      return { kind: "number_range", boost: 1, field: path, lower, upper };
    }
    case "geo_point":
    case "rank_feature":
    case "stored_only":
      throw illegalArgument(`Field [${path}] of type [${field.type}] does not support range queries`);
    default: {
      const form = (value: JsonValue | undefined) => {
        if (value === undefined) return undefined;
        const text = textOf(value) ?? "";
        if (field.kind === "ip") return ipTerm(text);
        return field.kind === "boolean" ? booleanTerm(text) : storedTerm(field, text);
      };
      return { kind: "term_range", boost: 1, field: path, lower: form(from), upper: form(to), includeLower: includeFrom, includeUpper: includeTo };
    }
  }
}
