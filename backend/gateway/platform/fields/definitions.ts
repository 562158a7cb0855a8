import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { mappingWithin } from "./mappings";
import { createReader, type Reader } from "./readers";
import { settingsWithin } from "./settings";
import type { FieldView } from "./view";

type Open = { view: FieldView; ofMappings: Reader; ofTexts: Reader };

// An alias whose filter is not told is told as one without.
function aliasesWithin(aliases: JsonObject, reader: Reader): JsonObject {
  return Object.fromEntries(
    Object.entries(aliases).map(([name, alias]): [string, JsonValue] => {
      if (!isJsonObject(alias) || alias["filter"] === undefined || !reader.isNamed(alias["filter"]))
        return [name, alias];
      const { filter: _filter, ...rest } = alias;
      return [name, rest];
    }),
  );
}

function partWithin(key: string, part: JsonValue, open: Open): JsonValue {
  if (key === "mappings" && isJsonObject(part))
    return mappingWithin(part, { view: open.view.search, reader: open.ofMappings });
  const within = each(part, open);
  if (!isJsonObject(within)) return within;
  if (key === "settings" || key === "defaults") return settingsWithin(within, open.ofTexts);
  return key === "aliases" ? aliasesWithin(within, open.ofTexts) : within;
}

function each(value: JsonValue, open: Open): JsonValue {
  if (Array.isArray(value)) return value.map((item) => each(item, open));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partWithin(key, part, open)]));
}

/**
 * An answer that tells of indices, aliases or templates: mappings without the fields that the credential may not
 * search, the rest without what names a field that it may not see.
 */
export function definitionsWithin(answer: JsonObject, view: FieldView): JsonObject {
  const open = {
    view,
    ofMappings: createReader(view.rights, view.search),
    ofTexts: createReader(view.rights, view.show),
  };
  // Names at the top are those of indices.
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, each(value, open)]));
}
