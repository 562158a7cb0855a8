import { isJsonObject, type JsonValue } from "@common/text/json";

/** A text that two values share which an engine reads alike: it tells numbers and switches as text. */
export function comparable(value: JsonValue): string {
  const plain = (one: JsonValue): JsonValue => {
    if (Array.isArray(one)) return one.map(plain);
    if (!isJsonObject(one)) return String(one);
    const entries = Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, inner]) => [name, plain(inner)]));
  };
  return JSON.stringify(plain(value));
}

/**
 * Whether an engine reads two values alike. Parts that are one and the same are not looked into: mappings of thousands
 * of fields are compared on every page.
 */
export function isAlike(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => isAlike(item, other[at]));
  if (!isJsonObject(one)) return !Array.isArray(other) && !isJsonObject(other) && String(one) === String(other);
  if (!isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isAlike(one[key], other[key]))
  );
}
