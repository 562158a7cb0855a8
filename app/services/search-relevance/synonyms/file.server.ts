import * as z from "zod";
import { parseJsonText } from "~/lib/json/text.server";
import { parseRecords } from "~/services/data/import/read/csv-cells.server";
import { expressionOf, type Group, readGroup } from "./groups";

/** A line that is no group, by its number. */
export type Problem = { line: number; text: string; problem: string };
export type Parsed = { groups: Group[]; problems: Problem[] };

/** Groups of one call to a server at most. */
const MOST_GROUPS = 50_000;
const SHOWN = 120;

const records = z.array(
  z.union([
    z.string(),
    z.array(z.string()).transform((words) => words.join(",")),
    z.object({ synonym: z.string() }).transform(({ synonym }) => synonym),
  ]),
);

/** The words of a CSV line that has quotes; a comma within one would make two of it. */
function unquoted(line: string): { text: string; problem?: string } {
  const cells = parseRecords({ records: [line], delimiter: "," })[0];
  if (!cells) return { text: line, problem: "Its quotes do not match." };
  if (cells.length === 1) return { text: cells[0] ?? "" };
  return cells.some((cell) => cell.includes(","))
    ? { text: line, problem: "A comma is not possible within a word." }
    : { text: cells.join(",") };
}

function collect(lines: readonly string[], read: (line: string) => { text: string; problem?: string }): Parsed {
  const parsed: Parsed = { groups: [], problems: [] };
  for (const [place, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const { text, problem } = read(line);
    const result = problem === undefined ? readGroup(text) : ({ ok: false, problem } as const);
    if (result.ok) parsed.groups.push(result.group);
    else
      parsed.problems.push({
        line: place + 1,
        text: [...line.slice(0, SHOWN * 2)].slice(0, SHOWN).join(""),
        problem: result.problem,
      });
  }
  return parsed;
}

const withoutMark = (text: string) => (text.startsWith("\ufeff") ? text.slice(1) : text);

/** Groups of a text, one on each line. */
export const parseLines = (text: string): Parsed =>
  collect(withoutMark(text).split(/\r\n|\r|\n/), (line) => ({ text: line }));

/**
 * Groups of a file: a JSON list of texts, of lists of words or of a server's records, or CSV with a group on each line.
 * A text says why nothing could be read.
 */
export function parseFile(text: string): Parsed | string {
  const content = withoutMark(text);
  if (!/^\s*[[{]/.test(content))
    return limited(
      collect(content.split(/\r\n|\r|\n/), (line) => (line.includes('"') ? unquoted(line) : { text: line })),
    );
  const json = parseJsonText(content);
  if (!json.ok) return json.message;
  const read = records.safeParse(json.value);
  if (!read.success)
    return "The JSON must be a list of groups: texts such as “sofa,couch”, lists of words, or objects with “synonym”.";
  return limited(collect(read.data, (line) => ({ text: line })));
}

function limited(parsed: Parsed): Parsed | string {
  if (parsed.groups.length > MOST_GROUPS)
    return `A file can hold at most ${MOST_GROUPS.toLocaleString("en-US")} groups.`;
  if (parsed.groups.length + parsed.problems.length === 0) return "The file is empty.";
  return parsed;
}

/** As they are kept in a draft. */
export const expressionsOf = ({ groups }: Parsed): string[] => groups.map(expressionOf);
