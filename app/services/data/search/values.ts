import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";

/**
 * What stands at a dotted path of a document: keys with dots in their name count too, lists give all of their members.
 */
export function valueAt(source: JsonObject, path: string): JsonValue | undefined {
  const direct = source[path];
  if (direct !== undefined) return direct;
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const inner = source[path.slice(0, dot)];
    if (inner === undefined) continue;
    const rest = path.slice(dot + 1);
    if (isJsonObject(inner)) return valueAt(inner, rest);
    if (Array.isArray(inner))
      return inner.flatMap((member) => (isJsonObject(member) ? [valueAt(member, rest) ?? []].flat() : []));
  }
  return undefined;
}

/** A value as a line of text, cut to `limit` characters; "" for none. */
export function textOf(value: JsonValue | undefined, limit = 120): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value))
    return cut(
      value
        .slice(0, 20)
        .map((member) => textOf(member, limit))
        .filter((text) => text !== "")
        .join(", "),
      limit,
    );
  if (isJsonObject(value)) return cut(stringifyJson(value), limit);
  return cut(String(value), limit);
}

function cut(text: string, limit: number) {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…`;
}
