import { parse } from "csv-parse/sync";

function parseText({ text, delimiter }: { text: string; delimiter: string }): string[][] {
  return parse(text, {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    // The splitter found the records; a carriage return alone is a letter here.
    record_delimiter: ["\n", "\r\n", "\r"],
    skip_empty_lines: false,
  });
}

/**
 * The cells of CSV records that the splitter cut out, one list per record, in their order.
 * All in one call for speed; where the counts differ each record is read alone. Null for a record that cannot be read.
 */
export function parseRecords({ records, delimiter }: { records: string[]; delimiter: string }): (string[] | null)[] {
  if (records.length === 0) return [];
  try {
    const rows = parseText({ text: records.join("\n"), delimiter });
    if (rows.length === records.length) return rows;
  } catch {
    // One of them is broken; the loop below finds out which.
  }
  return records.map((record) => parseRecord({ record, delimiter }));
}

function parseRecord({ record, delimiter }: { record: string; delimiter: string }): string[] | null {
  try {
    const rows = parseText({ text: record, delimiter });
    return rows.length === 1 ? (rows[0] ?? null) : null;
  } catch {
    return null;
  }
}

/**
 * Names for the columns of a CSV: empty ones are called `column_3`, double ones `name_2`, dots that would make an empty
 * step become `_`. Returns the names and a sentence for each change.
 */
export function nameColumns(header: string[]): { columns: string[]; notes: string[] } {
  const notes: string[] = [];
  const taken = new Set<string>();
  const columns = header.map((given, at) => {
    const trimmed = given.trim();
    const wanted =
      trimmed === ""
        ? `column_${at + 1}`
        : trimmed.replace(/\.+/g, (dots: string, at: number) =>
            dots.length > 1 || at === 0 || at === trimmed.length - 1 ? "_" : dots,
          );
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`;
    taken.add(name);
    if (trimmed === "") notes.push(`Column ${at + 1} has no name in the header; it is called ${name}.`);
    else if (name !== trimmed)
      notes.push(
        `Column ${at + 1}, “${trimmed}”, is called ${name}: the name is there twice or has dots without a word between.`,
      );
    return name;
  });
  return {
    columns,
    notes: notes.length > 5 ? [...notes.slice(0, 5), `And ${notes.length - 5} more columns were given a name.`] : notes,
  };
}
