import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { patternsMeet } from "../access/field-rights";

// Documents that no engine has filtered: those of rules, of endpoints, and what visitors keep.

/**
 * Patterns of fields, each with all that is below it; no includes are all. `hides` tells of what is closed for another
 * reason.
 */
export type Fields = {
  includes: readonly string[];
  excludes: readonly string[];
  hides?: ((path: string) => boolean) | undefined;
};

/** Members of a hit that tell of its place and not of its fields. */
const OF_A_HIT = new Set(["_id", "_index", "_type", "_score"]);
/** Members in which an engine tells values of fields in other forms, which only it could trim. */
const OF_THE_ENGINE = /^(_.*|fields|highlight|sort|inner_hits|matched_queries|ignored_field_values)$/;

// One name may be written as one member or as several, and with points to spare.
function pathOf(prefix: string, name: string): string {
  return `${prefix}.${name}`
    .split(".")
    .filter((part) => part !== "")
    .join(".");
}

/** A document with the fields that are asked for, whether a name stands in one member (`a.b`) or in several. */
export function withFields(source: JsonObject, { includes, excludes, hides = () => false }: Fields): JsonObject {
  const covered = (patterns: readonly string[]) => (path: string) =>
    patterns.some((pattern) => patternsMeet(pattern, path));
  const [isIn, isOut] = [covered(includes), covered(excludes)];
  const all = includes.length === 0 || includes.includes("*");

  function kept(value: JsonValue, path: string, included: boolean): JsonValue | undefined {
    if (isOut(path) || hides(path)) return undefined;
    const inside = included || isIn(path);
    if (Array.isArray(value)) {
      const items = value.flatMap((item) => {
        const one = kept(item, path, inside);
        return one === undefined ? [] : [one];
      });
      return inside || items.length > 0 ? items : undefined;
    }
    if (!isJsonObject(value)) return inside ? value : undefined;
    const entries = members(value, path, inside);
    return inside || entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }

  function members(object: JsonObject, prefix: string, included: boolean): [string, JsonValue][] {
    return Object.entries(object).flatMap(([name, value]): [string, JsonValue][] => {
      const one = kept(value, pathOf(prefix, name), included);
      return one === undefined ? [] : [[name, one]];
    });
  }

  return Object.fromEntries(members(source, "", all));
}

/**
 * A hit that comes from elsewhere than a search of its reader's: its place and the fields of its source that he may
 * see, and nothing in which an engine tells them again.
 */
export function shownHit(hit: JsonObject, rights: Fields): JsonObject {
  const entries = Object.entries(hit);
  const place = entries.filter(
    ([name, value]) => OF_A_HIT.has(name) && (value instanceof LosslessNumber || typeof value !== "object"),
  );
  const beside = entries.filter(([name]) => !OF_THE_ENGINE.test(name));
  const source = hit["_source"];
  return {
    ...Object.fromEntries(place),
    ...withFields(Object.fromEntries(beside), rights),
    ...(source !== undefined && isJsonObject(source) ? { _source: withFields(source, rights) } : {}),
  };
}
