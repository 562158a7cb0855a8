import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { maskedRecord } from "@backend/gateway/platform/recording/masked-record";
import { maySeeBodies } from "./visible";

/** Members of a record that only this server has, and those that are for finding alone. */
const OWN = "origin";
const FOUND_BY = ["origin.text"];
/** What decides who sees what: read with each record, given to nobody. */
const DECIDING = ["scope", "paths", "system"];
const BODIES = ["request.body", "response.body", "requestChanges", "responseChanges"];

/**
 * What of the stored records is read for an answer: no text that is for finding alone, no bodies and stages where
 * `bodies=false`.
 */
export function sourceFilter({ query }: SignedContext): { excludes: string[] } {
  return { excludes: [...FOUND_BY, ...(query["bodies"] === "false" ? BODIES : [])] };
}

const pathOf = (url: JsonValue | undefined) => (typeof url === "string" ? (url.split("?")[0] ?? "") : "");
const isWithScope = (origin: JsonValue | undefined) =>
  origin !== undefined && isJsonObject(origin) && origin["scope"] !== undefined;

/**
 * A stored record as its reader may see it: the bodies of other people's calls hold documents whole, and parameters and
 * headers hold values to search for.
 * `reader` is the one whose fields are limited.
 */
export function shownRecord(record: JsonObject, context: SignedContext, reader: Reader | null): JsonObject {
  // Records of before secrets were left out at recording have them until `masking/keeper.ts` has come to them.
  const shown = isWithScope(record[OWN]) ? record : maskedRecord(record);
  const open = maySeeBodies(record, context.caller) ? shown : bareRecord(shown);
  return withOwn(reader ? withToldPath(open, reader) : open, context);
}

const isIn = (list: JsonValue | undefined, name: string) => Array.isArray(list) && list.includes(name);

// A path that names a field which is closed, where no index is named, is told as that of its route.
function withToldPath(record: JsonObject, reader: Reader): JsonObject {
  const { request, indices, origin } = record;
  if (request === undefined || !isJsonObject(request)) return record;
  const path = pathOf(request["uri"]);
  const names = path.split(/[/,]/).filter((name) => !isIn(indices, name));
  const own = origin !== undefined && isJsonObject(origin) ? origin : null;
  const route = typeof own?.["route"] === "string" ? own["route"].slice(own["route"].indexOf(" ") + 1) : "";
  const uri = reader.isNamed(names) ? route : path;
  return { ...record, request: { ...request, uri }, ...(own ? { origin: { ...own, url: uri } } : {}) };
}

// Our own members are given to who asks for them.
function withOwn({ [OWN]: origin, ...record }: JsonObject, { query }: SignedContext): JsonObject {
  if (query["origin"] !== "true" || origin === undefined || !isJsonObject(origin)) return record;
  return { ...record, [OWN]: Object.fromEntries(Object.entries(origin).filter(([name]) => !DECIDING.includes(name))) };
}

function bareRecord(record: JsonObject): JsonObject {
  const bare = (part: JsonValue | undefined): JsonValue =>
    part !== undefined && isJsonObject(part) ? { ...part, body: "" } : (part ?? null);
  const without = (part: JsonValue | undefined, headers: string): JsonValue => {
    const left = bare(part);
    return isJsonObject(left) ? { ...left, [headers]: {} } : left;
  };
  const changes = (list: JsonValue | undefined): JsonValue => (Array.isArray(list) ? list.map(bare) : (list ?? null));
  const { request, response, requestChanges, responseChanges, origin } = record;
  const own: JsonObject =
    origin !== undefined && isJsonObject(origin)
      ? { origin: { ...withoutSearched(origin), url: pathOf(origin["url"]) } }
      : {};
  return {
    ...record,
    request: without(request, "header"),
    response: without(response, "Headers"),
    requestChanges: changes(requestChanges),
    responseChanges: changes(responseChanges),
    console_logs: [],
    ...own,
  };
}

// What was searched for, and what was found, is told by the bodies.
const withoutSearched = ({ searched: _, ...origin }: JsonObject): JsonObject => origin;

type Parsed = { value: JsonValue; error: string | null };

// Lines of JSON, as of several searches, stay text and are no error; neither is an empty body.
function parsedBody(text: JsonValue | undefined): Parsed {
  if (typeof text !== "string" || text.trim() === "") return { value: text ?? "", error: null };
  try {
    const value = parseJson(text);
    return { value: isJsonObject(value) ? value : text, error: null };
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const isLines = lines.length > 1 && lines.every(isJson);
    return { value: text, error: isLines ? null : error instanceof Error ? error.message : String(error) };
  }
}

function isJson(line: string): boolean {
  try {
    parseJson(line);
    return true;
  } catch {
    return false;
  }
}

function parsedStage(stage: JsonValue): { stage: JsonValue; error: string | null } {
  if (!isJsonObject(stage)) return { stage, error: null };
  const [headers, body] = [parsedBody(stage["headers"]), parsedBody(stage["body"])];
  return { stage: { ...stage, headers: headers.value, body: body.value }, error: headers.error ?? body.error };
}

function parsedStages(list: JsonValue | undefined): { stages: JsonValue; error: string | null } {
  if (!Array.isArray(list)) return { stages: list ?? null, error: null };
  const all = list.map(parsedStage);
  return { stages: all.map(({ stage }) => stage), error: all.find(({ error }) => error !== null)?.error ?? null };
}

const bodyOf = (part: JsonValue | undefined) => (part !== undefined && isJsonObject(part) ? part["body"] : undefined);

/**
 * The form of a record with `verbose`, for calls of the search API: headers and bodies of stages as JSON, and what
 * could not be read as such under
 * `requestParseError` and `responseParseError`; `diffLogs` is true where there is such a form, as in the reference.
 * Other records have one form only.
 */
export function verboseRecord(record: JsonObject): JsonObject {
  if (record["category"] !== "reactivesearch" && record["category"] !== "suggestion") return record;
  const [requests, responses] = [parsedStages(record["requestChanges"]), parsedStages(record["responseChanges"])];
  return {
    ...record,
    requestChanges: requests.stages,
    responseChanges: responses.stages,
    requestParseError: parsedBody(bodyOf(record["request"])).error ?? requests.error,
    responseParseError: parsedBody(bodyOf(record["response"])).error ?? responses.error,
    diffLogs: true,
  };
}
