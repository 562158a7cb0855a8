import type { JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { formatDate } from "../../mapping/dates";
import type { FieldType } from "../../mapping/types";
import { dateValue, isWholeNumberType } from "../../query/core/fields";
import { textOf } from "../../query/parse/values";
import type { SortMode, SortSpec, SegmentKey, SortReader } from "../types";
import { exactOrder, type ExactOrder } from "./exact-order";

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);
const UNSIGNED_MAX = 2n ** 64n - 1n;

/** What stands for a missing number: the least or the most of its type. */
export function missingNumber(type: string, high: boolean): number | bigint {
  if (type === "integer" || type === "short" || type === "byte" || type === "boolean")
    return high ? 2_147_483_647 : -2_147_483_648;
  if (type === "unsigned_long") return high ? UNSIGNED_MAX : 0;
  if (isWholeNumberType(type) || type.startsWith("date")) return high ? LONG_MAX : LONG_MIN;
  return high ? Infinity : -Infinity;
}

/** Several ascending values as one. */
export function reduced(values: number[], mode: SortMode): number {
  switch (mode) {
    case "min":
      return values[0]!;
    case "max":
      return values.at(-1)!;
    case "sum":
      return values.reduce((sum, value) => sum + value, 0);
    case "avg":
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    case "median": {
      const middle = values.length >> 1;
      return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
    }
  }
}

export type FieldSpec = Extract<SortSpec, { kind: "field" }>;

/**
 * The value of a request that stands for missing ones, as the field holds numbers. Throws 400 for one that it cannot
 * hold.
 */
function givenNumber(type: FieldType, given: JsonValue): number | bigint {
  const text = textOf(given) ?? "";
  if (type.type === "float" || type.type === "half_float") return Math.fround(Number(text));
  if (!isWholeNumberType(type.type)) return Number(text);
  if (/^[+-]?\d+$/.test(text)) return wholeNumber(text);
  if (type.type === "unsigned_long") throw illegalArgument(`${text} is not an integer value`);
  return Math.trunc(Number(text));
}

function numberOrLong(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function wholeNumber(text: string): number | bigint {
  return numberOrLong(BigInt(text.replace("+", "")));
}

const ordersOf = new WeakMap<SortReader, Map<SortMode, ExactOrder>>();

/** The exact order of a column that needs one, kept with the segment. */
function keptOrder({
  reader,
  docCount,
  mode,
}: {
  reader: SortReader;
  docCount: number;
  mode: SortMode;
}): ExactOrder | undefined {
  const column = reader.numbers;
  const { exact } = column ?? {};
  if (!column || !exact) return undefined;
  const orders = ordersOf.get(reader) ?? new Map<SortMode, ExactOrder>();
  ordersOf.set(reader, orders);
  // With one value a document the modes are one.
  const kind = column.multiValued ? mode : "min";
  const order = orders.get(kind) ?? exactOrder({ column, exact, docCount, mode: kind });
  orders.set(kind, order);
  return order;
}

type NumberKeyOptions = {
  reader: SortReader | undefined;
  type: FieldType;
  spec: FieldSpec;
  now: number;
  docCount: number;
};

/** The sort key of a field of numbers or dates. */
export function numberKey({ reader, type, spec, now, docCount }: NumberKeyOptions): SegmentKey {
  const sign = spec.order === "asc" ? 1 : -1;
  const column = reader?.numbers;
  const high = (spec.missing === "_last") === (spec.order === "asc");
  const given = spec.missing === "_last" || spec.missing === "_first" ? undefined : spec.missing;
  // Lucene compares these in single precision, whatever the column holds.
  const isFloat = type.type === "float" || type.type === "half_float";
  const number = (value: number) => (isFloat ? Math.fround(value) : value);
  const dated =
    given !== undefined && type.kind === "date" ? dateValue(type, given, { now, roundUp: false }) : undefined;
  const missing = given === undefined ? missingNumber(type.type, high) : (dated ?? givenNumber(type, given));
  const missingKey = Number(missing) * sign;
  const whole = isWholeNumberType(type.type) || type.kind === "date";
  const read = (doc: number): number => {
    const count = column!.count(doc);
    if (count === 1) return column!.at(doc, 0);
    if (spec.mode === "min" || spec.mode === "max") return column!.at(doc, spec.mode === "max" ? count - 1 : 0);
    const value = reduced(
      Array.from({ length: count }, (_, at) => column!.at(doc, at)),
      spec.mode,
    );
    return whole ? Math.round(value) : number(value);
  };
  const order = reader && keptOrder({ reader, docCount, mode: spec.mode });
  const rankOf = (value: number | bigint) => (order ? order.rankOf(value) * sign : Number(value) * sign);
  const key = (): SegmentKey["key"] => {
    if (order && column) {
      const missingRank = rankOf(missing);
      return (doc) => (column.count(doc) > 0 ? order.rank(doc) * sign : missingRank);
    }
    const dense = column?.dense;
    if (!dense) return (doc) => (column && column.count(doc) > 0 ? read(doc) * sign : missingKey);
    const { values, exists } = dense;
    if (!exists) return (doc) => values[doc]! * sign;
    return (doc) => ((exists[doc >>> 3]! & (1 << (doc & 7))) !== 0 ? values[doc]! * sign : missingKey);
  };
  const slots = order ? undefined : column?.dense;
  return {
    key: key(),
    ...(slots && !slots.exists && { plain: { values: slots.values, sign } }),
    value(doc) {
      const count = column?.count(doc) ?? 0;
      if (!column || count === 0)
        return typeof missing === "number" && type.kind === "date" && spec.format !== undefined
          ? formatDate(missing, { format: spec.format })
          : missing;
      if (order) return numberOrLong(order.value(doc));
      const value = read(doc);
      return type.kind === "date" && spec.format !== undefined ? formatDate(value, { format: spec.format }) : value;
    },
    keyOf(value) {
      if (value === null) return rankOf(missing);
      if (typeof value !== "string") return rankOf(isFloat ? number(Number(value)) : value);
      if (type.kind === "date")
        return rankOf(
          dateValue(type, value, {
            now,
            roundUp: false,
            ...(spec.format === undefined ? {} : { format: spec.format }),
          }),
        );
      const asked = Number(value);
      if (value.trim() === "" || Number.isNaN(asked) || (whole && !/^[+-]?\d+$/.test(value))) {
        throw illegalArgument(`Failed to parse search_after value for field [${spec.field}].`, {
          causedBy: new EngineError(400, "number_format_exception", `For input string: "${value}"`),
        });
      }
      return rankOf(whole ? wholeNumber(value) : number(asked));
    },
  };
}
