import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { SUGGESTION_TAGS } from "../translate/highlight";
import type { Hit } from "./suggestion";

// Clients style `.highlight`; the real server loses the quotes on the way and clients are used to it [recorded].
function label(fragment: string): string {
  return fragment.replaceAll(SUGGESTION_TAGS.pre, "<b class=highlight>");
}

function textsOfList(list: readonly JsonValue[], typed: string): string[] {
  const found = list.find((item) => typeof item === "string" && item.toLowerCase().includes(typed.toLowerCase()));
  return typeof found === "string" ? [found] : [];
}

function textsAt(value: JsonValue | undefined, path: readonly string[], typed: string): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return path.length === 0 && value !== "" ? [value] : [];
  if (Array.isArray(value)) {
    const inner = value.filter(isJsonObject).flatMap((item) => textsAt(item, path, typed));
    return path.length === 0 ? textsOfList(value, typed) : inner;
  }
  if (!isJsonObject(value) || path.length === 0) return [];
  const whole = value[path.join(".")];
  if (path.length > 1 && typeof whole === "string" && whole !== "") return [whole];
  const [first = "", ...rest] = path;
  return textsAt(value[first], rest, typed);
}

/**
 * The texts that a field of a hit offers: its first highlighted fragment, else its text; of a list, the first one that
 * holds what was typed.
 */
export function candidatesOf({ hit, field, typed }: { hit: Hit; field: string; typed: string }): string[] {
  const fragment = hit.highlight?.[field]?.[0];
  if (fragment !== undefined) return [label(fragment)];
  return textsAt(hit._source, field.split("."), typed);
}

/** Every field of a document by its dotted path, for suggestions that name none. */
export function fieldsOfSource(source: JsonObject, prefix = ""): string[] {
  const fields = Object.entries(source).flatMap(([name, value]): string[] => {
    const path = `${prefix}${name}`;
    if (value === null) return [];
    if (isJsonObject(value)) return fieldsOfSource(value, `${path}.`);
    if (Array.isArray(value) && value.some(isJsonObject))
      return value.filter(isJsonObject).flatMap((item) => fieldsOfSource(item, `${path}.`));
    return [path];
  });
  return [...new Set(fields)];
}
