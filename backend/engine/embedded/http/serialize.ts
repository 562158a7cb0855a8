import { isJsonObject, LosslessNumber, parseJson, stringifyJson } from "@common/text/json";
import { fits } from "@common/text/glob";
import { inSlices, type Steps } from "../steps";
import { RawJson } from "./raw-json";
import type { AnswerValue } from "./raw-json";

function isList(value: AnswerValue): value is readonly AnswerValue[] {
  return Array.isArray(value);
}

// The keys of answers are few and come again and again.
const keys = new Map<string, string>();
const MOST_KEYS = 2000;

function keyText(key: string): string {
  const known = keys.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(key);
  if (keys.size < MOST_KEYS) keys.set(key, text);
  return text;
}

/** An answer as JSON text. NaN and infinities become strings, as in Elasticsearch. */
export function writeJson(value: AnswerValue): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : `"${value}"`;
  if (typeof value === "boolean") return String(value);
  if (value instanceof RawJson) return value.text;
  if (value instanceof LosslessNumber) return value.toString();
  if (isList(value)) return `[${value.map(writeJson).join(",")}]`;
  let text = "{";
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (inner === undefined) continue;
    if (text.length > 1) text += ",";
    text += `${keyText(key)}:${writeJson(inner)}`;
  }
  return `${text}}`;
}

/** Long lists near the top of an answer (hits, items, buckets) are written so many entries at a stretch. */
const ENTRIES = 64;
const DEEPEST = 4;

/** A hit or a bucket has hardly more members. */
const FEW = 16;

/** True for a value with few members that have few members themselves: to write it is less than to look after it. */
function isShallow(value: AnswerValue, levels: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof RawJson || value instanceof LosslessNumber)
    return true;
  if (levels === 0) return false;
  if (isList(value)) return value.length <= FEW && value.every((one) => isShallow(one, levels - 1));
  const names = Object.keys(value);
  return names.length <= FEW && names.every((name) => isShallow(value[name], levels - 1));
}

/**
 * Whether a value at a depth is written at one stretch: a generator for each hit and each of its members costs more
 * than writing them.
 */
function isSmall(value: AnswerValue, depth: number): boolean {
  return depth > DEEPEST || isShallow(value, 2);
}

/** As `writeJson`, in slices. */
export function* writeSteps(value: AnswerValue, depth = 0): Steps<string> {
  if (typeof value !== "object" || value === null || value instanceof RawJson || value instanceof LosslessNumber)
    return writeJson(value);
  const parts: string[] = [];
  if (isList(value)) {
    for (const one of value) {
      parts.push(isSmall(one, depth + 1) ? writeJson(one) : yield* writeSteps(one, depth + 1));
      if (parts.length % ENTRIES === 0) yield;
    }
    return `[${parts.join(",")}]`;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    parts.push(`${keyText(key)}:${isSmall(inner, depth + 1) ? writeJson(inner) : yield* writeSteps(inner, depth + 1)}`);
  }
  yield;
  return `{${parts.join(",")}}`;
}

type Pattern = readonly string[];

/** The patterns that are left after a key; an empty one has matched. */
function advance(patterns: readonly Pattern[], key: string): Pattern[] {
  const next: Pattern[] = [];
  for (const pattern of patterns) {
    const [head = "", ...rest] = pattern;
    if (head === "**") {
      next.push(pattern);
      if (rest.length === 0) next.push([]);
      else next.push(...advance([rest], key));
    } else if (fits(head, key)) next.push(rest);
  }
  return next;
}

function entriesOf(value: AnswerValue): [string, AnswerValue][] | undefined {
  if (value === null || typeof value !== "object" || value instanceof LosslessNumber || isList(value)) return undefined;
  return Object.entries(value);
}

function plain(value: AnswerValue): AnswerValue {
  return value instanceof RawJson ? parseJson(value.text) : value;
}

function keep(raw: AnswerValue, patterns: readonly Pattern[]): AnswerValue {
  if (patterns.some((pattern) => pattern.length === 0)) return raw;
  const value = plain(raw);
  if (isList(value)) {
    const kept = value.map((inner) => keep(inner, patterns)).filter((inner) => inner !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  const kept = (entriesOf(value) ?? []).flatMap(([key, inner]) => {
    const left = advance(patterns, key);
    const found = left.length > 0 ? keep(inner, left) : undefined;
    return found === undefined ? [] : [[key, found] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function drop(raw: AnswerValue, patterns: readonly Pattern[]): AnswerValue {
  if (patterns.length === 0) return raw;
  const value = plain(raw);
  if (isList(value)) return value.map((inner) => drop(inner, patterns));
  const entries = entriesOf(value);
  if (!entries) return value;
  return Object.fromEntries(
    entries.flatMap(([key, inner]) => {
      const left = advance(patterns, key);
      return left.some((pattern) => pattern.length === 0) ? [] : [[key, drop(inner, left)] as const];
    }),
  );
}

/** Cuts an answer down as `filter_path` says: paths by comma, `*`, `**`, `-` in front leaves out. */
export function filterPath(value: AnswerValue, expression: string): AnswerValue {
  const parts = expression.split(",").map((part) => part.trim());
  const patternsOf = (list: string[]) => list.filter((part) => part !== "").map((part) => part.split("."));
  const wanted = patternsOf(parts.filter((part) => !part.startsWith("-")));
  const unwanted = patternsOf(parts.filter((part) => part.startsWith("-")).map((part) => part.slice(1)));
  const kept = wanted.length > 0 ? keep(value, wanted) : value;
  return drop(kept ?? {}, unwanted);
}

/** An answer as text: filtered, indented where asked for. Others have their turn while it is written. */
export async function writeAnswer(value: AnswerValue, query: Readonly<Record<string, string>>): Promise<string> {
  const filtered = query["filter_path"] ? filterPath(value, query["filter_path"]) : value;
  const text = await inSlices(writeSteps(filtered));
  const pretty = query["pretty"];
  if (pretty === undefined || pretty === "false") return text;
  const parsed = parseJson(text);
  return `${isJsonObject(parsed) || Array.isArray(parsed) ? stringifyJson(parsed, 2) : text}\n`;
}
