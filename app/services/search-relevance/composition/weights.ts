// Sub-fields of text fields and what they weigh in a search.

/** What a sub-field weighs against its field. */
export const weightOf = {
  keyword: 1,
  lang: 0.9,
  synonyms: 0.7,
  delimiter: 0.4,
  autosuggest: 0.1,
  search: 0.1,
} as const;
export type SubField = keyof typeof weightOf;

/** Ends of paths that are no fields of their own in a list. */
export const suffixes: readonly string[] = [
  "search",
  "english",
  "lang",
  "autosuggest",
  "keyword",
  "synonyms",
  "delimiter",
];

/** The field that a path belongs to, and the sub-field it names. */
export function splitPath(path: string): { field: string; subField: string | null } {
  const dot = path.lastIndexOf(".");
  const end = path.slice(dot + 1);
  return dot > 0 && suffixes.includes(end)
    ? { field: path.slice(0, dot), subField: end }
    : { field: path, subField: null };
}

export type SearchFields = { dataField: readonly string[]; fieldWeights: readonly number[] };

const ADDED = 0.1;

/**
 * The fields of a search with `.search` or `.autosuggest` of each of them, or without: what switching grams on and off
 * does to the settings.
 */
export function withSubField(
  { dataField, fieldWeights }: SearchFields,
  { subField, on }: { subField: "search" | "autosuggest"; on: boolean },
): SearchFields {
  const pairs = dataField.map((path, at) => ({ path, weight: fieldWeights[at] ?? 1 }));
  const kept = pairs.filter(({ path }) => splitPath(path).subField !== subField);
  const asked = on
    ? [...new Set(pairs.map(({ path }) => splitPath(path).field))].map((field) => `${field}.${subField}`)
    : [];
  const known = new Map(pairs.map(({ path, weight }) => [path, weight]));
  const all = [...kept, ...asked.map((path) => ({ path, weight: known.get(path) ?? ADDED }))];
  return { dataField: all.map(({ path }) => path), fieldWeights: all.map(({ weight }) => weight) };
}

/** What a sub-field weighs by default, to one decimal place as settings keep it. */
export const subFieldWeight = (weight: number, subField: SubField): number =>
  Math.round(weight * weightOf[subField] * 10) / 10;

const isSubField = (name: string): name is SubField => Object.hasOwn(weightOf, name);
/** What a form takes for the least weight of a sub-field. */
export const LEAST_SUB_WEIGHT = 0.1;

/** What a sub-field is proposed to weigh beside its field; one of no known kind as much as its field. */
export function proposedWeight(weight: number, path: string): number {
  const end = path.slice(path.lastIndexOf(".") + 1);
  const name = end === "english" ? "lang" : end;
  return Math.max(LEAST_SUB_WEIGHT, isSubField(name) ? subFieldWeight(weight, name) : weight);
}

/** The name of a sub-field in a row of its field: `.lang`. */
export const subName = (field: string, path: string) =>
  path.startsWith(`${field}.`) ? path.slice(field.length) : path;
