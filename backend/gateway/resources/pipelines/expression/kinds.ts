import { isJsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { BOUNDS } from "./bounds";
import { ConditionError } from "./fault";
import type { Work } from "./work";

export type NumberValue = number | LosslessNumber;
/** Where a value is looked at, and who counts the steps. */
export type Use = { work: Work; at: number };

/** Longest number whose digits are compared one by one. */
const EXACT_DIGITS = 400;

export const isNumber = (value: JsonValue): value is NumberValue =>
  typeof value === "number" || value instanceof LosslessNumber;

/** What a value is, in the words of messages. */
export function kindOf(value: JsonValue): string {
  if (value === null) return "nil";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "a boolean";
  if (isNumber(value)) return "a number";
  return Array.isArray(value) ? "a list" : "a map";
}

/** The digits of a whole number that are compared exactly; null where it is none. */
function wholeOf(value: NumberValue): bigint | null {
  const text = String(value);
  return text.length <= EXACT_DIGITS && /^-?\d+$/.test(text) ? BigInt(text) : null;
}

/** Below 0 where the first is less, 0 where they are the same number. */
export function compareNumbers(left: NumberValue, right: NumberValue): number {
  if (typeof left !== "number" || typeof right !== "number") {
    const [one, other] = [wholeOf(left), wholeOf(right)];
    if (one !== null && other !== null) return one < other ? -1 : one > other ? 1 : 0;
  }
  const [one, other] = [Number(left), Number(right)];
  return one < other ? -1 : one > other ? 1 : one === other ? 0 : Number.NaN;
}

/** Whether two values are the same, lists and maps by what is in them. */
export function isEqual(left: JsonValue, right: JsonValue, use: Use, depth = 0): boolean {
  const { work, at } = use;
  work.spend(1, at);
  if (depth > BOUNDS.valueDepth) throw new ConditionError("a value goes too deep to be compared", at);
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  if (typeof left === "string" && typeof right === "string") {
    if (left.length === right.length) work.text(left.length, at);
    return left === right;
  }
  if (Array.isArray(left) && Array.isArray(right))
    return (
      left.length === right.length && left.every((one, place) => isEqual(one, right[place] ?? null, use, depth + 1))
    );
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every(
        (name) => Object.hasOwn(right, name) && isEqual(left[name] ?? null, right[name] ?? null, use, depth + 1),
      )
    );
  }
  return left === right;
}

/** True or false; nil is false. Throws a ConditionError for anything else. */
export function truthOf(value: JsonValue, at: number): boolean {
  if (typeof value === "boolean") return value;
  if (value === null) return false;
  throw new ConditionError(`true or false is wanted, and this is ${kindOf(value)},`, at);
}

/** Throws a ConditionError for what is no number. */
export function numberOf(value: JsonValue, name: string, at: number): NumberValue {
  if (isNumber(value)) return value;
  throw new ConditionError(`"${name}" takes numbers, and this is ${kindOf(value)},`, at);
}

/** A whole number that can be counted with. Throws a ConditionError for anything else. */
export function wholeNumber(value: JsonValue, name: string, at: number): number {
  const number = Number(numberOf(value, name, at));
  if (Number.isSafeInteger(number)) return number;
  throw new ConditionError(`"${name}" takes whole numbers`, at);
}
