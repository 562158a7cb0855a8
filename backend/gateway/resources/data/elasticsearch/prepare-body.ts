import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import {
  hasPointInTime,
  indicesInAliases,
  indicesInDefinition,
  indicesInMget,
  indicesInReindex,
  indicesInSearch,
  namedIndices,
} from "@backend/gateway/platform/access/body-indices";
import { requireSeenFields } from "@backend/gateway/platform/access/field-definitions";
import {
  type FieldRights,
  fieldRights,
  maySee,
  searchRights,
  withoutSource,
} from "@backend/gateway/platform/access/field-rights";
import { checkClusterLevel, checkIndices } from "@backend/gateway/platform/access/indices";
import { assignmentProgram } from "@backend/gateway/platform/access/assignments";
import { mayHoldScript, requireNoScripts } from "@backend/gateway/platform/access/scripts";
import { type Caller, isAdmin } from "@backend/gateway/platform/auth/types";
import { HttpError, unauthorized } from "@backend/gateway/platform/http/errors";
import { requireMembers } from "@backend/gateway/platform/allow-list/bodies";
import { BULK_ACTION } from "@backend/gateway/platform/allow-list/members";
import { mgetWithin } from "./field-rights";
import type { BodyKind } from "@backend/gateway/platform/http/engine-calls";
import { actionWithoutType, mayNameTypes, mgetWithoutTypes } from "@backend/gateway/platform/http/typed-calls";

type Prepared = { caller: Caller; text: string; rights: FieldRights | null };

// What cannot be read here could still be read by the engine, whose JSON is laxer; so it goes on only where nothing in
// it could matter.
function unreadable(what: string): HttpError {
  return new HttpError(400, `elastic: Error 400 (Bad Request): ${what} is not valid JSON [type=parsing_exception]`, {
    cause: { type: "parsing_exception", reason: `${what} is not valid JSON` },
  });
}

function parse(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

// A text that the parser took may still be too deep to be written again.
function written(body: unknown): string {
  try {
    return stringifyJson(body);
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(400, "the body is nested too deeply");
    throw error;
  }
}

function mayNameIndices(text: string): boolean {
  return /index|indices|like|pit|wrapper|docs|alias|\\u/i.test(text);
}

/** Checks one JSON body: no script, no index that the caller may not use. Gives the body back as it goes on. */
function prepareJson(
  { caller, text, rights }: Prepared,
  indicesIn: (body: JsonValue) => string[],
  within: (body: JsonObject) => JsonObject = (body) => body,
): string {
  if (text.trim() === "") return text;
  const scripts = mayHoldScript(text);
  // A body that is held to fields is gone through whole, so its depth is looked at too.
  const names = !isAdmin(caller) && (rights !== null || mayNameIndices(text));
  if (!scripts && !names && !rights) return text;
  const body = parse(text);
  if (body === undefined) throw unreadable("the body");
  if (scripts) requireNoScripts(body);
  if (names) {
    checkIndices(caller, indicesIn(body));
    if (hasPointInTime(body)) checkClusterLevel(caller);
  }
  // The parsed text goes on: of a key that stands twice the engine may read the other one.
  return written(rights && isJsonObject(body) ? within(body) : body);
}

function checkHeader({ caller, line }: { caller: Caller; line: string }): string {
  if (isAdmin(caller)) return line;
  if (line.trim() === "") return "{}";
  const header = parse(line);
  if (!isJsonObject(header)) throw unreadable("a line");
  checkIndices(
    caller,
    ["index", "indices"].flatMap((key) => namedIndices(header[key])),
  );
  const { expand_wildcards: _, expandWildcards: __, ...rest } = header;
  return written(rest);
}

function prepareMsearch(prepared: Prepared): string {
  if (prepared.text === "") return "";
  const all = prepared.text.split("\n");
  // Elasticsearch skips a blank first line; every other blank line in a header's place is an empty header.
  const lines = all[0] === "" ? all.slice(1) : all;
  const ended = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  const out: string[] = [];
  let isHeader = true;
  for (const line of ended) {
    if (isHeader) out.push(checkHeader({ caller: prepared.caller, line }));
    else out.push(prepareJson({ ...prepared, text: line }, indicesInSearch));
    isHeader = !isHeader;
  }
  return out.join("\n") + (lines.at(-1) === "" ? "\n" : "");
}

// The answer to an update may bring the document; as the lines of a bulk go on unchanged, one that asks for it is
// refused.
function requireNoSource(caller: Caller, options: JsonObject): void {
  if (fieldRights(caller) === null || Object.keys(withoutSource(options)).length === Object.keys(options).length)
    return;
  throw unauthorized("credentials cannot access the source of updated documents");
}

function checkAction(caller: Caller, action: JsonObject): string {
  const [name = "", options] = Object.entries(action)[0] ?? [];
  if (isAdmin(caller) || !isJsonObject(options)) return name;
  checkIndices(caller, namedIndices(options["_index"]));
  requireMembers(BULK_ACTION, options, { caller, text: "" });
  requireNoSource(caller, options);
  return name;
}

/**
 * Holds one action line of a bulk against the rights of a caller who is no admin. Gives the action's name, undefined
 * for an admin, whose lines need no look. Throws 400 where the line cannot be read and 401.
 */
export function checkActionLine(caller: Caller, line: string): string | undefined {
  if (isAdmin(caller)) return undefined;
  const action = parse(line);
  if (!isJsonObject(action) || Object.keys(action).length !== 1) throw unreadable("an action line");
  return checkAction(caller, action);
}

// Documents are not looked into; only what stands beside them: the action lines, and partial updates, which may hold a
// script.
function prepareBulk({ caller, text }: Prepared): string {
  checkBulk({ caller, text });
  return mayNameTypes(text) ? linesWithoutTypes(text) : text;
}

function linesWithoutTypes(text: string): string {
  let awaiting = false;
  const lines = text.split("\n").map((line) => {
    if (awaiting) {
      awaiting = false;
      return line;
    }
    if (line.trim() === "") return line;
    awaiting = !/^\s*\{\s*"delete"\s*:/.test(line);
    return actionWithoutType(line);
  });
  return lines.join("\n");
}

function checkBulk({ caller, text }: Pick<Prepared, "caller" | "text">): void {
  const restricted = !isAdmin(caller);
  if (!restricted && !mayHoldScript(text)) return;
  let awaiting: string | null = null;
  for (const line of text.split("\n")) {
    if (awaiting !== null) {
      if (awaiting === "update") checkUpdateLine(caller, line);
      awaiting = null;
      continue;
    }
    if (line.trim() === "") continue;
    const action = parse(line);
    if (isJsonObject(action) && Object.keys(action).length === 1) {
      const name = checkAction(caller, action);
      awaiting = name === "delete" ? null : name;
    } else if (restricted || mayHoldScript(text)) {
      throw unreadable("an action line");
    }
  }
}

// Names of what a partial document sets, by their full paths.
function namesIn(value: JsonValue, prefix = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, prefix));
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [prefix];
  return Object.entries(value).flatMap(([key, inner]) => namesIn(inner, prefix === "" ? key : `${prefix}.${key}`));
}

// An update that changes nothing is answered as such: whether a closed field has a value would be told by setting it to
// that value.
function tellsByNoop(rights: FieldRights, update: JsonObject): boolean {
  const isTold = update["detect_noop"] !== false && isJsonObject(update["doc"]);
  return isTold && namesIn(update["doc"] ?? null).some((name) => !maySee(searchRights(rights), name));
}

/**
 * Refuses a script in a line that holds a partial update, and one that asks for a source or tells of values that the
 * caller may not see. Throws 400 and 401.
 */
export function checkUpdateLine(caller: Caller, line: string): void {
  const rights = fieldRights(caller);
  if (!mayHoldScript(line) && rights === null) return;
  const update = parse(line);
  if (!isJsonObject(update)) throw unreadable("a partial document");
  requireNoSource(caller, update);
  if (rights && tellsByNoop(rights, update))
    throw unauthorized('credentials cannot update fields that they cannot access without "detect_noop": false');
  const { doc: _doc, upsert: _upsert, ...rest } = update;
  requireNoScripts(rest);
}

function prepareUpdate({ caller, text, rights }: Prepared): string {
  const update = rights ? parse(text) : undefined;
  const seen = isJsonObject(update) ? withoutSource(update) : null;
  const kept = seen ? written(rights && tellsByNoop(rights, seen) ? { ...seen, detect_noop: false } : seen) : text;
  if (kept.trim() !== "") checkUpdateLine(caller, kept);
  return kept;
}

function prepareReindex(prepared: Prepared): string {
  const body = parse(prepared.text);
  // A remote source would make this server call whatever address it names.
  if (isJsonObject(body) && isJsonObject(body["source"]) && body["source"]["remote"] !== undefined) {
    throw new HttpError(
      400,
      "elastic: Error 400 (Bad Request): reindex from remote is not allowed [type=illegal_argument_exception]",
    );
  }
  return prepareChange(prepared, indicesInReindex);
}

// A script that is a list of plain assignments goes on as such a list; whatever else of the body may hold one is looked
// at without it.
function prepareChange(prepared: Prepared, indicesIn: (body: JsonValue) => string[]): string {
  const body = mayHoldScript(prepared.text) ? parse(prepared.text) : undefined;
  if (!isJsonObject(body) || body["script"] === undefined) return prepareJson(prepared, indicesIn);
  const { script, ...rest } = body;
  const program = assignmentProgram(script, prepared.caller);
  const checked = parse(prepareJson({ ...prepared, text: written(rest) }, indicesIn));
  return written({ ...(isJsonObject(checked) ? checked : {}), script: program });
}

const SECTIONS = ["mappings", "settings", "aliases"];

// Elasticsearch answers 500 to settings and mappings that are a list or a number.
function requireObject(text: string): void {
  if (text.trim() === "") return;
  const body = parse(text);
  const fits = isJsonObject(body) && SECTIONS.every((key) => body[key] == null || isJsonObject(body[key]));
  if (fits || (body === undefined && text.trimStart().startsWith("{"))) return;
  const cause = {
    type: "parse_exception",
    reason: "the request body, its settings, mappings and aliases must be JSON objects",
  };
  throw new HttpError(400, `elastic: Error 400 (Bad Request): ${cause.reason} [type=${cause.type}]`, { cause });
}

const TERM_VECTOR_OBJECTS = ["doc", "filter", "per_field_analyzer"];
const isPlain = (value: JsonValue | undefined) => !isJsonObject(value) && !Array.isArray(value);

function fitsTermVectors(key: string, value: JsonValue | undefined): boolean {
  if (key === "fields") return Array.isArray(value) && value.every(isPlain);
  if (!TERM_VECTOR_OBJECTS.includes(key)) return isPlain(value);
  return isJsonObject(value) && (key === "doc" || Object.values(value).every(isPlain));
}

// Elasticsearch and OpenSearch read this body up to the end of an object. Where a list or a number stands in the place
// of one they never find it, and the node's network thread goes round for ever: a few such calls and the node answers
// nobody any more (seen with OpenSearch 2.19).
function prepareTermVectors(text: string): string {
  if (text.trim() === "") return "";
  const body = parse(text);
  if (!isJsonObject(body)) throw unreadable("the body");
  const wrong = Object.keys(body).find((key) => !fitsTermVectors(key, body[key]));
  if (wrong === undefined) return written(body);
  const cause = {
    type: "parse_exception",
    reason: `failed to parse term vectors request: [${wrong}] has the wrong form`,
  };
  throw new HttpError(400, `elastic: Error 400 (Bad Request): ${cause.reason} [type=${cause.type}]`, { cause });
}

/**
 * Checks a body by its kind and gives it back as it goes on to the engine: scripts refused for everyone, indices in the
 * body held against the caller's rights. Fields are held against them beside it (`field-body.ts`). Throws 400 and 401.
 */
export function prepareBody({ kind, caller, text }: { kind: BodyKind; caller: Caller; text: string }): string {
  const rights = fieldRights(caller);
  const prepared = { caller, text, rights };
  switch (kind) {
    case "none":
    case "document":
      return text;
    case "search":
      return prepareJson(prepared, indicesInSearch);
    case "count":
      return prepareJson(prepared, indicesInSearch);
    case "change":
      return prepareChange(prepared, indicesInSearch);
    case "msearch":
      return prepareMsearch(prepared);
    case "mget":
      return text.trim() === ""
        ? text
        : prepareJson({ ...prepared, text: mgetWithoutTypes(text) }, indicesInMget, mgetWithin);
    case "bulk":
      return prepareBulk(prepared);
    case "update":
      return prepareUpdate(prepared);
    case "reindex":
      return prepareReindex(prepared);
    case "aliases":
      return prepareJson(prepared, indicesInAliases);
    case "admin":
      requireObject(text);
      if (rights) requireSeenFields(caller, parse(text));
      return prepareJson(prepared, indicesInDefinition);
    case "term-vectors":
      return prepareTermVectors(text);
    case "template-search":
      return text;
  }
}
