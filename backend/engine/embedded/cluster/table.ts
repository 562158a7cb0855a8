import { globFits, readGlob } from "@common/text/glob";
import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import type { EngineState, RouteAnswer, RouteContext } from "../http/types";

/** A size in bytes: shown with a unit, or as the `bytes` parameter says. */
export class Size {
  constructor(readonly bytes: number) {}
}

export type Cell = string | number | Size | null;

/** One column of a `_cat` table. `extra` ones are shown only when asked for by `h`. */
export type Column<Row> = {
  name: string;
  aliases?: readonly string[];
  extra?: boolean;
  right?: boolean;
  description?: string;
  value: (row: Row) => Cell;
};

/** The query parameters of every `_cat` call. */
export const CAT_PARAMETERS = [
  "format",
  "h",
  "s",
  "v",
  "help",
  "bytes",
  "time",
  "local",
  "master_timeout",
  "cluster_manager_timeout",
] as const;

const UNITS = ["b", "kb", "mb", "gb", "tb", "pb"];

function human(bytes: number): string {
  let unit = 0;
  let rest = bytes;
  while (rest >= 1024 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit++;
  }
  // Elasticsearch cuts after one digit and leaves ".0" out.
  return `${unit === 0 ? rest : Math.floor(rest * 10) / 10}${UNITS[unit]}`;
}

function text(cell: Cell, bytes: string | undefined): string | null {
  if (cell === null) return null;
  if (!(cell instanceof Size)) return String(cell);
  if (bytes === undefined || bytes === "") return human(cell.bytes);
  const unit = UNITS.indexOf(bytes.length === 1 && bytes !== "b" ? `${bytes}b` : bytes);
  if (unit < 0) throw illegalArgument(`Unknown value for bytes: [${bytes}]`);
  return String(Math.floor(cell.bytes / 1024 ** unit));
}

function weight(cell: Cell): number | string {
  if (cell instanceof Size) return cell.bytes;
  return cell ?? "";
}

function compare(a: Cell, b: Cell): number {
  const [left, right] = [weight(a), weight(b)];
  if (typeof left === "number" && typeof right === "number") return left - right;
  return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
}

function named<Row>(columns: readonly Column<Row>[], name: string): Column<Row> | undefined {
  return columns.find((column) => column.name === name || column.aliases?.includes(name));
}

function chosen<Row>(
  columns: readonly Column<Row>[],
  wanted: string | undefined,
): { header: string; column: Column<Row> }[] {
  if (wanted === undefined || wanted === "")
    return columns.filter((column) => !column.extra).map((column) => ({ header: column.name, column }));
  return wanted.split(",").flatMap((name) => {
    if (name.includes("*")) {
      const glob = readGlob(name);
      return columns.filter((column) => globFits(glob, column.name)).map((column) => ({ header: column.name, column }));
    }
    const column = named(columns, name);
    return column ? [{ header: name, column }] : [];
  });
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: string | undefined): Row[] {
  const keys = (order ?? "")
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [name = "", direction] = part.split(":");
      const column = named(columns, name);
      if (!column) throw illegalArgument(`Unable to sort by unknown sort key \`${name}\``);
      return { column, sign: direction === "desc" ? -1 : 1 };
    });
  return [...rows].sort((a, b) => {
    for (const { column, sign } of keys) {
      const difference = compare(column.value(a), column.value(b));
      if (difference !== 0) return difference * sign;
    }
    return 0;
  });
}

function plain(lines: readonly (readonly string[])[], right: readonly boolean[]): string {
  const widths = right.map((_, at) => Math.max(0, ...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line.map((cell, at) => (at === line.length - 1 && !right[at] ? cell : right[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(" ")}\n`,
    )
    .join("");
}

/** Answers a `_cat` call: JSON with `format=json`, else an aligned text. */
export function tableAnswer<Row>(
  { query, flag }: RouteContext<EngineState>,
  { columns, rows }: { columns: readonly Column<Row>[]; rows: readonly Row[] },
): RouteAnswer {
  if (flag("help", false))
    return {
      text: plain(
        columns.map((column) => [
          column.name,
          `| ${(column.aliases ?? []).join(",")}`,
          `| ${column.description ?? column.name}`,
        ]),
        [false, false, false],
      ),
    };
  const shown = chosen(columns, query["h"]);
  const ordered = sorted(rows, columns, query["s"]);
  const format = query["format"] ?? "text";
  if (format !== "json" && format !== "text" && format !== "txt")
    throw illegalArgument(`the embedded engine writes json and text, not [${format}]`);
  if (format === "json") {
    return {
      body: ordered.map((row): JsonObject =>
        Object.fromEntries(shown.map(({ header, column }) => [header, text(column.value(row), query["bytes"])])),
      ),
    };
  }
  const lines = ordered.map((row) => shown.map(({ column }) => text(column.value(row), query["bytes"]) ?? ""));
  return {
    text: plain(
      flag("v", false) ? [shown.map(({ header }) => header), ...lines] : lines,
      shown.map(({ column }) => column.right === true),
    ),
  };
}
