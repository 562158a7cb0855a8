import type { MappingRow } from "~/lib/data/documents/mapping-rows";

/**
 * The rows of a mapping that an address asks for: those under an object, whose path holds the text, of one type;
 * sub-fields only where they are asked for, or looked for.
 */
export function matching(
  rows: readonly MappingRow[],
  { q, type, under, sub }: { q: string; type: string; under: string; sub: boolean },
): MappingRow[] {
  const text = q.toLowerCase();
  const looks = sub || text !== "" || type !== "" || under !== "";
  return rows.filter(
    (row) =>
      (looks || row.role !== "sub-field") &&
      (under === "" || row.path === under || row.path.startsWith(`${under}.`)) &&
      (text === "" || row.path.toLowerCase().includes(text)) &&
      (type === "" || row.type === type),
  );
}
