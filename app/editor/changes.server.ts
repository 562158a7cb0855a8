import { diffLines, type DiffRow } from "~/lib/json/diff.server";
import { isValidJson } from "~/lib/json/answer.server";
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

/** What stands for no text at all is compared with JSON as well as with anything else. */
const isJson = (text: string) => text.trim() === "" || isValidJson(text);
/** How a line ends means nothing in any text that is compared. */
const withPlainEnds = (text: string) => text.replaceAll("\r\n", "\n").replace(/\n$/, "");

/**
 * What differs between two texts. JSON is laid out the same way on both sides, so that only its parts count. Any other
 * text is compared line by line as it is written, for spaces mean something in YAML and in scripts.
 */
export function changesBetween(before: string, after: string): Changes {
  if (before.length + after.length > 2 * MOST_COMPARED)
    return { rows: [], cut: false, spacesOnly: false, tooLarge: true };
  const json = isJson(before) && isJson(after);
  const [layOut, core] = json ? [indentJson, compactJson] : [withPlainEnds, withPlainEnds];
  const rows = diffLines(layOut(before), layOut(after));
  const shown = rows.slice(0, MOST_ROWS).map((row): DiffRow => {
    if (row.kind === "gap") return row;
    if (row.kind === "same") return { ...row, before: shorten(row.before) ?? "", after: shorten(row.after) ?? "" };
    return { ...row, before: shorten(row.before), after: shorten(row.after) };
  });
  return {
    rows: shown,
    cut: rows.length > MOST_ROWS,
    spacesOnly: before !== after && core(before) === core(after),
    tooLarge: false,
  };
}
