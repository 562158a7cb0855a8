import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { withinQuery, type Walk } from "./clauses";

const GEO_OPTIONS = new Set([
  "order",
  "unit",
  "mode",
  "distance_type",
  "ignore_unmapped",
  "validation_method",
  "nested",
  "nested_path",
  "nested_filter",
  "unmapped_type",
]);

// Which of the nested objects count is a query.
function nested(options: JsonObject, walk: Walk): JsonObject {
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => {
      if (key === "filter" || key === "nested_filter") return [key, withinQuery(value, walk)];
      if ((key === "path" || key === "nested_path") && typeof value === "string")
        return [key, walk.view.search.named(value)];
      return [key, key === "nested" && isJsonObject(value) ? nested(value, walk) : value];
    }),
  );
}

function sortKey([key, value]: [string, JsonValue], walk: Walk): [string, JsonValue] {
  const options = isJsonObject(value) ? nested(value, walk) : value;
  if ((key !== "_geo_distance" && key !== "_geoDistance") || !isJsonObject(options))
    return [walk.view.show.named(key), options];
  return [
    key,
    Object.fromEntries(
      Object.entries(options).map(([name, place]) => [
        GEO_OPTIONS.has(name) ? name : walk.view.show.named(name),
        place,
      ]),
    ),
  ];
}

/**
 * A sort by fields that may be shown, for hits tell the values that they were sorted by; any other field is one that is
 * not there.
 */
export function sorted(sort: JsonValue, walk: Walk): JsonValue {
  if (Array.isArray(sort)) return sort.map((item) => sorted(item, walk));
  if (typeof sort === "string") return walk.view.show.named(sort);
  return isJsonObject(sort) ? Object.fromEntries(Object.entries(sort).map((entry) => sortKey(entry, walk))) : sort;
}
