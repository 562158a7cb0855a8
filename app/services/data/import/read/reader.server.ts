import { isUtf8 } from "node:buffer";
import { CsvSplitter, type Cut } from "./csv-splitter.server";
import { JsonSplitter, LineSplitter } from "./json-splitter.server";
import { csvRowProblem, jsonRowProblem, MAX_HEADER_BYTES } from "../receive/limits.server";
import { openSource, SourceError } from "./source.server";
import type { FileProblem, RawRow, ReadOptions } from "../types";

type Splitter = { push: (chunk: Buffer) => Iterable<Cut>; end: () => Iterable<Cut>; problem?: FileProblem | null };

function splitterFor(options: ReadOptions, newline: number): Splitter {
  if (options.format === "csv") return new CsvSplitter({ delimiter: options.delimiter, newline });
  if (options.format === "ndjson") return new LineSplitter();
  return new JsonSplitter(options.format === "json-array" ? "list" : "values");
}

/** The byte that ends a line: files of old Macs and some exports have a carriage return alone. */
export function newlineOf(head: Buffer): number {
  return !head.includes(0x0a) && head.includes(0x0d) ? 0x0d : 0x0a;
}

const MAX_LOT_ROWS = 2000;

export type Reading = {
  /** Rows in the order of the file, in lots as they come off the disk. */
  lots: AsyncGenerator<RawRow[]>;
  bytesRead: () => number;
  /** After the last lot: what is wrong with the file as a whole. */
  problem: () => FileProblem | null;
  /** After the first lot: the header's record of a CSV that has one. */
  header: () => Buffer | null;
  close: () => void;
};

/**
 * Reads a file as rows, never holding more than one row and one chunk. A broken row comes with its `problem`; a broken
 * file ends the rows and leaves its reason in `problem()`. Throws only when the disk does.
 */
export function readRows({
  path,
  options,
  mostBytes = Infinity,
}: {
  path: string;
  options: ReadOptions;
  /** Unpacked; reading stops behind them, as if the file went on. */ mostBytes?: number;
}): Reading {
  const source = openSource({ path, gzip: options.gzip, encoding: options.encoding });
  let problem: FileProblem | null = null;
  let header: Buffer | null = null;
  let headerProblem: string | null = null;
  let row = 0;
  let lastLine = 0;
  let bytes = 0;

  const limitProblem = (raw: Buffer) =>
    options.format === "csv" ? csvRowProblem({ raw, delimiter: options.delimiter }) : jsonRowProblem(raw);

  /** Some rows at a time: a lot of bytes may hold a hundred thousand. */
  function* portions(cuts: Iterable<Cut>): Generator<RawRow[]> {
    let rows: RawRow[] = [];
    for (const row of numbered(cuts)) {
      rows.push(row);
      if (rows.length < MAX_LOT_ROWS) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }

  function* numbered(cuts: Iterable<Cut>): Generator<RawRow> {
    for (const cut of cuts) {
      lastLine = cut.line;
      if (options.format === "csv" && options.header && header === null) {
        header = Buffer.from(cut.raw);
        if (cut.problem !== null || header.length > MAX_HEADER_BYTES)
          headerProblem = `The header is longer than ${MAX_HEADER_BYTES / 1024 ** 2} MB, the limit.`;
        continue;
      }
      const broken =
        cut.problem ?? (isUtf8(cut.raw) ? limitProblem(cut.raw) : "the row holds bytes that are not UTF-8 text");
      yield { row: ++row, line: cut.line, column: cut.column ?? 1, raw: cut.raw, problem: broken };
    }
  }

  async function* lots(): AsyncGenerator<RawRow[]> {
    let splitter: Splitter | null = null;
    try {
      for await (const chunk of source.chunks) {
        splitter ??= splitterFor(options, newlineOf(chunk));
        for (const rows of portions(splitter.push(chunk))) {
          if (headerProblem !== null) break;
          yield rows;
        }
        if (headerProblem !== null) {
          problem = { message: headerProblem, line: 1, column: null };
          return;
        }
        if (splitter.problem) break;
        bytes += chunk.length;
        if (bytes > mostBytes) return;
      }
      if (splitter && !splitter.problem) yield* portions(splitter.end());
      problem = splitter?.problem ?? null;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // The last row may have lost its end: it is told as failed and never indexed by half.
      for (const rows of portions(splitter?.end() ?? []))
        yield rows.map((cut) => ({ ...cut, problem: cut.problem ?? "the row may be cut off: the file ends here" }));
      problem = { message: error.message, line: lastLine === 0 ? null : lastLine, column: null };
    } finally {
      source.close();
    }
  }

  return {
    lots: lots(),
    bytesRead: source.bytesRead,
    problem: () => problem,
    header: () => header,
    close: source.close,
  };
}
