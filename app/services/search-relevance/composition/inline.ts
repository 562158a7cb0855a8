import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const namesOf = (value: JsonValue | undefined): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/**
 * An analyzer of an analysis written out, as `_analyze` takes it of one that no index has: the tokenizer and the
 * filters with their settings. Null where the analysis has none of this name. One that is a piece of its own is called
 * by its name.
 */
export function inlineAnalyzer(analysis: JsonObject, name: string): JsonObject | null {
  const analyzer = objectOf(analysis["analyzer"])[name];
  if (analyzer === undefined) return null;
  const { tokenizer, filter, char_filter, type } = objectOf(analyzer);
  if (typeof tokenizer !== "string") return typeof type === "string" ? { analyzer: type } : null;
  const written = (section: string, names: readonly string[]): JsonValue[] =>
    names.map((one) => objectOf(analysis[section])[one] ?? one);
  return {
    tokenizer: written("tokenizer", [tokenizer])[0] ?? tokenizer,
    filter: written("filter", namesOf(filter)),
    char_filter: written("char_filter", namesOf(char_filter)),
  };
}
