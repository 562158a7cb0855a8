import type { JsonObject } from "@common/text/json";
import { nameColumns, parseRecords } from "./csv-cells.server";
import { binaryKind, bom, detectEncoding, isGzip, toUtf8 } from "./encoding.server";
import { detectCsvFields, detectJsonFields, jsonNamesProblem } from "../shape/fields.server";
import { detectDelimiter, detectFormat, detectHeader, nameWarnings, refusedText } from "./format.server";
import { parseJsonRow } from "./json-row.server";
import { csvRowProblem, MAX_FIELDS, MAX_LOOK_BYTES, namesProblem, tooManyFields } from "../receive/limits.server";
import { readRows } from "./reader.server";
import { readHead } from "./source.server";
import type { DetectedField, Encoding, FileProblem, RawRow, ReadOptions } from "../types";

const HEAD_BYTES = 512 * 1024;
const SAMPLE_ROWS = 1000;
const SAMPLE_BYTES = 2 * 1024 * 1024;

/** The file is nothing that can be imported; the message says what it is and what to do. */
export class UnreadableFileError extends Error {
  override name = "UnreadableFileError";
}

export type SampleRow = {
  row: number;
  line: number;
  text: string;
  cells: string[] | null;
  value: JsonObject | null;
  problem: string | null;
};

export type Detection = {
  options: ReadOptions;
  columns: string[];
  fields: DetectedField[];
  /** Sentences about what was found and done, the important ones first. */
  notes: string[];
  sample: SampleRow[];
  /** The rows of the sample as the file has them. */
  rows: RawRow[];
  problem: FileProblem | null;
};

async function inUtf8(head: Buffer, encoding: Encoding): Promise<Buffer> {
  const parts: Buffer[] = [];
  async function* once() {
    yield head;
  }
  for await (const part of toUtf8({ chunks: once(), encoding })) parts.push(part);
  return Buffer.concat(parts);
}

const encodingNotes: Record<Exclude<Encoding, "utf-8">, string> = {
  "utf-16le": "The file is UTF-16; it is converted to UTF-8.",
  "utf-16be": "The file is UTF-16 (big endian); it is converted to UTF-8.",
  "windows-1252": "The file is not UTF-8; it is read as Latin-1 (Windows-1252). Check the letters with accents below.",
};

/**
 * Finds out what a file is. Takes its path, the name it had, and what the reader of step 2 set by hand; returns how to
 * read it, its fields and its first rows. Throws UnreadableFileError for what cannot be imported.
 */
export async function detectFile({
  path,
  name,
  set = {},
}: {
  path: string;
  name: string;
  set?: Partial<ReadOptions>;
}): Promise<Detection> {
  const start = await readHead({ path, gzip: false, limit: 4096 });
  if (start.head.length === 0) throw new UnreadableFileError("The file is empty.");
  const gzip = isGzip(start.head);
  const { head, cut } = gzip
    ? await readHead({ path, gzip, limit: HEAD_BYTES })
    : await readHead({ path, gzip, limit: HEAD_BYTES });
  if (gzip && isGzip(head))
    throw new UnreadableFileError("This file is gzipped twice. Unpack it once, then import the result.");
  if (gzip && head.length === 0)
    throw new UnreadableFileError("The gzip file is empty, or damaged at its very beginning.");
  const kind = binaryKind(head);
  if (kind)
    throw new UnreadableFileError(`This is ${kind}, not a text. Save or export it as CSV or JSON, then import that.`);
  const encoding = set.encoding ?? detectEncoding(head);
  const utf8 = await inUtf8(head, encoding);
  const text = utf8.toString("utf8");
  if (text.trim() === "") throw new UnreadableFileError("The file holds nothing but blanks.");
  const refused = refusedText(text);
  if (refused) throw new UnreadableFileError(refused);

  const format = set.format ?? detectFormat({ text, cut });
  const delimiter = set.delimiter ?? detectDelimiter(utf8);
  const header = set.header ?? (format === "csv" ? detectHeader({ head: utf8, delimiter }) : true);
  const options: ReadOptions = { format, encoding, gzip, delimiter, header };
  const notes = nameWarnings({ name, format, gzip, delimiter });
  if (encoding !== "utf-8") notes.push(encodingNotes[encoding]);
  else if (bom(head)) notes.push("The file starts with a byte order mark, which is ignored.");
  return { ...(await sampleFile({ path, options, notes })), options };
}

async function sampleFile({ path, options, notes }: { path: string; options: ReadOptions; notes: string[] }) {
  const reading = readRows({ path, options, mostBytes: MAX_LOOK_BYTES });
  const rows: RawRow[] = [];
  let bytes = 0;
  for await (const lot of reading.lots) {
    for (const row of lot) {
      if (rows.length >= SAMPLE_ROWS || bytes > SAMPLE_BYTES) break;
      // A copy: the row is a window into a chunk that is used again.
      rows.push({ ...row, raw: Buffer.from(row.raw) });
      // A small row takes far more than its bytes once it is parsed.
      bytes += row.raw.length;
    }
    if (rows.length >= SAMPLE_ROWS || bytes > SAMPLE_BYTES) break;
  }
  const problem = reading.problem();
  if (problem !== null && rows.length === 0 && problem.line === 1) throw new UnreadableFileError(problem.message);
  if (options.format !== "csv") return { columns: [], ...jsonSample(rows), rows, notes, problem };
  return { ...csvSample({ rows, header: reading.header(), options, notes }), rows, problem };
}

function jsonSample(rows: RawRow[]): { fields: DetectedField[]; sample: SampleRow[] } {
  const sample = rows.map((row): SampleRow => {
    const text = row.raw.toString("utf8");
    const parsed = row.problem === null ? parseJsonRow(text) : null;
    const problem = row.problem ?? (parsed?.ok === false ? parsed.reason : null);
    return { row: row.row, line: row.line, text, cells: null, value: parsed?.ok ? parsed.value : null, problem };
  });
  const names = jsonNamesProblem(sample.flatMap((row) => (row.value ? [row.value] : [])));
  if (names !== null) throw new UnreadableFileError(names);
  return { sample, fields: detectJsonFields(sample.flatMap((row) => (row.value ? [row.value] : []))) };
}

function csvSample({
  rows,
  header,
  options,
  notes,
}: {
  rows: RawRow[];
  header: Buffer | null;
  options: ReadOptions;
  notes: string[];
}) {
  const { delimiter } = options;
  const good = rows.filter((row) => row.problem === null);
  const cells = parseRecords({ records: good.map((row) => row.raw.toString("utf8")), delimiter });
  const byRow = new Map(good.map((row, at) => [row.row, cells[at] ?? null]));
  const crowded = header && csvRowProblem({ raw: header, delimiter });
  if (crowded)
    throw new UnreadableFileError(
      `The file has ${tooManyFields}. Take some out, or put what belongs together into one.`,
    );
  const given = header ? (parseRecords({ records: [header.toString("utf8")], delimiter })[0] ?? []) : null;
  const width = given?.length ?? commonWidth(cells);
  const names = namesProblem(given ?? []);
  if (names !== null || width > MAX_FIELDS)
    throw new UnreadableFileError(
      names ?? `The file has ${tooManyFields}. Take some out, or put what belongs together into one.`,
    );
  const named = nameColumns(given ?? Array.from({ length: width }, (_, at) => `column_${at + 1}`));
  const sample = rows.map((row): SampleRow => {
    const own = byRow.get(row.row) ?? null;
    return {
      row: row.row,
      line: row.line,
      text: row.raw.toString("utf8"),
      cells: own,
      value: null,
      problem: row.problem ?? cellsProblem({ cells: own, width }),
    };
  });
  const fitting = sample.flatMap((row) => (row.problem === null && row.cells ? [row.cells] : []));
  return {
    columns: named.columns,
    fields: detectCsvFields({ columns: named.columns, rows: fitting }),
    notes: [...notes, ...named.notes],
    sample,
  };
}

function commonWidth(cells: (string[] | null)[]): number {
  const counts = new Map<number, number>();
  for (const row of cells) if (row) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1;
}

/** Why the cells of a record are no row of a table that is `width` columns wide; null when they are. */
export function cellsProblem({ cells, width }: { cells: string[] | null; width: number }): string | null {
  if (cells === null) return "the row cannot be read as CSV: check its quotes";
  if (cells.length === width) return null;
  return `expected ${width} ${width === 1 ? "column" : "columns"}, found ${cells.length}`;
}
