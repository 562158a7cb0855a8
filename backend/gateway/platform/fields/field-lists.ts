import type { JsonObject, JsonValue } from "@common/text/json";
import { textOf } from "./refusal";
import type { NameView } from "./view";

/** A name that no index can have, for a list in which none is left: an empty list would mean all fields. */
export const NO_FIELD = ".none";

// `title^2`; of a name with two carets engines make different things.
function split(item: string): { name: string; boost: string } {
  const caret = item.indexOf("^");
  if (caret < 0) return { name: item, boost: "" };
  return { name: item.slice(0, caret), boost: item.slice(caret).lastIndexOf("^") > 0 ? "" : item.slice(caret) };
}

function openNames(name: string, view: NameView): string[] {
  return name.includes("*") ? view.matching(name) : view.within(name);
}

/** A list of fields with boosts, of which those remain that may be searched; patterns become what they stand for. */
export function openFields(list: JsonValue, view: NameView): JsonValue[] {
  const items = (Array.isArray(list) ? list : [list]).flatMap((item) => textOf(item) ?? []);
  if (view.isOpen) return items;
  const found = items.flatMap((item) => {
    const { name, boost } = split(item);
    const names = openNames(name, view);
    return (names.length > 0 ? names : [`.${name.replaceAll("*", "")}`]).map((one) => `${one}${boost}`);
  });
  return found.length > 0 ? found : [NO_FIELD];
}

/** All fields that a search over all of them reaches. */
export function allOpenFields(view: NameView): string[] {
  const found = view.matching("*");
  return found.length > 0 ? found : [NO_FIELD];
}

/** True where a list is not given, or so that engines search all fields. */
export function namesNothing(list: JsonValue | undefined): boolean {
  return list === undefined || list === null || list === "" || (Array.isArray(list) && list.length === 0);
}

/**
 * The options of a query over a list of fields. Without a list all open fields take its place, and a value that does
 * not fit one of them is passed over.
 */
export function withOpenFields(body: JsonObject, view: NameView): JsonObject {
  if (view.isOpen) return body;
  const { fields, quote_field_suffix: _suffix, ...rest } = body;
  const isAll = namesNothing(fields) || [fields].flat().includes("*");
  if (!namesNothing(fields) && !isAll) return { ...rest, fields: openFields(fields ?? null, view) };
  const given = namesNothing(fields) ? allOpenFields(view) : openFields(fields ?? null, view);
  return { ...rest, fields: given, lenient: rest["lenient"] ?? true };
}
