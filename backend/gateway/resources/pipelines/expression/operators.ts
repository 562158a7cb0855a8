import { isJsonObject, type JsonValue } from "@common/text/json";
import { BOUNDS } from "./bounds";
import { ConditionError } from "./fault";
import { compareNumbers, isEqual, isNumber, kindOf, numberOf, type Use, wholeNumber } from "./kinds";
import type { Joining } from "./tree";

/** Characters compared one by one in the worst case that are one step. */
const COMPARED_OF_A_STEP = 8_192;

/** The sign of how two values lie; null where one of them is nil. */
function order(op: string, [left, right]: readonly [JsonValue, JsonValue], { work, at }: Use): number | null {
  if (left === null || right === null) return null;
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === "string" && typeof right === "string") {
    work.text(Math.min(left.length, right.length), at);
    return left < right ? -1 : left > right ? 1 : 0;
  }
  throw new ConditionError(`"${op}" does not compare ${kindOf(left)} with ${kindOf(right)},`, at);
}

/** What it takes to look for one text in another. */
export function spendSearch(text: string, part: string, { work, at }: Use): void {
  work.text(text.length, at);
  work.spend(Math.ceil((text.length * Math.min(part.length, text.length)) / COMPARED_OF_A_STEP), at);
}

function texts(op: string, [left, right]: readonly [JsonValue, JsonValue], use: Use): boolean {
  if (left === null || right === null) return false;
  if (typeof left !== "string" || typeof right !== "string")
    throw new ConditionError(`"${op}" takes texts, not ${kindOf(left)} and ${kindOf(right)},`, use.at);
  if (op === "contains") {
    spendSearch(left, right, use);
    return left.includes(right);
  }
  use.work.text(right.length, use.at);
  return op === "startsWith" ? left.startsWith(right) : left.endsWith(right);
}

function isIn(left: JsonValue, right: JsonValue, use: Use): boolean {
  if (right === null) return false;
  if (Array.isArray(right)) return right.some((item) => isEqual(left, item, use));
  if (!isJsonObject(right)) throw new ConditionError(`"in" looks into lists and maps, not ${kindOf(right)},`, use.at);
  return typeof left === "string" && Object.hasOwn(right, left);
}

function sum(left: JsonValue, right: JsonValue, { work, at }: Use): JsonValue {
  if (typeof left === "string" && typeof right === "string") {
    work.text(left.length + right.length, at);
    return left + right;
  }
  if (isNumber(left) && isNumber(right)) return Number(left) + Number(right);
  throw new ConditionError(`"+" does not join ${kindOf(left)} and ${kindOf(right)},`, at);
}

function remainder(left: JsonValue, right: JsonValue, { at }: Use): number {
  const [number, by] = [wholeNumber(left, "%", at), wholeNumber(right, "%", at)];
  if (by === 0) throw new ConditionError("there is no remainder of a division by 0", at);
  return number % by;
}

function range(left: JsonValue, right: JsonValue, { work, at }: Use): number[] {
  const [first, last] = [wholeNumber(left, "..", at), wholeNumber(right, "..", at)];
  const length = Math.max(0, last - first + 1);
  if (length > BOUNDS.range) throw new ConditionError(`a range has at most ${BOUNDS.range} numbers`, at);
  work.spend(length, at);
  return Array.from({ length }, (_, place) => first + place);
}

/** What an operator makes of two values. Throws a ConditionError where it does not take them. */
export function joined(op: Joining, pair: readonly [JsonValue, JsonValue], use: Use): JsonValue {
  const [left, right] = pair;
  const lies = (holds: (sign: number) => boolean) => {
    const sign = order(op, pair, use);
    return sign !== null && holds(sign);
  };
  const counted = (work: (one: number, other: number) => number) =>
    work(Number(numberOf(left, op, use.at)), Number(numberOf(right, op, use.at)));
  switch (op) {
    case "==":
      return isEqual(left, right, use);
    case "!=":
      return !isEqual(left, right, use);
    case "<":
      return lies((sign) => sign < 0);
    case "<=":
      return lies((sign) => sign <= 0);
    case ">":
      return lies((sign) => sign > 0);
    case ">=":
      return lies((sign) => sign >= 0);
    case "in":
      return isIn(left, right, use);
    case "contains":
    case "startsWith":
    case "endsWith":
      return texts(op, pair, use);
    case "..":
      return range(left, right, use);
    case "+":
      return sum(left, right, use);
    case "-":
      return counted((one, other) => one - other);
    case "*":
      return counted((one, other) => one * other);
    case "/":
      return counted((one, other) => one / other);
    case "%":
      return remainder(left, right, use);
    case "**":
      return counted((one, other) => one ** other);
  }
}
