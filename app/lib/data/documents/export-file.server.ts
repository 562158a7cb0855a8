import { stringify } from "csv-stringify/sync";
import type { ExportFormat } from "./export-formats";

const types: Record<ExportFormat, string> = {
  ndjson: "application/x-ndjson",
  json: "application/json",
  csv: "text/csv",
};

const LONGEST_NAME = 100;

type FileOptions<Row> = {
  /** Of the file, without its ending. */
  name: string;
  format: ExportFormat;
  /** Of a CSV file. */
  columns: readonly { label: string; value: (row: Row) => string }[];
  /** A row as JSON on one line. */
  json: (row: Row) => string;
  pages: AsyncGenerator<readonly Row[]>;
  /** It is appended to a file that broke off. */
  goesOn?: boolean;
  /**
   * Made to be read, not to be imported again: cells of its CSV that a spreadsheet would run as a formula begin with an
   * apostrophe. Data stays as it is, or what comes back would be something else.
   */
  report?: boolean;
  /** Waits until the browser has taken what was sent: `scope.context.drained`. */
  drained: () => Promise<void>;
};

/** The format that an address asks for; NDJSON where it asks for none that there is. */
export function readFormat(params: URLSearchParams): ExportFormat {
  const asked = params.get("format");
  return asked === "csv" || asked === "json" ? asked : "ndjson";
}

/** What the loader of a resource route answers with: rows as a file, of any length, in little memory. */
export async function exportFile<Row>({ name, ...options }: FileOptions<Row>): Promise<Response> {
  const { format } = options;
  // By whole letters: half a pair has no encoding. Heads of answers have an end, and so have names of files.
  const short = [...name.replace(/\p{Surrogate}/gu, "_")].slice(0, LONGEST_NAME).join("");
  const plain = short.replace(/[^\w.-]+/g, "_");
  const encoded = encodeURIComponent(`${short}.${format}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return new Response(await streamOf(options), {
    headers: {
      "Content-Type": `${types[format]}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${plain}.${format}"; filename*=UTF-8''${encoded}`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

/**
 * The first page is read before the stream is returned, so that a refused query is an error page and not a broken file.
 * A page is read only when the browser has taken the last one; when a later page fails the download breaks off.
 */
async function streamOf<Row>({
  format,
  columns,
  json,
  pages,
  goesOn = false,
  report = false,
  drained,
}: Omit<FileOptions<Row>, "name">): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next = await pages.next();
  let begun = goesOn;
  function head() {
    if (format === "csv") return stringify([columns.map(({ label }) => label)]);
    return format === "json" ? "[" : "";
  }
  function body(rows: readonly Row[]) {
    if (format === "csv")
      return stringify(
        rows.map((row) => columns.map(({ value }) => value(row))),
        { escape_formulas: report },
      );
    if (format === "ndjson") return rows.map((row) => `${json(row)}\n`).join("");
    const text = rows.map(json).join(",\n");
    return begun ? `,\n${text}` : `\n${text}`;
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await drained();
        let text = begun ? "" : head();
        if (!next.done) text += body(next.value);
        else if (format === "json") text += "\n]\n";
        begun = true;
        if (text !== "") controller.enqueue(encoder.encode(text));
        if (next.done) {
          controller.close();
          return;
        }
        next = await pages.next();
      },
      async cancel() {
        await pages.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
