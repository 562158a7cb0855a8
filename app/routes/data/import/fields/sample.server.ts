import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from "@common/text/json";
import { groupAlike, groupDigits, isAmount } from "~/lib/data/documents/values";
import type { Detection, SampleRow } from "~/services/data/import/read/detect.server";
import type { ShownField } from "~/services/data/import/shape/plan.server";

const ROWS = 5;
const COLUMNS = 12;
const CELL = 80;
/** Of a whole row; it may have megabytes. */
const WHOLE = 4000;

export type Sample = { columns: string[]; more: number; rows: { line: number; cells: string[]; whole: string }[] };

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/**
 * The first rows of a file as a table: cells of a CSV, top-level fields of JSON. Each row comes whole besides, as JSON.
 */
export function sampleView({ sample, columns, options }: Pick<Detection, "sample" | "columns" | "options">): Sample {
  const good = sample.filter((row) => row.problem === null);
  const names = options.format === "csv" ? columns : [...new Set(good.flatMap((row) => Object.keys(row.value ?? {})))];
  const shown = names.slice(0, COLUMNS);
  return {
    columns: shown,
    more: names.length - shown.length,
    rows: good.slice(0, ROWS).map((row) => {
      const values = row.value ?? cellsByName({ row, columns });
      return {
        line: row.line,
        cells: shown.map((name) => cut(cellText(values[name]), CELL)),
        whole: cut(stringifyJson(values, 2), WHOLE),
      };
    }),
  };
}

function cellsByName({ row, columns }: { row: SampleRow; columns: string[] }): JsonObject {
  return Object.fromEntries(columns.map((name, at) => [name, row.cells?.[at] ?? ""]));
}

function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  return Array.isArray(value) || isJsonObject(value) ? stringifyJson(value) : String(value);
}

/**
 * A field with the digits of its numbers in groups, as they stand in a list of documents. What is a text in the file
 * stays as it is written there, for how it is read as a number is chosen beside it.
 */
export function withGroupedExamples<Field extends ShownField>(field: Field): Field {
  if (field.written || !isAmount({ path: field.name, type: field.type })) return field;
  const grouped = groupAlike(field.examples.map((example) => groupDigits(example)));
  return { ...field, examples: grouped.map((example) => example ?? "") };
}
