import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Plan } from "../types";

export type Place = { from: number; to: number };

/**
 * Where the value of a field stands in the text of a row, for a mark; null where it cannot be told. The row may be cut
 * off at its end.
 */
export function valuePlace({
  text,
  field,
  plan,
}: {
  text: string;
  field: string;
  plan: Pick<Plan, "options" | "columns">;
}): Place | null {
  if (plan.options.format !== "csv") return jsonPlace({ text, field });
  const column = plan.columns.indexOf(field);
  return column === -1 ? null : cellPlace({ text, column, delimiter: plan.options.delimiter });
}

function cellPlace({ text, column, delimiter }: { text: string; column: number; delimiter: string }): Place | null {
  let cell = 0;
  let from = 0;
  let quoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    const ends = sign === undefined || (!quoted && (sign === delimiter || sign === "\n" || sign === "\r"));
    if (!ends) continue;
    if (cell === column) return at > from ? { from, to: at } : null;
    if (sign !== delimiter) return null;
    cell += 1;
    from = at + 1;
  }
  return null;
}

function jsonPlace({ text, field }: { text: string; field: string }): Place | null {
  const root = parseTree(text);
  if (!root) return null;
  const steps = field.split(".");
  // Outer fields first: a row may have "a.b" as one name, or hold the value in a list of objects.
  const node =
    findNodeAtLocation(root, [field]) ?? findNodeAtLocation(root, steps) ?? findNodeAtLocation(root, steps.slice(0, 1));
  return node && node.length > 0 ? { from: node.offset, to: node.offset + node.length } : null;
}
