import {
  behindText,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
  parseJson,
  stringifyJson,
} from "@common/text/json";
import { numericTypes } from "./mapping-fields";

// A document as fields of a form: its top-level values, each typed as what it is. Pure.

export type FieldKind = "text" | "long" | "number" | "boolean" | "lines" | "json";
/** A field as its form has it: `value` is what its control shows. */
export type TypedField = { path: string; kind: FieldKind; value: string };

/** A text beyond this, or of several lines, gets a text area. */
const LONG = 80;
/** More fields, or a longer text, are changed as JSON alone. */
export const MOST_FIELDS = 100;
export const MOST_CHARACTERS = 200_000;

const isNumber = (value: JsonValue) => typeof value === "number" || value instanceof LosslessNumber;
const isLine = (value: JsonValue) => typeof value === "string" && value.trim() !== "" && !/[\r\n]/.test(value);

function kindOf(value: JsonValue, type: string | undefined): FieldKind {
  if (typeof value === "string") return value.length > LONG || /[\r\n]/.test(value) ? "long" : "text";
  if (typeof value === "boolean") return "boolean";
  if (isNumber(value)) return "number";
  if (Array.isArray(value) && value.length > 0 && value.every(isLine)) return "lines";
  if (value !== null) return "json";
  // Nothing is told by what is not set: its type in the mapping is.
  if (type === undefined || ["text", "keyword", "date", "ip"].includes(type)) return "text";
  return type === "boolean" ? "boolean" : numericTypes.has(type) ? "number" : "json";
}

function shownOf(value: JsonValue, kind: FieldKind): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (kind === "lines" && Array.isArray(value)) return value.filter((line) => typeof line === "string").join("\n");
  return kind === "json" ? stringifyJson(value, 2) : stringifyJson(value);
}

const kindRanks: readonly FieldKind[] = ["text", "long", "lines"];

/**
 * The fields of a document that is still to be written: the top level of a mapping, each of the kind that documents of
 * the index have there. What lies in an object is one field, as it is in a stored document.
 */
export function emptyFields(types: ReadonlyMap<string, string>, samples: readonly JsonObject[]): TypedField[] {
  const names = new Set([...types.keys()].map((path) => path.split(".")[0] ?? path));
  return [...names].map((path) => {
    const type = types.get(path);
    const declared = type === undefined ? "json" : kindOf(null, type);
    const seen = new Set(
      samples.flatMap((source) => {
        const value = source[path];
        return value === undefined || value === null ? [] : [kindOf(value, type)];
      }),
    );
    // Lists win over texts, long texts over short ones: what fits one of them fits all.
    const widest = kindRanks.findLast((kind) => seen.has(kind));
    const only = [...seen].every((kind) => kindRanks.includes(kind)) ? widest : "json";
    return { path, kind: declared === "text" || declared === "json" ? (only ?? declared) : declared, value: "" };
  });
}

/** The fields of a document, in their order; `types` are those of the mapping, by path. */
export function typedFields(document: JsonObject, types: ReadonlyMap<string, string>): TypedField[] {
  return Object.entries(document).map(([path, value]) => {
    const kind = kindOf(value, types.get(path));
    return { path, kind, value: shownOf(value, kind) };
  });
}

export type ReadField = { ok: true; value: JsonValue } | { ok: false; problem: string };

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** What was typed in a field, as the value that it stands for; what was not changed stays as it was, digit by digit. */
export function readField({ kind, value: shown }: TypedField, typed: string, before: JsonValue): ReadField {
  const text = typed.replaceAll("\r\n", "\n");
  if (text === shown) return { ok: true, value: before };
  if (text.trim() === "" && (kind === "number" || kind === "boolean" || kind === "json"))
    return { ok: true, value: null };
  switch (kind) {
    case "text":
    case "long":
      return { ok: true, value: text };
    case "lines":
      return { ok: true, value: text.split("\n").filter((line) => line.trim() !== "") };
    case "boolean":
      return { ok: true, value: text === "true" };
    case "number": {
      const number = parsed(text.trim());
      return number !== undefined && isNumber(number)
        ? { ok: true, value: number }
        : { ok: false, problem: "Enter a number, such as 12 or 3.5." };
    }
    case "json": {
      const value = parsed(text);
      return value === undefined ? { ok: false, problem: "Enter a JSON value." } : { ok: true, value };
    }
  }
}

const SPACE = /[ \t\r\n]*/y;
const BARE = /[^,\]}\s]*/y;

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

/** The place behind the value that stands at `start` of a text that is JSON. */
function behindValue(text: string, start: number): number {
  if (text[start] === '"') return behindText(text, start);
  if (text[start] !== "{" && text[start] !== "[") return behind(BARE, text, start);
  let depth = 0;
  for (let at = start; at < text.length;) {
    const sign = text[at];
    if (sign === '"') {
      at = behindText(text, at);
      continue;
    }
    at++;
    if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at;
  }
  return text.length;
}

/** A document's text with other values for some of its members; all else stays letter by letter. */
export function withMembers(text: string, values: ReadonlyMap<string, JsonValue>): string {
  const parts: string[] = [];
  let copied = 0;
  let at = behind(SPACE, text, text.indexOf("{") + 1);
  while (text[at] === '"') {
    const end = behindText(text, at);
    const name: unknown = JSON.parse(text.slice(at, end));
    const start = behind(SPACE, text, text.indexOf(":", end) + 1);
    const stop = behindValue(text, start);
    const value = typeof name === "string" ? values.get(name) : undefined;
    if (value !== undefined) {
      parts.push(text.slice(copied, start), stringifyJson(value, 2));
      copied = stop;
    }
    const next = behind(SPACE, text, stop);
    at = text[next] === "," ? behind(SPACE, text, next + 1) : text.length;
  }
  return `${parts.join("")}${text.slice(copied)}`;
}
