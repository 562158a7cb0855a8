import { parseJson } from "@common/text/json";
import type { FieldEdit } from "~/lib/data/documents/field-edits";
import { type MappingField, numericTypes } from "~/lib/data/documents/mapping-fields";
import { editing } from "./edit-address";

/** What an address asks for: an edit, why it cannot be one and at which control, or nothing yet. */
export type AskedEdit = { edit: FieldEdit } | { problem: string; at: "path" | "with" } | null;

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

/** Reads the edit of an address. */
export function askedEdit(request: Request, fields: readonly MappingField[]): AskedEdit {
  const { edit: operation, path: field, with: typed } = editing.at(request).state;
  if (field === "") return typed === "" ? null : { problem: "Enter the field.", at: "path" };
  // The engine's own: _id, _routing. They are no part of a document.
  if (field.startsWith("_")) return { problem: `${field} belongs to the engine and cannot be changed.`, at: "path" };
  if (/(^|\.)(\.|$)/.test(field)) return { problem: "A field name has no empty part.", at: "path" };
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
