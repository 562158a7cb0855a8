// Parts of an analysis on their own: analyzers, and what they are made of. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { isAlike } from "./comparable";
import { languages } from "./language-names";
import { INDEXED, SEARCHED } from "./synonyms";

const MADE_OF = ["tokenizer", "filter", "char_filter"] as const;
/** Analyzers that are composed from settings. */
const COMPOSED: ReadonlySet<string> = new Set([
  "autosuggest_analyzer",
  "ngram_analyzer",
  "universal_delimiter_analyzer",
  INDEXED,
  SEARCHED,
  ...languages,
]);
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

/** Analyzers of an analysis by their names, with what they are made of. */
export function partsOf(analysis: JsonObject, names: readonly string[]): JsonObject {
  const analyzer = Object.fromEntries(
    Object.entries(objectOf(analysis["analyzer"])).filter(([name]) => names.includes(name)),
  );
  const used = JSON.stringify(analyzer);
  const others = MADE_OF.map((section): [string, JsonObject] => {
    return [
      section,
      Object.fromEntries(Object.entries(objectOf(analysis[section])).filter(([name]) => used.includes(`"${name}"`))),
    ];
  });
  const all: [string, JsonObject][] = [["analyzer", analyzer], ...others];
  return Object.fromEntries(all.filter(([, part]) => Object.keys(part).length > 0));
}

/** An analysis with more parts; those of the same name are replaced. */
export function withParts(analysis: JsonObject, parts: JsonObject): JsonObject {
  return {
    ...analysis,
    ...Object.fromEntries(
      Object.entries(parts).map(([section, part]) => [section, { ...objectOf(analysis[section]), ...objectOf(part) }]),
    ),
  };
}

/**
 * The analyzers of `then` that are in nobody's settings and that `now` has not, or has otherwise; with what they are
 * made of. Null for none.
 */
export function lostAnalyzers(then: JsonObject, now: JsonObject): JsonObject | null {
  const own = Object.keys(objectOf(then["analyzer"])).filter((name) => !COMPOSED.has(name));
  const lost = own.filter((name) => !isAlike(partsOf(then, [name]), partsOf(now, [name])));
  return lost.length === 0 ? null : partsOf(then, lost);
}
