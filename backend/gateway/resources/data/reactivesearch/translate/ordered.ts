import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

/**
 * The same JSON with the keys of every object in alphabetical order, as the real server writes its queries: the engine
 * names places in the text
 * (`[1:105]`) when it refuses one. What stands under `sort` keeps its order, for there it has a meaning.
 */
export function ordered(value: JsonObject): JsonObject {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === "sort" ? item : orderedValue(item)]));
}

function orderedValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(orderedValue);
  return isJsonObject(value) ? ordered(value) : value;
}
