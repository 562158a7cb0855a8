import { isJsonObject, type JsonValue, LosslessNumber, parseJson, stringifyJson } from "@common/text/json";
import { ConditionError } from "./fault";
import { compareNumbers, isNumber, kindOf, numberOf, type NumberValue, type Use } from "./kinds";
import { spendSearch } from "./operators";
import { walk } from "./work";

/** `least` and `most`: how many values it takes. */
type Builtin = { least: number; most: number; run: (args: readonly JsonValue[], use: Use) => JsonValue };

/** Characters of JSON that are one step. */
const JSON_OF_A_STEP = 32;
const WHOLE = /^[+-]?\d{1,400}$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function wrong(name: string, value: JsonValue, at: number): ConditionError {
  return new ConditionError(`${name} does not take ${kindOf(value)},`, at);
}

/** A function of one text; nil stays nil. */
function ofText(name: string, change: (text: string) => string): Builtin {
  return {
    least: 1,
    most: 1,
    run: ([value = null], { work, at }) => {
      if (value === null) return null;
      if (typeof value !== "string") throw wrong(name, value, at);
      work.text(value.length, at);
      return change(value);
    },
  };
}

function lengthOf(value: JsonValue, { work, at }: Use): number {
  if (value === null) return 0;
  if (Array.isArray(value)) return value.length;
  if (isJsonObject(value)) return Object.keys(value).length;
  if (typeof value !== "string") throw wrong("len", value, at);
  work.text(value.length, at);
  // Characters, not halves of them.
  return value.length - (value.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

function split([text = null, by = null]: readonly JsonValue[], use: Use): JsonValue {
  const { work, at } = use;
  if (text === null) return [];
  if (typeof text !== "string" || typeof by !== "string")
    throw wrong("split", typeof text === "string" ? by : text, at);
  spendSearch(text, by, use);
  if (by === "") work.spend(text.length, at);
  const parts = by === "" ? Array.from(text) : text.split(by);
  work.spend(parts.length, at);
  return parts;
}

function toInt(value: JsonValue, at: number): JsonValue {
  if (typeof value === "string" && WHOLE.test(value))
    return parseJson(value.replace(/^\+/, "").replace(/^(-?)0+(?=\d)/, "$1"));
  if (!isNumber(value)) throw typeof value === "string" ? notA("whole number", at) : wrong("int", value, at);
  if (value instanceof LosslessNumber && /^-?\d+$/.test(value.value)) return value;
  const whole = Math.trunc(Number(value));
  if (!Number.isFinite(whole)) throw notA("whole number", at);
  return whole;
}

const notA = (what: string, at: number) => new ConditionError(`this text is no ${what}`, at);

function toFloat(value: JsonValue, at: number): JsonValue {
  if (isNumber(value)) return value;
  if (typeof value !== "string") throw wrong("float", value, at);
  if (value.length > 400 || !DECIMAL.test(value)) throw notA("number", at);
  return Number(value);
}

function written(value: JsonValue, { work, at }: Use, space?: number): string {
  const tooDeep = () => new ConditionError("a value goes too deep to be written", at);
  walk(value, {
    visit: (characters) => {
      work.spend(1, at);
      work.text(characters, at);
    },
    tooDeep,
  });
  return stringifyJson(value, space);
}

function asText(value: JsonValue, use: Use): string {
  if (typeof value === "string") return value;
  return value === null ? "" : written(value, use);
}

function fromJson(value: JsonValue, { work, at }: Use): JsonValue {
  if (typeof value !== "string") throw wrong("fromJSON", value, at);
  work.spend(Math.ceil(value.length / JSON_OF_A_STEP), at);
  try {
    return parseJson(value);
  } catch (error) {
    // What goes too deep for the parser is no JSON that anybody meant.
    if (error instanceof SyntaxError || error instanceof RangeError) throw notA("JSON", at);
    throw error;
  }
}

/** The largest number, or the least; of those in lists too. */
function outermost(name: "max" | "min", args: readonly JsonValue[], { work, at }: Use): NumberValue {
  const numbers = args.flatMap((one) => {
    work.spend(Array.isArray(one) ? one.length : 1, at);
    return [one].flat().map((number) => numberOf(number, name, at));
  });
  const [first, ...others] = numbers;
  if (first === undefined) throw new ConditionError(`${name} takes numbers, and there are none`, at);
  const sign = name === "max" ? 1 : -1;
  return others.reduce((best, one) => (compareNumbers(one, best) * sign > 0 ? one : best), first);
}

function absolute(value: JsonValue, at: number): NumberValue {
  const number = numberOf(value, "abs", at);
  return number instanceof LosslessNumber ? new LosslessNumber(number.value.replace("-", "")) : Math.abs(number);
}

const one = (run: (value: JsonValue, use: Use) => JsonValue): Builtin => ({
  least: 1,
  most: 1,
  run: ([value = null], use) => run(value, use),
});

/** What conditions may call, by name. */
export const FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["len", one(lengthOf)],
  ["lower", ofText("lower", (text) => text.toLowerCase())],
  ["upper", ofText("upper", (text) => text.toUpperCase())],
  ["trim", ofText("trim", (text) => text.trim())],
  ["split", { least: 2, most: 2, run: split }],
  ["int", one((value, { at }) => toInt(value, at))],
  ["float", one((value, { at }) => toFloat(value, at))],
  ["string", one(asText)],
  ["fromJSON", one(fromJson)],
  ["toJSON", one((value, use) => written(value, use, 2))],
  ["abs", one((value, { at }) => absolute(value, at))],
  ["max", { least: 1, most: 100, run: (args, use) => outermost("max", args, use) }],
  ["min", { least: 1, most: 100, run: (args, use) => outermost("min", args, use) }],
]);
