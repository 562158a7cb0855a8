import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
  parseJson,
  stringifyJson,
} from "@common/text/json";
import { parseJsonText } from "~/lib/json/text.server";
import { indentJson } from "~/lib/json/layout";
import type { Content } from "./read.server";

/** What is typed for a parameter: its default says it. `open` has no default: any value, or none. */
export type ParameterKind = "text" | "number" | "boolean" | "texts" | "numbers" | "json" | "open";

/** A field for one parameter. `text` is what stands in it, `initial` the stored default as text, null without one. */
export type ParameterField = { name: string; kind: ParameterKind; text: string; initial: string | null };

const PLACEHOLDER = /^\{\{(.+)\}\}$/s;
const isNumber = (value: JsonValue) => typeof value === "number" || value instanceof LosslessNumber;
const isLine = (value: JsonValue) => typeof value === "string" && !/[\r\n]/.test(value);
// What stands on a line of its own comes back from it unchanged.
const isEntry = (value: JsonValue) =>
  typeof value === "string" && isLine(value) && value !== "" && value.trim() === value;

function kindOf(value: JsonValue | undefined): ParameterKind {
  if (value === undefined) return "open";
  if (isNumber(value)) return "number";
  if (typeof value === "boolean") return "boolean";
  if (isLine(value)) return "text";
  // An empty list does not say what its entries are.
  if (!Array.isArray(value) || value.length === 0) return "json";
  return value.every(isNumber) ? "numbers" : value.every(isEntry) ? "texts" : "json";
}

function fits(kind: ParameterKind, value: JsonValue): boolean {
  const own = kindOf(value);
  return own === kind || kind === "open" || kind === "json" || (kind.endsWith("s") && stringifyJson(value) === "[]");
}

/** A value as its field shows it; `readParameter` makes the same value of it. */
function textOf(kind: ParameterKind, value: JsonValue): string {
  if (kind === "json") return indentJson(stringifyJson(value));
  if (Array.isArray(value) && kind !== "open")
    return value.map((entry) => (typeof entry === "string" ? entry : stringifyJson(entry))).join("\n");
  if (typeof value !== "string") return stringifyJson(value);
  return kind === "open" && (value === "" || !isLine(value) || parseJsonText(value).ok) ? stringifyJson(value) : value;
}

/** The names of all placeholders of a query, in its order: whole texts, as servers fill them in. */
function placeholdersIn(value: JsonValue): string[] {
  if (typeof value === "string") return PLACEHOLDER.exec(value)?.slice(1, 2) ?? [];
  if (Array.isArray(value)) return value.flatMap(placeholdersIn);
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [...placeholdersIn(name), ...placeholdersIn(inner)])
    : [];
}

/**
 * A field for each parameter of a stored query: its placeholders in their order, then further defaults, then what only
 * `given` has. `given` stands in the fields in place of the defaults; a value of another kind than its default is shown
 * as JSON.
 */
export function parameterFields({ query, params }: Pick<Content, "query" | "params">, given: JsonObject = {}) {
  const names = new Set([...placeholdersIn(query), ...Object.keys(params), ...Object.keys(given)]);
  return [...names].map((name): ParameterField => {
    const initial = Object.hasOwn(params, name) ? params[name] : undefined;
    const value = Object.hasOwn(given, name) ? given[name] : initial;
    const own = kindOf(initial);
    const kind = value === undefined || fits(own, value) ? own : "json";
    return {
      name,
      kind,
      text: value === undefined ? "" : textOf(kind, value),
      initial: initial === undefined ? null : textOf(kindOf(initial), initial),
    };
  });
}

type Read = { ok: true; value: JsonValue | undefined } | { ok: false; message: string };
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const isNo = (text: string): Read => ({
  ok: false,
  message: text === "" ? "Enter a number." : `"${text}" is not a number.`,
});

function readNumbers(lines: readonly string[]): Read {
  const wrong = lines.find((line) => !NUMBER.test(line));
  return wrong === undefined ? { ok: true, value: lines.map((line) => parseJson(line)) } : isNo(wrong);
}

/** The value that a text in the field of a parameter stands for; undefined for one that is not sent. */
export function readParameter(kind: ParameterKind, typed: string): Read {
  const text = typed.replaceAll("\r\n", "\n");
  const line = text.trim();
  const lines = () => text.split("\n").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
  switch (kind) {
    case "text":
      return { ok: true, value: text };
    case "number":
      return NUMBER.test(line) ? { ok: true, value: parseJson(line) } : isNo(line);
    case "boolean":
      return line === "true" || line === "false"
        ? { ok: true, value: line === "true" }
        : { ok: false, message: "Choose true or false." };
    case "texts":
      return { ok: true, value: lines() };
    case "numbers":
      return readNumbers(lines());
    case "json": {
      const result = line === "" ? null : parseJsonText(text);
      return result ?? { ok: false, message: "Enter a JSON value, such as null." };
    }
    case "open": {
      if (line === "") return { ok: true, value: undefined };
      const result = parseJsonText(line);
      return { ok: true, value: result.ok ? result.value : text };
    }
  }
}
