import { isJsonObject, type JsonValue } from "@common/json";

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
