import { readRows } from "./reader.server";
import { parseJsonRow } from "./json-row.server";
import type { ReadOptions } from "../types";

/**
 * The first mistake in pasted JSON with its line and column, so that it can be fixed in the form; null when there is
 * none, and for CSV, whose rows fail one by one. Takes the file that the paste was written to.
 */
export async function checkPaste({ path, options }: { path: string; options: ReadOptions }): Promise<string | null> {
  if (options.format === "csv") return null;
  const reading = readRows({ path, options });
  let rows = 0;
  try {
    for await (const lot of reading.lots) {
      for (const row of lot) {
        rows++;
        const text = row.raw.toString("utf8");
        const parsed = parseJsonRow(text);
        if (parsed.ok && row.problem === null) continue;
        const at = parsed.ok ? { reason: row.problem ?? "", line: 1, column: 1 } : parsed;
        return `Line ${row.line + at.line - 1}, column ${at.line === 1 ? row.column + at.column - 1 : at.column}: ${at.reason}.`;
      }
    }
  } finally {
    reading.close();
  }
  const problem = reading.problem();
  if (problem) return `Line ${problem.line ?? 1}, column ${problem.column ?? 1}: ${problem.message}`;
  return rows === 0 ? "There are no rows in this text." : null;
}
