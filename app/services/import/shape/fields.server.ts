import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/json";
import { dateFormatsOf, dateSample, toIsoDate } from "./dates.server";
import { MAX_FIELDS, MAX_NAME, MAX_STEPS, namesProblem } from "../receive/limits.server";
import type { DateFormat, DetectedField, FieldType, UseCase } from "../types";
import { fitsLong, isDecimalText, isNullText, isWholeText, numberText, placeProblem, quoted, readLatLon, readListText } from "./values.server";

type Kind = "text" | "number" | "boolean" | "place" | "object";
type Found = { name: string; rows: number; lists: number; values: { text: string; kind: Kind }[] };

/** A type is proposed when at least this share of the values fits it; the others will fail with their reason. */
const ENOUGH = 0.75;
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
      for (const item of items ?? [text]) if (!isNullText(item) && field.values.length < MOST_VALUES) field.values.push({ text: item, kind: "text" });
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
      if (name.length > MAX_NAME || steps >= MAX_STEPS) problem = namesProblem([name]) ?? namesProblem(["a.".repeat(MAX_STEPS + 1)]);
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
  for (const [key, inner] of Object.entries(value)) collect({ found, value: inner, path: path === "" ? key : `${path}.${key}`, outer: true });
}

function collect({ found, value, path, outer }: { found: Map<string, Found>; value: JsonValue; path: string; outer: boolean }) {
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

function described(value: JsonValue): { text: string; kind: Kind } {
  if (typeof value === "number" || value instanceof LosslessNumber) return { text: numberText(value), kind: "number" };
  if (typeof value === "boolean") return { text: String(value), kind: "boolean" };
  if (typeof value === "string") return { text: value, kind: "text" };
  if (isJsonObject(value)) return { text: `${describedNumber(value.lat)},${describedNumber(value.lon)}`, kind: "place" };
  return { text: "", kind: "object" };
}

function describedNumber(value: JsonValue | undefined): string {
  return typeof value === "number" || value instanceof LosslessNumber ? numberText(value) : "";
}

type Proposal = { type: FieldType; useCase: UseCase; dateFormat: DateFormat; note: string | null };
// The use counts for text only; it is there for a reader who turns another type into text.
const plain = (type: FieldType, note: string | null = null): Proposal => ({ type, useCase: "searchaggs", dateFormat: "iso", note });

function finish({ found, fromText, total }: { found: Map<string, Found>; fromText: boolean; total: number }): DetectedField[] {
  const fields: DetectedField[] = [];
  for (const field of found.values()) {
    const texts = field.values.map((value) => value.text);
    const proposal = propose({ field, fromText });
    const examples = [...new Set(texts)].slice(0, MAX_EXAMPLES).map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text));
    fields.push({
      name: field.name,
      ...proposal,
      list: field.rows > 0 && field.lists === field.rows,
      filled: field.rows,
      unique: total > 0 && field.rows === total && field.lists === 0 && new Set(texts).size === texts.length,
      examples,
      include: true,
    });
  }
  return withClashes(fields.map(metadata));
}

function propose({ field, fromText }: { field: Found; fromText: boolean }): Proposal {
  const { values } = field;
  if (values.length === 0) return plain("auto", "No value in the rows looked at. The server decides when it sees the first one.");
  const all = (kind: Kind) => values.every((value) => value.kind === kind);
  const texts = values.map((value) => value.text);
  if (all("boolean")) return plain("boolean");
  if (all("place")) return plain("geo_point");
  if (all("number")) return numbers(texts);
  if (all("text")) return (fromText ? fromTexts(texts) : (dates(texts) ?? places(texts))) ?? words(texts);
  return words(texts, "Values of more than one kind; kept as text.");
}

function fits(texts: string[], test: (text: string) => boolean): { share: number; misfit: string | undefined; misfits: number } {
  const misses = texts.filter((text) => !test(text));
  return { share: 1 - misses.length / texts.length, misfit: misses[0], misfits: misses.length };
}

function misfitNote({ misfits, misfit, what }: { misfits: number; misfit: string | undefined; what: string }): string | null {
  if (misfit === undefined) return null;
  if (misfits === 1) return `One value, ${quoted(misfit)}, is none of the ${what}: its row will fail.`;
  return `${misfits} values are no ${what}, for example ${quoted(misfit)}: their rows will fail.`;
}

function numbers(texts: string[]): Proposal {
  const whole = texts.every(isWholeText);
  if (!whole) return plain("double");
  if (texts.every(fitsLong)) return plain("long");
  return plain("keyword", "Numbers too large for a whole number field; kept digit for digit as a keyword.");
}

function fromTexts(texts: string[]): Proposal | null {
  const logical = fits(texts, (text) => /^(true|false)$/i.test(text.trim()));
  if (logical.share >= ENOUGH) return plain("boolean", misfitNote({ ...logical, what: "words true and false" }));
  const whole = fits(texts, (text) => isWholeText(text.trim()));
  const decimal = fits(texts, (text) => isDecimalText(text.trim()));
  if (whole.share >= ENOUGH && whole.misfits === decimal.misfits) {
    const wholes = texts.map((text) => text.trim()).filter(isWholeText);
    if (!wholes.every(fitsLong)) return numbers(wholes);
    return plain("long", misfitNote({ ...whole, what: "whole numbers" }));
  }
  if (decimal.share >= ENOUGH) return plain("double", misfitNote({ ...decimal, what: "numbers" }));
  return dates(texts) ?? places(texts);
}

function dates(texts: string[]): Proposal | null {
  const trimmed = texts.map((text) => text.trim());
  const [first, second] = dateFormatsOf(trimmed);
  if (first === "dd/MM/yyyy" && second === "MM/dd/yyyy") {
    return { ...plain("date", "Day and month cannot be told apart in these rows; read as day/month. Choose month/day if that is meant."), dateFormat: first };
  }
  if (first) return { ...plain("date", first === "iso" ? null : converted(first)), dateFormat: first };
  const close = dateFormatsOf([trimmed[0] ?? ""]).map((format) => ({ format, ...fits(trimmed, (text) => toIsoDate({ text, format }) !== null) }));
  const best = close.sort((a, b) => b.share - a.share)[0];
  if (!best || best.share < ENOUGH) return null;
  return { ...plain("date", misfitNote({ ...best, what: `dates (${dateSample(best.format)})` })), dateFormat: best.format };
}

function converted(format: DateFormat): string {
  return `Written like ${dateSample(format)}; stored as ISO dates.`;
}

function places(texts: string[]): Proposal | null {
  const found = fits(texts, (text) => {
    const place = text.includes(",") ? readLatLon(text.trim()) : null;
    return place !== null && placeProblem(place) === null;
  });
  return found.share >= ENOUGH ? plain("geo_point", misfitNote({ ...found, what: "places (latitude, longitude)" })) : null;
}

const CODE = /^(https?:\/\/\S+|[^\s@]+@[^\s.]+(?:\.+[^\s.]+)+|[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z]*[-_./:#]?\d[\w./:#-]*)$/i;

function words(texts: string[], note: string | null = null): Proposal {
  const distinct = new Set(texts);
  const single = texts.every((text) => !/\s/.test(text.trim()) && text.length <= 256);
  const few = texts.length >= 20 && distinct.size <= Math.max(10, texts.length * 0.02);
  if (single && (few || texts.every((text) => CODE.test(text.trim())))) return plain("keyword", note);
  const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  return { ...plain("text", note), useCase: average > 200 ? "search" : "searchaggs" };
}

const reserved = ["_id", "_index", "_type", "_routing", "_source", "_version", "_score", "_field_names", "_ignored", "_seq_no", "_primary_term"];

function metadata(field: DetectedField): DetectedField {
  if (!reserved.includes(field.name)) return field;
  return { ...field, include: false, note: field.name === "_id" ? "Used as the id of the document." : "A name of the engine's own; it cannot be a field." };
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
    return { ...field, include: false, note: `Some rows have a value here and others an object (${field.name}.…); only one can be kept.` };
  });
}
