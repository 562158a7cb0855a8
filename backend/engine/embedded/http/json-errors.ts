import type { JsonValue } from "@common/json";
import { parseJson } from "@common/json";
import { jsonTrouble, MAX_JSON_DEPTH } from "../../json-trouble";
import { EngineError } from "../errors";

/** The error that Elasticsearch gives for a text that is not JSON; undefined where it finds none. */
export function jsonError(text: string): EngineError | undefined {
  const trouble = jsonTrouble(text);
  return trouble && new EngineError(400, trouble.type, trouble.reason);
}

function tooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= MAX_JSON_DEPTH; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      // Skips a string, so that braces in texts do not count.
      for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
    } else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest > MAX_JSON_DEPTH;
}

/** Parses JSON without losing digits. Throws EngineError 400 in Elasticsearch's words, also for more than 1,000 levels. */
export function parseBody(text: string): JsonValue {
  if (tooDeep(text)) throw jsonError(text) ?? new EngineError(400, "json_parse_exception", "nested too deeply");
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw jsonError(text) ?? new EngineError(400, "json_parse_exception", error.message, { cause: error });
  }
}
