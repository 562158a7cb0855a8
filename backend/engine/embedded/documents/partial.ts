import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject, stringifyJson } from "@common/text/json";

function same(a: JsonValue | undefined, b: JsonValue): boolean {
  return a === b || (a !== undefined && stringifyJson(a) === stringifyJson(b));
}

/** Merges a partial document: objects key by key, everything else replaced. `changed` is false when nothing differs. */
export function mergePartial(base: JsonObject, change: JsonObject): { merged: JsonObject; changed: boolean } {
  const merged: JsonObject = { ...base };
  let changed = false;
  for (const [key, value] of Object.entries(change)) {
    const known = Object.hasOwn(merged, key) ? merged[key] : undefined;
    if (isJsonObject(known) && isJsonObject(value)) {
      const inner = mergePartial(known, value);
      Object.defineProperty(merged, key, { value: inner.merged, enumerable: true, configurable: true, writable: true });
      changed ||= inner.changed;
    } else if (!Object.hasOwn(merged, key) || !same(known, value)) {
      // Not by assignment: a key may be called __proto__.
      Object.defineProperty(merged, key, { value, enumerable: true, configurable: true, writable: true });
      changed = true;
    }
  }
  return { merged, changed };
}
