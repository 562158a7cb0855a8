import type { Use } from "~/services/search-relevance/schema/used-by.server";
import type { SchemaRow } from "~/services/search-relevance/schema/schema-rows";

type Wanted = { q: string; type: string; use: string; show: string; closed: readonly string[] };

/** True for a row that a filter may hide, and not only a closed object above it. */
export const isFiltered = ({ q, type, use, show }: Pick<Wanted, "q" | "type" | "use" | "show">) =>
  q !== "" || type !== "" || use !== "" || show !== "";

/**
 * The rows that an address asks for: by path, type as it is or will be, use case, changed or named nowhere; as a tree
 * without those below closed objects.
 */
export function matching(
  rows: readonly SchemaRow[],
  { q, type, use, show, closed }: Wanted,
  uses: ReadonlyMap<string, readonly Use[]>,
): SchemaRow[] {
  const text = q.toLowerCase();
  const filtered = isFiltered({ q, type, use, show });
  const shut = new Set(closed);
  const isShut = ({ path }: SchemaRow) => {
    for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1))
      if (shut.has(path.slice(0, dot))) return true;
    return false;
  };
  return rows.filter((row) => {
    if (!filtered) return shut.size === 0 || !isShut(row);
    const types = [row.type, row.wish?.to?.type];
    const useCase = row.wish?.to?.useCase ?? row.useCase;
    return (
      (text === "" || row.path.toLowerCase().includes(text)) &&
      (type === "" || types.includes(type)) &&
      (use === "" || (row.type === "text" && useCase === use)) &&
      (show !== "changed" || row.wish !== null) &&
      (show !== "unused" || isUnused(row, uses))
    );
  });
}

/** A field that nothing names. */
export const isUnused = (row: SchemaRow, uses: ReadonlyMap<string, readonly Use[]>) =>
  row.kind === "field" && row.wish?.from !== null && !uses.has(row.path);
