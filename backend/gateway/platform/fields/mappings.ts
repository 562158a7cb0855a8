import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Reader } from "./readers";
import type { NameView } from "./view";

type Open = { view: NameView; reader: Reader };

// Of an open field: the closed ones that take over its values.
function withoutCopies({ copy_to: copies, ...definition }: JsonObject, view: NameView): JsonObject {
  if (copies === undefined) return definition;
  const open = [copies].flat().filter((name) => typeof name === "string" && view.allows(name));
  return open.length === 0 ? definition : { ...definition, copy_to: open };
}

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
      const open = withoutCopies(definition, view);
      return [[key, isJsonObject(fields) ? { ...open, fields: propertiesWithin(fields, view, `${name}.`) } : open]];
    }),
  );
}

// In a list of single fields the definition stands below the last part of the name.
function singleWithin(field: JsonObject, view: NameView): JsonObject {
  const { mapping } = field;
  if (!isJsonObject(mapping)) return field;
  return {
    ...field,
    mapping: Object.fromEntries(
      Object.entries(mapping).map(([key, one]) => [key, isJsonObject(one) ? withoutCopies(one, view) : one]),
    ),
  };
}

/**
 * A mapping without the fields that are closed, and without what else of it names them. It is one of all fields, or of
 * single ones by their full names; before Elasticsearch 7 each stood below a type.
 */
export function mappingWithin(mapping: JsonObject, open: Open): JsonObject {
  const { view, reader } = open;
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([key, part]): [string, JsonValue][] => {
      if (!isJsonObject(part)) return [[key, reader.told(part)]];
      if (key === "properties" || key === "runtime" || key === "derived")
        return [[key, propertiesWithin(part, view, "")]];
      if (typeof part["full_name"] === "string")
        return view.allows(part["full_name"]) ? [[key, singleWithin(part, view)]] : [];
      return [[key, isJsonObject(part["properties"]) ? mappingWithin(part, open) : reader.told(part)]];
    }),
  );
}
