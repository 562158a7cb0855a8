import { parseRecords } from "./csv-cells.server";
import { CsvSplitter } from "./csv-splitter.server";
import { parseJsonRow } from "./json-row.server";
import { newlineOf } from "./reader.server";
import type { Delimiter, Format } from "../types";
import { isNumberText } from "../shape/numbers.server";

// What a text is, detected from its content; the name of the file only serves to warn when it says something else.

/** The format of a text by its beginning. `cut` says that the beginning ends before the file does. */
export function detectFormat({ text, cut }: { text: string; cut: boolean }): Format {
  const trimmed = text.trimStart();
  // A CSV may begin with a list in its first cell: [1, 2],… is no JSON list of rows, [{…}] is one.
  if (/^\[\s*[[\]{]/.test(trimmed) || trimmed === "[") return "json-array";
  if (trimmed.startsWith("[") && (parsesAsList(trimmed) || (cut && !/^\[[^\]\n]*\]\s*[,;\t|]/.test(trimmed))))
    return "json-array";
  if (!trimmed.startsWith("{")) return "csv";
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2) return "json-values";
  const whole = cut ? lines.slice(0, -1) : lines;
  const some = whole.slice(0, 50);
  const good = some.filter((line) => parseJsonRow(line).ok).length;
  return good > 0 && good * 2 >= some.length ? "ndjson" : "json-values";
}

function parsesAsList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

function sampleRecords({ head, delimiter }: { head: Buffer; delimiter: string }): string[][] {
  const splitter = new CsvSplitter({ delimiter, newline: newlineOf(head) });
  const cuts = [...splitter.push(head), ...splitter.end()];
  // The last record of a long beginning may be cut off; a short one is the whole file.
  const whole = head.length > 100_000 && cuts.length > 1 ? cuts.slice(0, -1) : cuts;
  const records = whole
    .filter((cut) => cut.problem === null)
    .slice(0, 100)
    .map((cut) => cut.raw.toString("utf8"));
  return parseRecords({ records, delimiter }).flatMap((cells) => (cells ? [cells] : []));
}

/** The sign between the cells of a CSV: the one that gives the most columns most evenly. Takes UTF-8 bytes. */
export function detectDelimiter(head: Buffer): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ",", score: 0 };
  // Tabs first: where two do equally well, a tab is hardly ever part of a text.
  for (const delimiter of ["\t", ",", ";", "|"] as const) {
    const rows = sampleRecords({ head, delimiter });
    const counts = new Map<number, number>();
    for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
    const [columns, times] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
    if (columns < 2) continue;
    const score = (times / rows.length) * (1 + Math.log2(Math.min(columns, 64)) / 4);
    if (score > best.score + 0.0001) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Whether the first record of a CSV holds names: few of its cells look like data. Takes UTF-8 bytes. */
export function detectHeader({ head, delimiter }: { head: Buffer; delimiter: Delimiter }): boolean {
  const [first, ...rest] = sampleRecords({ head, delimiter });
  if (!first) return true;
  const named = first.filter((cell) => cell.trim() !== "");
  if (named.length === 0) return false;
  const dataLike = named.filter(
    (cell) => isNumberText(cell) || /^\d{4}-\d{2}-\d{2}/.test(cell) || /^(true|false)$/i.test(cell),
  ).length;
  if (dataLike === 0) return true;
  // Some columns may be named by years.
  return dataLike * 3 < named.length && rest.length > 0;
}

const extensions: { pattern: RegExp; formats: Format[]; says: string }[] = [
  { pattern: /\.(csv|tsv|tab)$/i, formats: ["csv"], says: "a table (CSV or TSV)" },
  { pattern: /\.(json)$/i, formats: ["json-array", "json-values", "ndjson"], says: "JSON" },
  { pattern: /\.(ndjson|jsonl|jsonlines)$/i, formats: ["ndjson", "json-values"], says: "NDJSON" },
];

const formatNames: Record<Format, string> = {
  csv: "a table (CSV or TSV)",
  "json-array": "a JSON list",
  ndjson: "NDJSON, one object per line",
  "json-values": "JSON objects",
};

/** A format in words that follow "this is". */
export function formatName(format: Format): string {
  return formatNames[format];
}

/** Sentences about a file that is not what its name says. */
export function nameWarnings({
  name,
  format,
  gzip,
  delimiter,
}: {
  name: string;
  format: Format;
  gzip: boolean;
  delimiter: Delimiter;
}): string[] {
  const warnings: string[] = [];
  const packed = /\.(gz|gzip)$/i.test(name);
  if (packed && !gzip) warnings.push("The name ends in .gz, but the file is not gzipped; it is read as it is.");
  if (!packed && gzip) warnings.push("The file is gzipped although its name does not say so.");
  const bare = name.replace(/\.(gz|gzip)$/i, "");
  const claimed = extensions.find(({ pattern }) => pattern.test(bare));
  if (claimed && !claimed.formats.includes(format)) {
    warnings.push(`The name says ${claimed.says}, but the content is ${formatName(format)}; it is read as what it is.`);
  }
  if (/\.(tsv|tab)$/i.test(bare) && format === "csv" && delimiter !== "\t") {
    warnings.push("The name says TSV, but the cells are not set apart by tabs; check the separator below.");
  }
  return warnings;
}

/** What a text is that looks like markup or is no table at all; null when it may be read. */
export function refusedText(text: string): string | null {
  const start = text.trimStart().slice(0, 200);
  if (/^<\?xml/i.test(start)) return "This is XML, which cannot be imported. Export CSV or JSON instead.";
  if (/^<(!doctype|html|head|body)\b/i.test(start))
    return "This is a web page (HTML), not data. Was the file saved from a sign-in or error page?";
  return null;
}
