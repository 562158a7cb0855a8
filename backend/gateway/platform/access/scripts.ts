import { CALLS_LIMITS } from "@common/limits/calls";
import { decodeExactly } from "@common/text/base64";
import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import { badRequest, HttpError } from "../http/errors";

// Keys that hold a script wherever they stand in a search, an update, a mapping or a pipeline, if their value is an
// object.
const SCRIPT_KEYS = new Set([
  "script_fields",
  "script_score",
  "script_stack",
  "scripted_metric",
  "scripted_upsert",
  "runtime_mappings",
  "runtime",
  "derived",
  "bucket_script",
  "bucket_selector",
  "moving_fn",
  "_script",
]);
// Keys whose value is a script, as an object or as its source.
const SCRIPT_VALUES = new Set([
  "script",
  "minimum_should_match_script",
  "init_script",
  "map_script",
  "combine_script",
  "reduce_script",
]);
const SCRIPT_PARTS = ["source", "id", "inline", "stored", "lang", "params", "file"];
/** Clauses whose keys are names of fields: a field may well be called `script`. */
export const BY_FIELD = new Set([
  "term",
  "match",
  "match_phrase",
  "match_phrase_prefix",
  "match_bool_prefix",
  "prefix",
  "wildcard",
  "regexp",
  "fuzzy",
  "range",
  "span_term",
  "properties",
  "fields",
  "params",
  "_meta",
  "common",
]);
const MAX_DEPTH = CALLS_LIMITS.bodyDepth.most;

/** A quick look at a text: false means that no script can be in it. */
export function mayHoldScript(text: string): boolean {
  // Escapes may spell any word.
  return /script|runtime|derived|moving_fn|bucket_selector|wrapper|\\u/i.test(text);
}

function refusal(): HttpError {
  const reason = "cannot execute [inline] scripts";
  return new HttpError(400, `elastic: Error 400 (Bad Request): ${reason} [type=illegal_argument_exception]`, {
    cause: { type: "illegal_argument_exception", reason },
  });
}

function isScript(value: unknown, parent: string): boolean {
  if (typeof value === "string") return !BY_FIELD.has(parent) && !(parent === "sort" && /^(asc|desc)$/i.test(value));
  return isJsonObject(value) && SCRIPT_PARTS.some((part) => part in value);
}

// A whole query in base64. One in another spelling may be read by the engine as something else than here: it is
// refused.
function unwrapped({ query }: JsonObject): unknown {
  if (typeof query !== "string") return null;
  const text = decodeExactly(query, "base64")?.toString("utf8");
  if (text === undefined)
    throw badRequest(
      "elastic: Error 400 (Bad Request): the wrapper query is not spelt as base64 is [type=parsing_exception]",
    );
  try {
    return parseJson(text);
  } catch {
    if (mayHoldScript(text)) throw refusal();
    return null;
  }
}

/**
 * Refuses a body that holds a script anywhere, in Elasticsearch's words for a cluster with scripts switched off. Field
 * names are told from scripts by where they stand. Throws 400.
 */
export function requireNoScripts(value: unknown, parent = "", depth = 0): void {
  if (depth > MAX_DEPTH) throw new HttpError(400, "the body is nested too deeply");
  if (Array.isArray(value)) {
    for (const item of value) requireNoScripts(item, parent, depth + 1);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (SCRIPT_VALUES.has(key) && isScript(inner, parent)) throw refusal();
    if (key === "wrapper" && isJsonObject(inner)) requireNoScripts(unwrapped(inner), "", depth + 1);
    const named = BY_FIELD.has(parent);
    if (!named && SCRIPT_KEYS.has(key) && isJsonObject(inner)) throw refusal();
    // Below a field's name a fresh context begins: `{"term":{"term":{"value":1}}}`.
    requireNoScripts(inner, named ? "" : key, depth + 1);
  }
}
