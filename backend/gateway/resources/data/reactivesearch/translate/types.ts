import type { JsonObject, JsonValue } from "@common/text/json";

/** A query clause of Elasticsearch's query language, or nothing to ask. */
export type Clause = JsonObject | null;
/** The body of an Elasticsearch search. */
export type SearchBody = JsonObject;

/** True where a property was given: neither missing nor null. */
export function isGiven<Value extends JsonValue>(value: Value | null | undefined): value is Exclude<Value, null> {
  return value !== undefined && value !== null;
}
