import { isJsonObject, type JsonObject } from "@common/text/json";
import type { NestedLevel } from "../../store/types";
import { valuesAtPath } from "../answer/source-filter";

type Places = ReturnType<NestedLevel["places"]>;

/** Where an object of a nested field stands in its document, as a hit says it. */
export function nestedIdentity(places: Places, at = 0): JsonObject {
  const place = places[at];
  if (!place) return {};
  const before = places[at - 1];
  const own: JsonObject = {
    field: before ? place.path.slice(before.path.length + 1) : place.path,
    offset: place.offset,
  };
  return at + 1 < places.length ? { ...own, _nested: nestedIdentity(places, at + 1) } : own;
}

/** The object of a nested field in the source of its document. */
function objectIn(source: JsonObject, places: Places): JsonObject {
  let object = source;
  let before = "";
  for (const { path, offset } of places) {
    const found = valuesAtPath(object, before === "" ? path : path.slice(before.length + 1)).filter((one) =>
      isJsonObject(one),
    );
    object = found[offset] ?? {};
    before = path;
  }
  return object;
}

/**
 * A source that holds nothing but one object of a nested field, at its path: so that fields and patterns have their
 * whole names.
 */
export function sourceOfObject(source: JsonObject, places: Places): JsonObject {
  const path = places.at(-1)?.path ?? "";
  return path.split(".").reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), objectIn(source, places));
}

/** The object itself out of such a source, or of what patterns have left of it. */
export function objectOf(source: JsonObject, places: Places): JsonObject {
  const [object] = valuesAtPath(source, places.at(-1)?.path ?? "");
  return isJsonObject(object) ? object : {};
}
