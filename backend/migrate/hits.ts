import { MigrationError, type Document } from "./types";

const QUOTE = 34;
const BACKSLASH = 92;

/** The place behind a string that begins at `at`. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  throw new MigrationError("The engine's answer was cut short.");
}

function skipSpace(text: string, at: number): number {
  let place = at;
  while (text.charCodeAt(place) <= 32) place++;
  return place;
}

/** The place behind the JSON value that begins at `at`. */
function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first !== "{" && first !== "[") {
    let place = at;
    while (place < text.length && !/[,\]}\s]/.test(text[place] ?? "")) place++;
    return place;
  }
  let depth = 0;
  for (let place = at; place < text.length;) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) {
      place = endOfString(text, place);
      continue;
    }
    if (code === 123 || code === 91) depth++;
    else if ((code === 125 || code === 93) && --depth === 0) return place + 1;
    place++;
  }
  throw new MigrationError("The engine's answer was cut short.");
}

/** The members of a JSON object as the text of their values. */
export function members(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (at < text.length && text[at] !== "}") {
    const keyEnd = endOfString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    found.set(String(key), text.slice(start, end));
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return found;
}

/** The elements of a JSON list, as text. */
export function elements(text: string): string[] {
  const found: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (at < text.length && text[at] !== "]") {
    const end = endOfValue(text, at);
    found.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return found;
}

/** A hit: the document, and the first sort value where the search was sorted by number. */
export type Hit = { document: Document; sort: number | undefined };

function hitOf(text: string): Hit {
  const hit = members(text);
  const source = hit.get("_source");
  const id = hit.get("_id");
  if (source === undefined || id === undefined)
    throw new MigrationError(
      `A document came without ${source === undefined ? "_source" : "_id"}: ${text.slice(0, 200)}`,
    );
  const routing = hit.get("_routing");
  const sort = hit.get("sort");
  return {
    document: {
      id: String(JSON.parse(id)),
      version: hit.get("_version") ?? "1",
      routing: routing === undefined ? undefined : String(JSON.parse(routing)),
      source,
    },
    sort: sort === undefined ? undefined : Number(elements(sort)[0]),
  };
}

/**
 * Reads a search's answer without parsing the documents: each `_source` stays the text that the engine sent, digits,
 * order of keys and all. Throws where a shard failed, for then documents would be missing silently.
 */
export function readHits(body: string): { hits: Hit[]; scrollId: string | undefined } {
  const answer = members(body);
  const shards = members(answer.get("_shards") ?? "{}");
  if (Number(shards.get("failed") ?? 0) > 0 || answer.get("timed_out") === "true")
    throw new MigrationError(`A part of the index did not answer: ${(answer.get("_shards") ?? "").slice(0, 400)}`);
  const scroll = answer.get("_scroll_id");
  const hits = members(answer.get("hits") ?? "{}").get("hits") ?? "[]";
  return { hits: elements(hits).map(hitOf), scrollId: scroll === undefined ? undefined : String(JSON.parse(scroll)) };
}
