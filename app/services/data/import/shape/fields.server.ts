import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { guessRoles } from "~/services/search-relevance/first-settings/roles";
import { MAX_FIELDS, MAX_NAME, MAX_STEPS, namesProblem } from "../receive/limits.server";
import type { DetectedField } from "../types";
import { agreeOnNumbers, plain, propose, type FoundValue } from "./propose.server";
import { isNullText, numberText, readListText } from "./values.server";

type Found = { name: string; rows: number; lists: number; values: FoundValue[] };

const MAX_EXAMPLES = 3;
/** Values of one field that are looked at: lists may hold many more than there are rows. */
const MOST_VALUES = 10_000;

function entry(found: Map<string, Found>, name: string): Found {
  const known = found.get(name);
  if (known) return known;
  const fresh: Found = { name, rows: 0, lists: 0, values: [] };
  found.set(name, fresh);
  return fresh;
}

/** The fields of CSV rows. Takes the column names and the cells of the sample rows. */
export function detectCsvFields({ columns, rows }: { columns: string[]; rows: string[][] }): DetectedField[] {
  const found = new Map<string, Found>();
  for (const name of columns) entry(found, name);
  for (const row of rows) {
    columns.forEach((name, at) => {
      const text = row[at] ?? "";
      if (isNullText(text)) return;
      const field = entry(found, name);
      field.rows++;
      const items = readListText(text);
      if (items) field.lists++;
      for (const item of items ?? [text])
        if (!isNullText(item) && field.values.length < MOST_VALUES) field.values.push({ text: item, kind: "text" });
    });
  }
  return finish({ found, fromText: true, total: rows.length });
}

/** The fields of JSON rows, inner objects as names with dots. */
export function detectJsonFields(rows: JsonObject[]): DetectedField[] {
  const found = new Map<string, Found>();
  for (const row of rows) walk({ found, value: row, path: "" });
  return finish({ found, fromText: false, total: rows.length });
}

/** Why the names in JSON rows cannot be taken; told before the fields are gathered. */
export function jsonNamesProblem(rows: JsonObject[]): string | null {
  const names = new Set<string>();
  let problem: string | null = null;
  function look({ value, path, steps }: { value: JsonValue; path: string; steps: number }): void {
    if (problem !== null) return;
    if (Array.isArray(value)) return value.forEach((item) => look({ value: item, path, steps }));
    if (!isJsonObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const name = path === "" ? key : `${path}.${key}`;
      if (name.length > MAX_NAME || steps >= MAX_STEPS)
        problem = namesProblem([name]) ?? namesProblem(["a.".repeat(MAX_STEPS + 1)]);
      names.add(name);
      if (names.size > MAX_FIELDS) problem ??= namesProblem([...names]);
      if (problem !== null) return;
      look({ value: inner, path: name, steps: steps + 1 });
    }
  }
  for (const row of rows) look({ value: row, path: "", steps: 0 });
  return problem;
}

function walk({ found, value, path }: { found: Map<string, Found>; value: JsonObject; path: string }) {
  for (const [key, inner] of Object.entries(value))
    collect({ found, value: inner, path: path === "" ? key : `${path}.${key}`, outer: true });
}

function collect({
  found,
  value,
  path,
  outer,
}: {
  found: Map<string, Found>;
  value: JsonValue;
  path: string;
  outer: boolean;
}) {
  if (value === null) {
    if (outer) entry(found, path);
    return;
  }
  if (Array.isArray(value)) {
    const plain = value.every((item) => !isJsonObject(item) && !Array.isArray(item));
    if (outer && plain) entry(found, path).lists++;
    if (outer && plain) entry(found, path).rows++;
    for (const item of value) collect({ found, value: item, path, outer: false });
    return;
  }
  if (isJsonObject(value) && !isPlace(value)) {
    if (Object.keys(value).length === 0) entry(found, path);
    walk({ found, value, path });
    return;
  }
  const field = entry(found, path);
  if (outer) field.rows++;
  if (field.values.length < MOST_VALUES) field.values.push(described(value));
}

function isPlace(value: JsonObject): boolean {
  const { lat, lon } = value;
  const isNumber = (part: JsonValue | undefined) => typeof part === "number" || part instanceof LosslessNumber;
  return Object.keys(value).length === 2 && isNumber(lat) && isNumber(lon);
}

function described(value: JsonValue): FoundValue {
  if (typeof value === "number" || value instanceof LosslessNumber) return { text: numberText(value), kind: "number" };
  if (typeof value === "boolean") return { text: String(value), kind: "boolean" };
  if (typeof value === "string") return { text: value, kind: "text" };
  if (isJsonObject(value))
    return { text: `${describedNumber(value.lat)},${describedNumber(value.lon)}`, kind: "place" };
  return { text: "", kind: "object" };
}

function describedNumber(value: JsonValue | undefined): string {
  return typeof value === "number" || value instanceof LosslessNumber ? numberText(value) : "";
}

function finish({
  found,
  fromText,
  total,
}: {
  found: Map<string, Found>;
  fromText: boolean;
  total: number;
}): DetectedField[] {
  const proposals = agreeOnNumbers(
    [...found.values()].map(({ values }) => ({ values, proposal: propose({ values, fromText }) })),
  );
  const fields = [...found.values()].map((field, at): DetectedField => {
    const texts = field.values.map((value) => value.text);
    const examples = [...new Set(texts)]
      .slice(0, MAX_EXAMPLES)
      .map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text));
    return {
      name: field.name,
      ...(proposals[at] ?? plain("auto")),
      written: field.values.some((value) => value.kind === "text"),
      list: field.rows > 0 && field.lists === field.rows,
      filled: field.rows,
      unique: total > 0 && field.rows === total && field.lists === 0 && new Set(texts).size === texts.length,
      examples,
      include: true,
      role: "other",
    };
  });
  const guessed = guessRoles(
    fields.map(({ name, type }, at) => ({
      path: name,
      type,
      values: [...found.values()][at]?.values.map(({ text }) => text) ?? [],
    })),
  );
  return withClashes(fields.map((field) => metadata({ ...field, role: guessed.get(field.name) ?? "other" })));
}

const reserved = [
  "_id",
  "_index",
  "_type",
  "_routing",
  "_source",
  "_version",
  "_score",
  "_field_names",
  "_ignored",
  "_seq_no",
  "_primary_term",
];

function metadata(field: DetectedField): DetectedField {
  if (!reserved.includes(field.name)) return field;
  return {
    ...field,
    include: false,
    note:
      field.name === "_id" ? "Used as the id of the document." : "A name of the engine's own; it cannot be a field.",
  };
}

/** `a` cannot hold a value in one row and an object in another: the inner fields win, the value is left out. */
function withClashes(fields: DetectedField[]): DetectedField[] {
  const parents = new Set<string>();
  for (const field of fields) {
    const steps = field.name.split(".");
    for (let n = 1; n < steps.length; n++) parents.add(steps.slice(0, n).join("."));
  }
  return fields.map((field) => {
    if (!parents.has(field.name)) return field;
    if (field.filled === 0) return { ...field, include: false, note: "An object; its inner fields follow." };
    return {
      ...field,
      include: false,
      note: `Some rows have a value here and others an object (${field.name}.…); only one can be kept.`,
    };
  });
}
