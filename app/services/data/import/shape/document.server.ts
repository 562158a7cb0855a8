import {
  isJsonObject,
  LosslessNumber,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from "@common/text/json";
import { parseRecords } from "../read/csv-cells.server";
import { cellsProblem } from "../read/detect.server";
import { parseJsonRow } from "../read/json-row.server";
import { jsonRowProblem } from "../receive/limits.server";
import type { FieldPlan, Plan, RawRow, RowProblem } from "../types";
import { coerceText, isNullText, numberText, placeProblem, quoted, readListText, type Coerced } from "./values.server";

/** A row made into a document: `id` null leaves it to the job, `source` is JSON on one line. */
export type BuiltRow = {
  row: number;
  line: number;
  raw: Buffer;
  document: { id: string | null; source: string } | null;
  problem: RowProblem | null;
};

/** `label` is the key as JSON, with its colon. */
type Node = { key: string; label: string; column: number; field: FieldPlan | null; children: Node[] };

/** Makes documents out of rows by a plan. Made once per job: the layout of columns is worked out in advance. */
export function documentBuilder(plan: Plan): (rows: RawRow[]) => BuiltRow[] {
  return plan.options.format === "csv" ? csvBuilder(plan) : jsonBuilder(plan);
}

const failed = (row: RawRow, problem: RowProblem): BuiltRow => ({
  row: row.row,
  line: row.line,
  raw: row.raw,
  document: null,
  problem,
});

const MAX_ID_BYTES = 512;

function idProblem({ id, field }: { id: string; field: string }): RowProblem | null {
  if (id === "") return { field, reason: "is empty, but it was chosen as the id" };
  if (Buffer.byteLength(id) > MAX_ID_BYTES)
    return { field, reason: `is longer than ${MAX_ID_BYTES} bytes, the limit for an id` };
  return null;
}

class RowError extends Error {
  constructor(readonly problem: RowProblem) {
    super(problem.reason);
  }
}

function csvBuilder(plan: Plan) {
  const tree = layout(plan);
  const idColumn = plan.idField === null ? -1 : plan.columns.indexOf(plan.idField);
  return (rows: RawRow[]): BuiltRow[] => {
    const readable = rows.filter((row) => row.problem === null);
    const parsed = parseRecords({
      records: readable.map((row) => row.raw.toString("utf8")),
      delimiter: plan.options.delimiter,
    });
    const cellsOf = new Map(readable.map((row, at) => [row, parsed[at] ?? null]));
    return rows.map((row) => {
      if (row.problem !== null) return failed(row, { reason: row.problem, field: null });
      const cells = cellsOf.get(row) ?? null;
      const ragged = cellsProblem({ cells, width: plan.columns.length });
      if (ragged !== null || cells === null) return failed(row, { reason: ragged ?? "", field: null });
      try {
        const source = writeObject({ nodes: tree, cells });
        const id = idColumn === -1 ? null : (cells[idColumn] ?? "").trim();
        const bad = id === null ? null : idProblem({ id, field: plan.idField ?? "" });
        return bad
          ? failed(row, bad)
          : { row: row.row, line: row.line, raw: row.raw, document: { id, source }, problem: null };
      } catch (error) {
        if (error instanceof RowError) return failed(row, error.problem);
        throw error;
      }
    });
  };
}

function layout(plan: Plan): Node[] {
  const root: Node[] = [];
  const byName = new Map(plan.fields.map((field) => [field.name, field]));
  plan.columns.forEach((name, column) => {
    const field = byName.get(name);
    if (!field?.include) return;
    let level = root;
    const steps = name.split(".");
    steps.forEach((key, depth) => {
      let node = level.find((each) => each.key === key);
      if (!node) {
        node = { key, label: `${JSON.stringify(key)}:`, column: -1, field: null, children: [] };
        level.push(node);
      }
      if (depth === steps.length - 1) Object.assign(node, { column, field });
      level = node.children;
    });
  });
  return root;
}

function writeObject({ nodes, cells }: { nodes: Node[]; cells: string[] }): string {
  const members = nodes.map(
    ({ label, field, column, children }) =>
      label + (field ? writeCell({ text: cells[column] ?? "", field }) : writeObject({ nodes: children, cells })),
  );
  // Joined at once: a text that grew by pieces keeps every piece, ten times its size, until it is sent.
  return `{${members.join(",")}}`;
}

function must({ coerced, field }: { coerced: Coerced; field: FieldPlan }): string {
  if (!coerced.ok) throw new RowError({ field: field.name, reason: coerced.reason });
  return coerced.json;
}

function writeCell({ text, field }: { text: string; field: FieldPlan }): string {
  if (isNullText(text)) return "null";
  const items = field.list || field.type !== "text" ? readListText(text) : null;
  if (items && field.type !== "object") return `[${items.map((item) => writeItem({ text: item, field })).join(",")}]`;
  return writeItem({ text, field });
}

function writeItem({ text, field }: { text: string; field: FieldPlan }): string {
  if (isNullText(text)) return "null";
  if (field.type === "object") return writeInnerJson({ text, field });
  return must({
    coerced: coerceText({ text, type: field.type, dateFormat: field.dateFormat, numberFormat: field.numberFormat }),
    field,
  });
}

function writeInnerJson({ text, field }: { text: string; field: FieldPlan }): string {
  const limit = jsonRowProblem(Buffer.from(text));
  if (limit !== null) throw new RowError({ field: field.name, reason: limit });
  try {
    const value = parseJson(text);
    if (isJsonObject(value) || Array.isArray(value)) return oneLine(text);
  } catch {
    // Told below, as any other text that is no object.
  }
  throw new RowError({ field: field.name, reason: `${quoted(text)} is not an object` });
}

/** JSON on one line. Between values a line break is a blank; inside a text JSON does not allow one. */
function oneLine(json: string): string {
  return json.includes("\n") || json.includes("\r") ? json.replace(/[\r\n]+/g, " ") : json;
}

function jsonBuilder(plan: Plan) {
  const byName = new Map(plan.fields.map((field) => [field.name, field]));
  return (rows: RawRow[]): BuiltRow[] =>
    rows.map((row) =>
      row.problem === null ? jsonRow({ row, plan, byName }) : failed(row, { reason: row.problem, field: null }),
    );
}

function jsonRow({ row, plan, byName }: { row: RawRow; plan: Plan; byName: Map<string, FieldPlan> }): BuiltRow {
  const text = row.raw.toString("utf8");
  const parsed = parseJsonRow(text);
  if (!parsed.ok) {
    const line = row.line + parsed.line - 1;
    const where = parsed.line === 1 ? `column ${parsed.column}` : `line ${line}, column ${parsed.column}`;
    return failed(row, { reason: `${parsed.reason} (${where})`, field: null });
  }
  try {
    const changed = { any: false };
    const value = checkObject({ value: parsed.value, path: "", byName, changed });
    const id = plan.idField === null ? null : idOf({ value: parsed.value, path: plan.idField });
    const bad = id === null ? null : idProblem({ id, field: plan.idField ?? "" });
    if (bad) return failed(row, bad);
    // Untouched rows go on letter by letter, so that every digit and every blank inside a text is kept.
    const source = changed.any ? stringifyJson(value) : oneLine(text);
    return { row: row.row, line: row.line, raw: row.raw, document: { id, source }, problem: null };
  } catch (error) {
    if (error instanceof RowError) return failed(row, error.problem);
    throw error;
  }
}

function idOf({ value, path }: { value: JsonObject; path: string }): string {
  let at: JsonValue | undefined = value[path];
  if (at === undefined) {
    at = value;
    for (const step of path.split(".")) at = isJsonObject(at) ? at[step] : undefined;
  }
  if (typeof at === "number" || at instanceof LosslessNumber) return numberText(at);
  if (typeof at === "boolean") return String(at);
  return typeof at === "string" ? at : "";
}

type Context = { path: string; byName: Map<string, FieldPlan>; changed: { any: boolean } };

function checkObject({ value, path, byName, changed }: Context & { value: JsonObject }): JsonObject {
  const out: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    const name = path === "" ? key : `${path}.${key}`;
    const field = byName.get(name);
    // Only the value goes; when inner fields of the same name are wanted, an object stays.
    if (field && !field.include && !(isJsonObject(inner) && hasInner({ name, byName }))) {
      changed.any = true;
      continue;
    }
    out[key] = checkValue({ value: inner, path: name, byName, changed });
  }
  return out;
}

function hasInner({ name, byName }: { name: string; byName: Map<string, FieldPlan> }): boolean {
  const prefix = `${name}.`;
  for (const [each, field] of byName) if (field.include && each.startsWith(prefix)) return true;
  return false;
}

function checkValue({ value, ...context }: Context & { value: JsonValue }): JsonValue {
  if (value === null) return null;
  if (Array.isArray(value)) {
    const field = context.byName.get(context.path);
    // A pair of numbers is a geo point too, longitude first; the engine reads it.
    if (field?.type === "geo_point") return value;
    return value.map((item) => checkValue({ value: item, ...context }));
  }
  const field = context.byName.get(context.path);
  if (isJsonObject(value)) {
    if (field?.type === "geo_point") return checkPlace({ value, field });
    if (field?.include && field.type !== "object" && field.type !== "auto") {
      throw new RowError({ field: field.name, reason: `is an object, not ${typeWords[field.type]}` });
    }
    return checkObject({ value, ...context });
  }
  return field ? checkScalar({ value, field, changed: context.changed }) : value;
}

const typeWords: Record<FieldPlan["type"], string> = {
  text: "a text",
  keyword: "a keyword",
  long: "a whole number",
  integer: "a whole number",
  double: "a number",
  float: "a number",
  boolean: "true or false",
  date: "a date",
  geo_point: "a geo point",
  object: "an object",
  auto: "a value",
};

function checkPlace({ value, field }: { value: JsonObject; field: FieldPlan }): JsonValue {
  const part = (of: JsonValue | undefined) =>
    typeof of === "number" || of instanceof LosslessNumber ? numberText(of) : typeof of === "string" ? of : "";
  const place = { lat: part(value.lat), lon: part(value.lon) };
  // Other ways to write a place (GeoJSON, well-known text) are for the engine to judge.
  const problem = place.lat === "" || place.lon === "" ? null : placeProblem(place);
  if (problem) throw new RowError({ field: field.name, reason: problem });
  return value;
}

function checkScalar({
  value,
  field,
  changed,
}: {
  value: JsonValue;
  field: FieldPlan;
  changed: { any: boolean };
}): JsonValue {
  if (field.type === "auto" || field.type === "text" || field.type === "keyword") return value;
  const isNumber = typeof value === "number" || value instanceof LosslessNumber;
  if (field.type === "date" && isNumber) return value;
  const text = isNumber ? numberText(value) : typeof value === "string" ? value : value === true ? "true" : "false";
  // Elasticsearch takes an empty text for "no value" in booleans and refuses it in numbers; a file means the first.
  if (text.trim() === "") {
    changed.any = true;
    return null;
  }
  if (field.type === "geo_point" && !text.includes(",")) return value;
  const coerced = coerceText({
    text,
    type: field.type,
    dateFormat: field.dateFormat,
    numberFormat: isNumber ? "plain" : field.numberFormat,
  });
  if (!coerced.ok) throw new RowError({ field: field.name, reason: coerced.reason });
  if (isNumber || typeof value === "boolean") return value;
  const next = parseJson(coerced.json);
  if (next !== value) changed.any = true;
  return next;
}
