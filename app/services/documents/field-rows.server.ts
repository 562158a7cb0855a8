import { cellText } from "~/lib/documents/values";
import { parseSource } from "~/lib/json/view.server";
import type { MappingField } from "~/lib/documents/mapping-fields";

export type FieldRow = { path: string; type: string; value: string | null };
const MOST_FIELDS = 200;

/** The fields of the mapping that the document has values for, then how many it has none for. */
export function fieldRows({ source, fields, all }: { source: string; fields: readonly MappingField[]; all: boolean }) {
  const value = parseSource(source);
  const rows = fields.map((field): FieldRow => ({
    path: field.path,
    type: [field.type, ...field.subFields.map((sub) => `.${sub.name}`)].join(" "),
    value: cellText(value, field) ?? null,
  }));
  const filled = rows.filter((row) => row.value !== null);
  const shown = all ? rows : filled;
  const known = new Set(fields.map((field) => field.path.split(".")[0]));
  const unmapped = Object.keys(value).filter((name) => !known.has(name.split(".")[0] ?? ""));
  return {
    rows: shown.slice(0, all ? 5000 : MOST_FIELDS),
    filled: filled.length,
    total: rows.length,
    cut: shown.length > (all ? 5000 : MOST_FIELDS),
    unmapped: unmapped.slice(0, MOST_FIELDS),
  };
}
