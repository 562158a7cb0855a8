import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { withinQuery, type Walk } from "./clauses";

// What is marked may be chosen by another query, and by what was found in other fields.
function options(value: JsonObject, walk: Walk): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, one]): [string, JsonValue] => {
      if (key === "highlight_query") return [key, withinQuery(one, walk)];
      if (key !== "matched_fields") return [key, one];
      return [
        key,
        (Array.isArray(one) ? one : [one]).map((name) =>
          typeof name === "string" ? walk.view.show.named(name) : name,
        ),
      ];
    }),
  );
}

function fieldsOf(fields: JsonObject, walk: Walk): JsonObject {
  const { show } = walk.view;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, JsonValue][] => {
      const names = show.allows(field) ? [field] : field.includes("*") ? show.matching(field) : [];
      return names.map((name) => [name, isJsonObject(value) ? options(value, walk) : value]);
    }),
  );
}

/** A highlight of the fields that may be shown. */
export function highlighted(highlight: JsonObject, walk: Walk): JsonObject {
  const { fields, ...rest } = highlight;
  const common = options(rest, walk);
  if (fields === undefined) return common;
  if (isJsonObject(fields)) return { ...common, fields: fieldsOf(fields, walk) };
  if (!Array.isArray(fields)) return { ...common, fields };
  const kept = fields.map((item) => (isJsonObject(item) ? fieldsOf(item, walk) : item));
  return { ...common, fields: kept.filter((item) => !isJsonObject(item) || Object.keys(item).length > 0) };
}
