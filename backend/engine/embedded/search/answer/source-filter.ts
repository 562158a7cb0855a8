import { globBegins, globFits, readGlob, type Glob } from "@common/text/glob";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

/** Patterns, read; each also covers what lies below. */
function compiled(patterns: readonly string[]): Glob[] {
  return patterns.flatMap((pattern) => [readGlob(pattern), readGlob(`${pattern}.*`)]);
}

/** True where something below `path` may fit the pattern. */
function mayHold(pattern: string, path: string): boolean {
  const names = path.split(".");
  const parts = pattern.split(".");
  for (let at = 0; at < names.length; at++) {
    const part = parts[at];
    if (part === undefined) return true;
    if (part.includes("*")) {
      // A star spans dots, so from here on anything may follow.
      return (
        part === "*" ||
        globBegins(readGlob(part), names.slice(at).join(".")) ||
        part.endsWith("*") ||
        part.startsWith("*")
      );
    }
    if (part !== names[at]) return false;
  }
  return true;
}

/** Keeps of a source what the patterns ask for. A name without a star covers all below it. */
export function filterSource(
  source: JsonObject,
  { includes, excludes }: { includes: readonly string[]; excludes: readonly string[] },
): JsonObject {
  const wanted = compiled(includes);
  const unwanted = compiled(excludes);
  const fits = (globs: readonly Glob[], path: string) => globs.some((glob) => globFits(glob, path));
  const visit = (object: JsonObject, before: string, taken: boolean): JsonObject => {
    const kept: JsonObject = {};
    for (const [key, value] of Object.entries(object)) {
      const path = before === "" ? key : `${before}.${key}`;
      if (fits(unwanted, path)) continue;
      const whole = taken || wanted.length === 0 || fits(wanted, path);
      if (!whole && !includes.some((pattern) => mayHold(pattern, path))) continue;
      const inner = visitValue(value, path, whole);
      if (inner !== undefined) kept[key] = inner;
    }
    return kept;
  };
  const visitValue = (value: JsonValue, path: string, whole: boolean): JsonValue | undefined => {
    if (isJsonObject(value)) {
      const inner = visit(value, path, whole);
      return whole || Object.keys(inner).length > 0 ? inner : undefined;
    }
    if (Array.isArray(value)) {
      // An object of a list goes with the last of its fields.
      const emptied = (one: JsonValue, kept: JsonValue | undefined) =>
        isJsonObject(one) && isJsonObject(kept) && Object.keys(one).length > 0 && Object.keys(kept).length === 0;
      const list = value.flatMap((one): JsonValue[] => {
        const kept = visitValue(one, path, whole);
        return kept === undefined || emptied(one, kept) ? [] : [kept];
      });
      return whole || list.length > 0 ? list : undefined;
    }
    return whole ? value : undefined;
  };
  return visit(source, "", false);
}

/** The values at a dotted path, lists flattened; keys with dots in them are found too. */
export function valuesAtPath(value: JsonValue | undefined, path: string): JsonValue[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => valuesAtPath(one, path));
  if (path === "") return [value];
  if (!isJsonObject(value)) return [];
  const found: JsonValue[] = [];
  for (const [key, inner] of Object.entries(value)) {
    if (key === path) found.push(...valuesAtPath(inner, ""));
    else if (path.startsWith(`${key}.`)) found.push(...valuesAtPath(inner, path.slice(key.length + 1)));
  }
  return found;
}
