import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/json";
import { fieldRights } from "../access/field-rights";
import type { SignedContext } from "../http/types";
import { isWithinIndices } from "./named-in-record";

/** Members of a record that only this server has, and those that are for finding alone. */
const OWN = "origin";
const FOUND_BY = ["origin.text"];
const BODIES = ["request.body", "response.body", "requestChanges", "responseChanges"];

/** What of the stored records an answer leaves out: our own members unless `origin=true`, bodies and stages where `bodies=false`. */
export function sourceFilter({ query }: SignedContext): { excludes: string[] } {
  return { excludes: [...(query["origin"] === "true" ? FOUND_BY : [OWN]), ...(query["bodies"] === "false" ? BODIES : [])] };
}

const pathOf = (url: JsonValue | undefined) => (typeof url === "string" ? (url.split("?")[0] ?? "") : "");

/** A stored record as its reader may see it: the bodies of other people's calls hold documents whole, and parameters hold values to search for. */
export function shownRecord(record: JsonObject, { caller }: SignedContext): JsonObject {
  if (fieldRights(caller) === null && isWithinIndices(record, caller)) return record;
  const bare = (part: JsonValue | undefined): JsonValue => (part !== undefined && isJsonObject(part) ? { ...part, body: "" } : (part ?? null));
  const changes = (list: JsonValue | undefined): JsonValue => (Array.isArray(list) ? list.map(bare) : (list ?? null));
  const { request, response, requestChanges, responseChanges, origin } = record;
  const own: JsonObject = origin !== undefined && isJsonObject(origin) ? { origin: { ...origin, url: pathOf(origin["url"]) } } : {};
  return {
    ...record,
    request: bare(request),
    response: bare(response),
    requestChanges: changes(requestChanges),
    responseChanges: changes(responseChanges),
    ...own,
  };
}

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
 * The form of a record with `verbose`, for calls of the search API: headers and bodies of stages as JSON, and what could not be read as such under
 * `requestParseError` and `responseParseError`. Other records have one form only.
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
  };
}
