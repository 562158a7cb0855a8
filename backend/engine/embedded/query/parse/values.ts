import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { dslError, tokenOf } from "./errors";

/**
 * The text of a JSON scalar, as Elasticsearch's parser reads any scalar as text. Undefined for null, lists and objects.
 */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value instanceof LosslessNumber ? value.value : undefined;
}

/** True for text, numbers and booleans. */
export function isScalar(value: JsonValue | undefined): boolean {
  return textOf(value) !== undefined;
}

function numberFormat(reason: string): EngineError {
  return new EngineError(400, "number_format_exception", reason);
}

/** A number, also where it is given as text. */
export function floatOf(value: JsonValue | undefined): number {
  const text = textOf(value);
  const number = text === undefined || text.trim() === "" ? NaN : Number(text);
  if (Number.isNaN(number)) throw numberFormat(`For input string: "${text ?? ""}"`);
  return number;
}

/** A whole number, also where it is given as text. */
export function integerOf(value: JsonValue | undefined): number {
  const number = floatOf(value);
  if (!Number.isInteger(number))
    throw illegalArgument(`${textOf(value)} cannot be converted to Integer without data loss`);
  return number;
}

/** A boolean, also `"true"` and `"false"`. */
export function booleanOf(value: JsonValue | undefined): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw illegalArgument(`Failed to parse value [${textOf(value) ?? ""}] as only [true] or [false] are allowed.`);
}

/** What every query may carry. */
export type CommonSettings = { boost: number; name?: string };

/** Reads `boost` and `_name` out of an object. */
export function commonSettings(settings: JsonObject): CommonSettings {
  const boost = settings["boost"] === undefined ? 1 : floatOf(settings["boost"]);
  if (boost < 0)
    throw illegalArgument(`negative [boost] are not allowed in [query], use a value between 0 and 1 to deboost`);
  const name = textOf(settings["_name"]);
  return name === undefined ? { boost } : { boost, name };
}

/** The body of a query as an object; refuses anything else. */
export function objectBody(type: string, body: JsonValue): JsonObject {
  if (!isJsonObject(body)) throw dslError(`[${type}] query malformed, no start_object after query name`);
  return body;
}

export type FieldForm = { field: string; settings: JsonObject };

// Each query says it in words of its own.
function withoutField(type: string): EngineError {
  if (type === "match") return dslError("No text specified for text query");
  if (type.startsWith("match")) return illegalArgument(`[${type}] requires fieldName`);
  return illegalArgument(type === "fuzzy" ? "field name cannot be null or empty" : "field name is null or empty");
}

/**
 * Reads `{ field: value }` and `{ field: { <key>: value, … } }`, the form of the queries on one field.
 * The short form comes back as `{ <key>: value }`. Refuses unknown settings, lists and a second field.
 */
export function fieldForm({
  type,
  body,
  key,
  known,
}: {
  type: string;
  body: JsonValue;
  key: string;
  known: readonly string[];
}): FieldForm {
  const object = objectBody(type, body);
  let found: FieldForm | undefined;
  const around: JsonObject = {};
  for (const [field, value] of Object.entries(object)) {
    if ((field === "boost" || field === "_name") && isScalar(value) && type !== "match") {
      around[field] = value;
      continue;
    }
    if (found)
      throw dslError(`[${type}] query doesn't support multiple fields, found [${found.field}] and [${field}]`, {
        holder: object,
        key: field,
      });
    if (Array.isArray(value))
      throw dslError(`[${type}] query does not support array of values`, { holder: object, key: field });
    if (!isJsonObject(value)) {
      found = { field, settings: { [key]: value } };
      continue;
    }
    for (const [name, setting] of Object.entries(value)) {
      if (!known.includes(name))
        throw dslError(`[${type}] query does not support [${name}]`, { holder: value, key: name });
      if (Array.isArray(setting) || isJsonObject(setting))
        throw dslError(`[${type}] unknown token [${tokenOf(setting)}] after [${name}]`, { holder: value, key: name });
    }
    found = { field, settings: value };
  }
  if (!found) throw withoutField(type);
  return { field: found.field, settings: { ...around, ...found.settings } };
}
