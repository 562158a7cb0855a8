import { parseJson } from "@common/text/json";
import type { FieldEdit } from "~/lib/data/documents/field-edits";
import { type MappingField, numericTypes } from "~/lib/data/documents/mapping-fields";
import { editing, meantField, NEW_FIELD } from "./edit-address";

/** What an address asks for: an edit, why it cannot be one and at which control, or nothing yet. */
export type AskedEdit = { edit: FieldEdit } | { problem: string; at: "path" | "other" | "with" } | null;

const textTypes: ReadonlySet<string> = new Set([
  "text",
  "keyword",
  "constant_keyword",
  "wildcard",
  "search_as_you_type",
  "match_only_text",
]);

/** What was typed as JSON text, for a field of a type; undefined where it does not fit. Texts need no quotes. */
export function jsonOf(typed: string, type: string | undefined): string | undefined {
  const json = isJson(typed);
  if (json && /^[[{"]/.test(typed)) return typed;
  if (json && (typed === "null" || type === undefined || !textTypes.has(type))) return typed;
  return type !== undefined && (numericTypes.has(type) || type === "boolean") ? undefined : JSON.stringify(typed);
}

function isJson(text: string) {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** What a value of a type looks like. */
export function exampleOf(type: string) {
  if (numericTypes.has(type)) return "Number, such as 12 or 3.5";
  switch (type) {
    case "date":
      return "Date, such as 2024-05-31";
    case "geo_point":
      return '{"lat": 52.5, "lon": 13.4}';
    case "text":
    case "keyword":
      return 'Text, or ["a", "b"]';
    default:
      return `Value (${type})`;
  }
}

/** Reads the edit of an address. */
export function askedEdit(request: Request, fields: readonly MappingField[]): AskedEdit {
  const { state } = editing.at(request);
  const { edit: operation, with: typed } = state;
  const { choice, field } = meantField(state, fields);
  const at = choice === NEW_FIELD ? "other" : "path";
  if (choice === "") return typed === "" ? null : { problem: "Choose a field.", at };
  if (field === "") return { problem: "Enter the name of the new field.", at };
  // The engine's own: _id, _routing. They are no part of a document.
  if (field.startsWith("_")) return { problem: `${field} belongs to the engine and cannot be changed.`, at };
  if (/(^|\.)(\.|$)/.test(field)) return { problem: "A field name has no empty part.", at };
  if (operation === "remove") return { edit: { operation, field } };
  if (typed === "") return { problem: operation === "rename" ? "Enter the new name." : "Enter a value.", at: "with" };
  if (operation === "rename") return renamed(field, typed);
  const type = fields.find(({ path }) => path === field)?.type;
  const value = jsonOf(typed, type);
  if (value === undefined)
    return { problem: `${field} is of type ${type}; “${typed.slice(0, 80)}” does not fit.`, at: "with" };
  return { edit: { operation, field, value } };
}

function renamed(field: string, typed: string): AskedEdit {
  const parent = field.slice(0, field.lastIndexOf(".") + 1);
  const name = parent !== "" && typed.startsWith(parent) ? typed.slice(parent.length) : typed;
  if (name.startsWith("_") || name.includes("."))
    return { problem: "A field stays in its object: enter its new name without dots.", at: "with" };
  if (`${parent}${name}` === field) return { problem: "That is its name already.", at: "with" };
  return { edit: { operation: "rename", field, name } };
}
