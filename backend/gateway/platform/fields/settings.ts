import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Reader } from "./readers";

/**
 * Where a name stands that people give to a filter or its relatives (`analysis.filter.sports`); all others are those of
 * the engine.
 */
const DEFINED = 2;

const placeOf = (path: readonly string[]) => (path[0] === "index" ? path.slice(1) : path);

// In the flat form a member is a path: `index.analysis.filter.sports.synonyms`.
function isMemberTold(path: readonly string[], { tells }: Reader): boolean {
  const place = placeOf(path);
  return place[0] !== "analysis" || tells(place[DEFINED] ?? "");
}

function within(value: JsonValue, path: readonly string[], reader: Reader): JsonValue | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => within(item, path, reader) ?? []);
  if (!isJsonObject(value)) return reader.isNamed(value) ? undefined : value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, JsonValue][] => {
      const place = [...path, ...name.split(".")];
      const told = isMemberTold(place, reader) ? within(inner, place, reader) : undefined;
      return told === undefined ? [] : [[name, told]];
    }),
  );
}

/**
 * Settings of an index as a reader may have them, nested or flat: without texts (synonyms, stop words, default fields,
 * sorts, ...) that name a field which is closed to him.
 */
export function settingsWithin(settings: JsonObject, reader: Reader): JsonObject {
  const told = within(settings, [], reader);
  return isJsonObject(told) ? told : {};
}
