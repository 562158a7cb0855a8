import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { scalarText } from "~/lib/json/scalar";

/** What an alias has of its own, for readers. */
export type AliasView = {
  /** JSON, or null. */
  filter: string | null;
  indexRouting: string | null;
  searchRouting: string | null;
  /** Null where it is not said: then the only index of an alias takes the writes. */
  writes: boolean | null;
};

const textOf = (value: JsonValue | undefined) => (value === undefined || value === null ? null : scalarText(value));

/** A definition as the engine shows it, for readers. */
export function aliasView(definition: JsonObject): AliasView {
  const { filter, is_write_index: writes } = definition;
  return {
    filter: isJsonObject(filter) ? stringifyJson(filter) : null,
    indexRouting: textOf(definition["index_routing"]),
    searchRouting: textOf(definition["search_routing"]),
    writes: writes === true || writes === "true" ? true : writes === undefined || writes === null ? null : false,
  };
}
