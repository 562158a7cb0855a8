import { SEARCH_LIMITS } from "@common/limits/search";
import type { JsonObject } from "@common/text/json";
import { HttpError } from "../http/errors";
import { namesNothing, NO_FIELD, openFields, withOpenFields } from "./field-lists";
import { escapedWord, type Token, tokensOf } from "./query-string-tokens";
import { isPlain, parsingError, textOf } from "./refusal";
import type { NameView } from "./view";

/** A text that grows beyond this by names of fields is refused. */
const MAX_LENGTH = SEARCH_LIMITS.queryString.most;
const MAX_DEPTH = 100;

function broken(text: string): HttpError {
  const reason = `Failed to parse query [${text}]`;
  return new HttpError(400, `elastic: Error 400 (Bad Request): ${reason} [type=query_shard_exception]`, {
    cause: { type: "query_shard_exception", reason },
  });
}

type Reading = { text: string; tokens: readonly Token[]; view: NameView };
/** A part of the text as it goes on, and where the next one begins. */
type Part = { written: string; next: number };

// With a space between two of them wherever that makes no other sense: `+ a` is not `+a`.
function joined(parts: readonly string[]): string {
  return parts.reduce(
    (text, part) =>
      text === "" || /(^|[^\\])[(+:-]$/.test(text) || /^[)^~]/.test(part) ? text + part : `${text} ${part}`,
    "",
  );
}

function requireShort(text: string): string {
  if (text.length > MAX_LENGTH) throw parsingError("the query names too many fields");
  return text;
}

// `*` asks whether the field is there, for an object of any of its fields.
function namesFor(field: string, isStar: boolean, view: NameView): string[] {
  if (field.includes("*")) return view.matching(field);
  const names = view.within(field);
  return isStar || names[0] === field ? names : [];
}

function inFields(names: readonly string[], written: string): string {
  if (names.length === 0) return `${escapedWord(NO_FIELD)}:${written}`;
  const clauses = names.map((name) => `${escapedWord(name)}:${written}`);
  return requireShort(clauses.length === 1 ? (clauses[0] ?? "") : `(${clauses.join(" OR ")})`);
}

// What follows a field and its colon: a word with its signs, or a group.
function value(reading: Reading, start: number, depth: number): Part {
  const token = reading.tokens[start];
  if (!token || token.kind === "close" || token.kind === "colon") throw broken(reading.text);
  const body =
    token.kind === "open" ? group(reading, start + 1, depth + 1) : { written: token.written, next: start + 1 };
  let { next } = body;
  const signs: string[] = [];
  for (let sign = reading.tokens[next]; sign?.kind === "tilde" || sign?.kind === "boost"; sign = reading.tokens[next]) {
    signs.push(sign.written);
    next++;
  }
  return { written: body.written + signs.join(""), next };
}

function group(reading: Reading, start: number, depth: number): Part {
  const inner = clauses(reading, start, depth);
  if (reading.tokens[inner.next]?.kind !== "close") throw broken(reading.text);
  return { written: `(${inner.written})`, next: inner.next + 1 };
}

function ofField(reading: Reading, field: string, start: number, depth: number): Part {
  const { tokens, view } = reading;
  const given = tokens[start];
  const isStar = given?.kind === "pattern" && given.written === "*";
  const { written, next } = value(reading, start, depth);
  // The one spelling of "everything".
  if (field === "*" && isStar) return { written: "*:*", next };
  if (field !== "_exists_") return { written: inFields(namesFor(field, isStar, view), written), next };
  const asked = given?.kind === "word" || given?.kind === "quoted" ? given.text : undefined;
  const names = asked === undefined ? [] : view.within(asked);
  if (names.length === 0) return { written: `${escapedWord(NO_FIELD)}:x`, next };
  const parts = names.map((name) => `_exists_:${escapedWord(name)}`);
  return { written: requireShort(parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" OR ")})`), next };
}

function clause(reading: Reading, start: number, depth: number): Part {
  const token = reading.tokens[start];
  if (!token) throw broken(reading.text);
  const isField = reading.tokens[start + 1]?.kind === "colon";
  if (isField && (token.kind === "word" || token.kind === "pattern"))
    return ofField(reading, token.text, start + 2, depth);
  return token.kind === "open" ? group(reading, start + 1, depth + 1) : { written: token.written, next: start + 1 };
}

function clauses(reading: Reading, start: number, depth: number): Part {
  if (depth > MAX_DEPTH) throw broken(reading.text);
  const { tokens } = reading;
  const parts: string[] = [];
  let at = start;
  for (let token = tokens[at]; token && token.kind !== "close"; token = tokens[at]) {
    if (token.kind === "colon") throw broken(reading.text);
    const { written, next } = clause(reading, at, depth);
    parts.push(written);
    at = next;
  }
  return { written: requireShort(joined(parts)), next: at };
}

/**
 * A text in Lucene's query syntax in which fields that may not be searched are ones that are not there, and patterns of
 * fields those that they stand for. It is rewritten word by word, so that no engine reads in it what was not read here.
 * Throws 400 where it is broken.
 */
export function openQueryText(text: string, view: NameView): string {
  const tokens = tokensOf(text);
  if (!tokens) throw broken(text);
  const { written, next } = clauses({ text, tokens, view }, 0, 0);
  if (next < tokens.length) throw broken(text);
  return written;
}

/** The options of `query_string` within the fields that may be searched. */
export function withinQueryString(body: JsonObject, view: NameView): JsonObject {
  const strange = Object.keys(body).find((key) => !isPlain(body[key]));
  if (strange !== undefined) throw parsingError(`[query_string] query does not support [${strange}]`);
  if (view.isOpen) return body;
  const { default_field: one, escape, query, ...rest } = body;
  const text = textOf(query);
  // Escaped as a whole it can name no field.
  const isEscaped = escape === true || escape === "true";
  const asked: JsonObject =
    text === undefined ? {} : isEscaped ? { query: text, escape: true } : { query: openQueryText(text, view) };
  if (!namesNothing(rest["fields"]) || namesNothing(one) || one === "*")
    return { ...asked, ...withOpenFields(rest, view) };
  const { quote_field_suffix: _suffix, ...options } = rest;
  const field = textOf(one) ?? NO_FIELD;
  const names = openFields(field.split("^", 1), view);
  return {
    ...asked,
    ...options,
    ...(names.length === 1 ? { default_field: names[0] ?? NO_FIELD } : { fields: names }),
  };
}
