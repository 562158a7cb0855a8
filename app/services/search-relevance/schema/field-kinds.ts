// The types that a schema offers, and what values are told of that do not fit. Pure, shared with the browser.

/**
 * Types that a field may be added with. Vectors need their number of dimensions, which the mapping's own form takes.
 */
export const addedTypes = [
  "text",
  "keyword",
  "nested",
  "integer",
  "long",
  "float",
  "double",
  "date",
  "geo_point",
  "geo_shape",
  "boolean",
  "rank_feature",
  "rank_features",
] as const;

/** Types that a field is tried with, where its own conversions do not tell. */
export const knownTypes: readonly string[] = [...addedTypes, "object", "dense_vector"];

const misfits: Readonly<Record<string, readonly [string, string]>> = {
  date: ["is not a date", "are not dates"],
  boolean: ["is not true or false", "are not true or false"],
  rank_feature: ["is not a single number above 0", "are not single numbers above 0"],
  nested: ["is not an object", "are not objects"],
  object: ["is not an object", "are not objects"],
  text: ["is not a text", "are not texts"],
  keyword: ["is not a text", "are not texts"],
};

/** What is wrong with so many values: "6 values are not numbers". */
export function misfitInWords(type: string, count: number): string {
  const [one, many] = misfits[type] ?? ["is not a number", "are not numbers"];
  return count === 1 ? `1 value ${one}` : `${count.toLocaleString("en-US")} values ${many}`;
}
