import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { checkIndices, mayUseAllIndices } from "../access/indices";
import { type Caller, isAdmin } from "../auth/types";
import { HttpError } from "../http/errors";

// A record stands in the log of the index in its path. What its bodies name beside that may be anybody's.

const NAMING = /"(?:_?index|indices)"\s*:\s*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[\d.]+)/g;
const SHOWN = /"_index"\s*:\s*("(?:[^"\\]|\\.)*")/g;
const WORDS = /[^\s,"[\]]+/g;
// Letters as escapes, and queries in base64, may hold a name that is not seen here.
const HIDING = /\\u00|"wrapper"/;
// What these search is told by their bodies alone, which may have come as a parameter.
const BY_BODY = /\/_m(search|get)$/;

const textOf = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");
const bodyOf = (part: JsonValue | undefined) => (part !== undefined && isJsonObject(part) ? textOf(part["body"]) : "");

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, value = ""]) => value.match(WORDS) ?? []);
}

function isAllowed(caller: Caller, names: readonly string[]): boolean {
  try {
    checkIndices(caller, names);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/** Whether all that a recorded call was about may be read by a caller: the indices of its path, those that its body names, and those that its answer shows. */
export function isWithinIndices({ indices, request, response }: JsonObject, caller: Caller): boolean {
  if (isAdmin(caller) || mayUseAllIndices(caller)) return true;
  const [asked, answered] = [bodyOf(request), bodyOf(response)];
  if (answered === "" && asked === "") return true;
  const uri = request !== undefined && isJsonObject(request) ? textOf(request["uri"]) : "";
  if (HIDING.test(asked) || (asked === "" && BY_BODY.test(uri))) return false;
  const inPath = Array.isArray(indices) ? indices.map(textOf) : [];
  return isAllowed(caller, [...new Set([...inPath, ...namesIn(asked, NAMING), ...namesIn(answered, SHOWN)])]);
}
