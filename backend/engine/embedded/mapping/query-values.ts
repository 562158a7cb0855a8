import type { JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { parseDateMath } from "./dates";
import { ipNetwork, ipTerm } from "./ip";
import { javaText } from "./nodes";
import { isIntegerType, toHalf, toNumber } from "./numbers";
import { readBoolean } from "./params";
import type { FieldType } from "./types";

/**
 * What a term query looks for: a term of the dictionary, a number, a range of numbers or terms, or nothing that could
 * match.
 */
export type ExactValue =
  | { kind: "term"; term: string }
  | { kind: "number"; number: number | bigint }
  | { kind: "range"; range: RangeBounds }
  | { kind: "none" };

/**
 * Bounds of a range, both inclusive; undefined is open. Numbers for numbers and dates, terms for keyword, ip and
 * boolean.
 */
export type RangeBounds =
  | { kind: "numbers"; min: number | bigint | undefined; max: number | bigint | undefined; empty: boolean }
  | { kind: "terms"; min: string | undefined; max: string | undefined; includeMin: boolean; includeMax: boolean };

export type QueryValueOptions = { format?: string; zone?: string; now?: number };

/** The type whose range a query's number must keep to: bytes and shorts are compared as integers. */
function comparedType(type: string): string {
  if (type === "byte" || type === "short") return "integer";
  return type === "scaled_float" ? "double" : type;
}

function queryNumber(field: FieldType, value: JsonValue): number | bigint {
  const text = javaText(value);
  if (text === "") throw new EngineError(400, "number_format_exception", "empty String");
  try {
    return toNumber(text, { type: comparedType(field.type), coerce: true });
  } catch (error) {
    if (!(error instanceof EngineError) || !error.reason.startsWith("For input string")) throw error;
    throw new EngineError(400, "number_format_exception", error.reason);
  }
}

function hasFraction(value: JsonValue): boolean {
  const number = Number(javaText(value));
  return Number.isFinite(number) && !Number.isInteger(number);
}

/**
 * The stored form of a value in a `term` or `terms` query.
 * Throws the peer's inner error (`For input string: "x"`); callers wrap it as `failed to create query: …`.
 */
export function termOf(field: FieldType, value: JsonValue, options: QueryValueOptions = {}): ExactValue {
  switch (field.kind) {
    case "number": {
      if (isIntegerType(field.type) && hasFraction(value)) return { kind: "none" };
      const number = queryNumber(field, value);
      if (field.type === "scaled_float" && field.scalingFactor !== undefined)
        return { kind: "number", number: Math.round(Number(number) * field.scalingFactor) / field.scalingFactor };
      return { kind: "number", number };
    }
    case "date":
      return { kind: "range", range: rangeBounds(field, { gte: value, lte: value }, options) };
    case "boolean":
      return { kind: "term", term: String(queryBoolean(value)) };
    case "ip": {
      const network = ipNetwork(javaText(value));
      if (network)
        return {
          kind: "range",
          range: { kind: "terms", min: network.first, max: network.last, includeMin: true, includeMax: true },
        };
      return { kind: "term", term: ipTerm(javaText(value)) };
    }
    case "keyword": {
      const text = javaText(value);
      return { kind: "term", term: field.normalizer ? field.normalizer.normalize(text) : text };
    }
    case "text":
      return { kind: "term", term: javaText(value) };
    case "rank_feature":
    case "rank_features":
      throw illegalArgument(`Queries on [${field.type}] fields are not supported`);
    case "vector":
      if (field.type === "dense_vector")
        throw illegalArgument(`Field [${field.path}] of type [dense_vector] doesn't support term queries`);
      throw new EngineError(
        400,
        "query_shard_exception",
        `KNN vector do not support exact searching, use KNN queries instead: [${field.path}]`,
      );
    case "geo_point":
      throw new EngineError(
        400,
        "query_shard_exception",
        `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field.path}]`,
      );
    case "stored_only":
      throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support term queries`);
  }
}

function queryBoolean(value: JsonValue): boolean {
  if (value === "") return false;
  try {
    return readBoolean(value);
  } catch {
    throw illegalArgument(`Can't parse boolean value [${javaText(value)}], expected [true] or [false]`);
  }
}

export type RangeInput = { gt?: JsonValue; gte?: JsonValue; lt?: JsonValue; lte?: JsonValue };

const given = (value: JsonValue | undefined): value is NonNullable<JsonValue> => value !== undefined && value !== null;

/**
 * Bounds of a `range` query as the field stores its values. Dates take maths, `format` and `zone`; what a bound leaves
 * open is rounded as the peer does
 * (`gt` and `lte` up, `gte` and `lt` down). Throws the peer's inner error for values that cannot be read.
 */
export function rangeBounds(field: FieldType, range: RangeInput, options: QueryValueOptions = {}): RangeBounds {
  if (field.kind === "date") return dateBounds(field, range, options);
  if (field.kind === "number") return numberBounds(field, range);
  if (field.kind === "ip" || field.kind === "keyword" || field.kind === "text" || field.kind === "boolean")
    return termBounds(field, range);
  throw illegalArgument(`Field [${field.path}] of type [${field.type}] does not support range queries`);
}

function dateBounds(
  field: FieldType,
  { gt, gte, lt, lte }: RangeInput,
  { format, zone, now }: QueryValueOptions,
): RangeBounds {
  const at = (value: JsonValue, roundUp: boolean) =>
    parseDateMath(javaText(value), { format: format ?? field.format, zone, now, roundUp });
  const min = given(gt) ? at(gt, true) + 1 : given(gte) ? at(gte, false) : undefined;
  const max = given(lt) ? at(lt, false) - 1 : given(lte) ? at(lte, true) : undefined;
  return { kind: "numbers", min, max, empty: min !== undefined && max !== undefined && min > max };
}

function numberBounds(field: FieldType, range: RangeInput): RangeBounds {
  const low = given(range.gt) ? range.gt : range.gte;
  const high = given(range.lt) ? range.lt : range.lte;
  const min = given(low) ? edge(field, low, given(range.gt) ? "above" : "from") : undefined;
  const max = given(high) ? edge(field, high, given(range.lt) ? "below" : "to") : undefined;
  return { kind: "numbers", min, max, empty: min !== undefined && max !== undefined && min > max };
}

type Edge = "above" | "from" | "below" | "to";

/** The smallest or largest storable number that a bound lets through. */
function edge(field: FieldType, value: JsonValue, kind: Edge): number | bigint {
  if (!isIntegerType(field.type))
    return floatingEdge(
      field,
      Number(queryNumber(field.type === "half_float" ? { ...field, type: "float" } : field, value)),
      kind,
    );
  // Also refuses what is beyond the type.
  queryNumber(field, value);
  const text = javaText(value);
  const whole = /^[+-]?\d+$/.test(text);
  const floor = whole ? BigInt(text.replace("+", "")) : BigInt(Math.floor(Number(text)));
  const fraction = !whole && !Number.isInteger(Number(text));
  const bound =
    kind === "above"
      ? floor + 1n
      : kind === "from"
        ? fraction
          ? floor + 1n
          : floor
        : kind === "below"
          ? fraction
            ? floor
            : floor - 1n
          : floor;
  const number = Number(bound);
  return Number.isSafeInteger(number) ? number : bound;
}

function floatingEdge(field: FieldType, value: number, kind: Edge): number {
  if (field.type === "float") {
    const rounded = Math.fround(value);
    return kind === "above" ? nextFloat(rounded, 1) : kind === "below" ? nextFloat(rounded, -1) : rounded;
  }
  if (field.type === "half_float") return halfEdge(value, kind);
  if (field.type === "scaled_float" && field.scalingFactor !== undefined) {
    const scaled = value * field.scalingFactor;
    const steps =
      kind === "above"
        ? Math.floor(scaled) + 1
        : kind === "from"
          ? Math.ceil(scaled)
          : kind === "below"
            ? Math.ceil(scaled) - 1
            : Math.floor(scaled);
    return steps / field.scalingFactor;
  }
  return kind === "above" ? nextDouble(value, 1) : kind === "below" ? nextDouble(value, -1) : value;
}

function halfEdge(value: number, kind: Edge): number {
  const rounded = toHalf(value);
  if (kind === "above" && rounded <= value) return nextHalf(rounded, 1);
  if (kind === "from" && rounded < value) return nextHalf(rounded, 1);
  if (kind === "below" && rounded >= value) return nextHalf(rounded, -1);
  if (kind === "to" && rounded > value) return nextHalf(rounded, -1);
  return rounded;
}

function nextHalf(value: number, direction: 1 | -1): number {
  // Below a power of two the steps are half as wide.
  const step = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(value) || 1e-30)), -14) - 10);
  const towardsZero = value !== 0 && value > 0 !== direction > 0;
  return (
    value +
    direction *
      (towardsZero && Number.isInteger(Math.log2(Math.abs(value))) && Math.abs(value) > 2 ** -14 ? step / 2 : step)
  );
}

const view = new DataView(new ArrayBuffer(8));

function nextFloat(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * 1.401298464324817e-45;
  view.setFloat32(0, value);
  view.setInt32(0, view.getInt32(0) + (value > 0 === direction > 0 ? 1 : -1));
  return view.getFloat32(0);
}

function nextDouble(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 === direction > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

function termBounds(field: FieldType, { gt, gte, lt, lte }: RangeInput): RangeBounds {
  const term = (value: JsonValue) => {
    const exact = termOf(field, value);
    return exact.kind === "term" ? exact.term : javaText(value);
  };
  const low = given(gt) ? gt : gte;
  const high = given(lt) ? lt : lte;
  return {
    kind: "terms",
    min: given(low) ? term(low) : undefined,
    max: given(high) ? term(high) : undefined,
    includeMin: !given(gt),
    includeMax: !given(lt),
  };
}
