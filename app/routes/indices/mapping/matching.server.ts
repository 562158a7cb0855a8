import type { MappingRow } from "~/lib/documents/mapping-rows";

/** The rows of a mapping that an address asks for: those under an object, whose path holds the text, of one type. */
export function matching(rows: readonly MappingRow[], { q, type, under }: { q: string; type: string; under: string }): MappingRow[] {
  const text = q.toLowerCase();
  return rows.filter(
    (row) =>
      (under === "" || row.path === under || row.path.startsWith(`${under}.`)) &&
      (text === "" || row.path.toLowerCase().includes(text)) &&
      (type === "" || row.type === type),
  );
}
