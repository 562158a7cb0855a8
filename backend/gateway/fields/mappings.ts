import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import type { FieldView, NameView } from "./view";

function propertiesWithin(properties: JsonObject, view: NameView, prefix: string): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, definition]): [string, JsonValue][] => {
      const name = `${prefix}${key}`;
      if (!isJsonObject(definition)) return view.allows(name) ? [[key, definition]] : [];
      const { properties: inner, fields } = definition;
      if (isJsonObject(inner)) {
        const seen = propertiesWithin(inner, view, `${name}.`);
        return view.allows(name) || Object.keys(seen).length > 0 ? [[key, { ...definition, properties: seen }]] : [];
      }
      if (!view.allows(name)) return [];
      return [[key, isJsonObject(fields) ? { ...definition, fields: propertiesWithin(fields, view, `${name}.`) } : definition]];
    }),
  );
}

// A mapping of all fields, or of single ones by their full names; before Elasticsearch 7 each stood below a type.
function mappingWithin(mapping: JsonObject, view: NameView): JsonObject {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([key, part]): [string, JsonValue][] => {
      if (!isJsonObject(part)) return [[key, part]];
      if (key === "properties" || key === "runtime" || key === "derived") return [[key, propertiesWithin(part, view, "")]];
      if (typeof part["full_name"] === "string") return view.allows(part["full_name"]) ? [[key, part]] : [];
      return [[key, isJsonObject(part["properties"]) ? mappingWithin(part, view) : part]];
    }),
  );
}

function eachMapping(value: JsonValue, view: NameView): JsonValue {
  if (Array.isArray(value)) return value.map((item) => eachMapping(item, view));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "mappings" && isJsonObject(inner) ? mappingWithin(inner, view) : eachMapping(inner, view)]),
  );
}

/** An answer that tells of indices or templates, without the fields that the credential may not search. */
export function mappingsWithin(answer: JsonObject, { search }: FieldView): JsonObject {
  if (search.isOpen) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, eachMapping(value, search)]));
}
