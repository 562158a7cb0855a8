import { diffLines, type DiffRow } from "~/lib/json/diff.server";
import { compactJson, indentJson } from "~/lib/json/layout";

const MOST_ROWS = 600;
const MOST_LINE = 2000;
/** Comparing texts beyond this takes longer than it is worth; then only the sizes are told. */
const MOST_COMPARED = 12_000_000;

export type Changes = {
  rows: DiffRow[];
  cut: boolean;
  /** Only spaces and line breaks differ. */ spacesOnly: boolean;
  tooLarge: boolean;
};

const shorten = (line: string | undefined) =>
  line !== undefined && line.length > MOST_LINE ? `${line.slice(0, MOST_LINE)}…` : line;

/** What differs between two JSON texts, both laid out the same way, so that only their parts count. */
export function changesBetween(before: string, after: string): Changes {
  if (before.length + after.length > 2 * MOST_COMPARED)
    return { rows: [], cut: false, spacesOnly: false, tooLarge: true };
  const rows = diffLines(`${indentJson(before)}\n`, `${indentJson(after)}\n`);
  const shown = rows.slice(0, MOST_ROWS).map((row): DiffRow => {
    if (row.kind === "gap") return row;
    if (row.kind === "same") return { ...row, before: shorten(row.before) ?? "", after: shorten(row.after) ?? "" };
    return { ...row, before: shorten(row.before), after: shorten(row.after) };
  });
  return {
    rows: shown,
    cut: rows.length > MOST_ROWS,
    spacesOnly: before !== after && compactJson(before) === compactJson(after),
    tooLarge: false,
  };
}
