// The fields of search settings as rows of a form: a field with its sub-fields folded under it. Pure.
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { exactFields, textFields } from "~/services/data/search/fields";
import { splitPath } from "./composition/weights";

/** `weight` is null where a path has none. `there`: whether the mapping has it. */
export type WeightRow = {
  field: string;
  weight: number | null;
  there: boolean;
  subs: { path: string; weight: number | null; there: boolean }[];
};

const order = ["keyword", "lang", "english", "synonyms", "delimiter", "autosuggest", "search"];
const placeOf = (path: string) => {
  const at = order.indexOf(lastStep(path));
  return at < 0 ? order.length : at;
};
const lastStep = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** Rows for all paths that weigh something, in the order of the weights. */
export function weightRows(weights: ReadonlyMap<string, number>, fields: readonly MappingField[]): WeightRow[] {
  const known = new Map(fields.map((field) => [field.path, field]));
  const parents = new Map(fields.flatMap((field) => field.subFields.map(({ path }) => [path, field.path] as const)));
  const ownerOf = (path: string) => {
    if (known.has(path)) return path;
    return parents.get(path) ?? splitPath(path).field;
  };
  const owners = new Map<string, string[]>();
  for (const path of weights.keys()) owners.set(ownerOf(path), [...(owners.get(ownerOf(path)) ?? []), path]);
  return [...owners].map(([field, paths]) => {
    const mapped = known.get(field)?.subFields.map(({ path }) => path) ?? [];
    const subs = [...new Set([...mapped, ...paths.filter((path) => path !== field)])].sort(
      (one, other) => placeOf(one) - placeOf(other),
    );
    return {
      field,
      weight: weights.get(field) ?? null,
      there: known.has(field),
      subs: subs.map((path) => ({ path, weight: weights.get(path) ?? null, there: mapped.includes(path) })),
    };
  });
}

/** Fields that may be searched and are in no row, those made for search first. */
export function searchable(fields: readonly MappingField[], rows: ReadonlySet<string>): string[] {
  const others = textFields(fields).filter(({ path }) => !rows.has(path));
  const isMade = ({ useCase, type }: MappingField) =>
    type === "text" && (useCase === "search" || useCase === "searchaggs");
  return [...others.filter(isMade), ...others.filter((field) => !isMade(field))].map(({ path }) => path);
}

/** Fields that may be counted and are in no row: as people know them, and the path to count by. */
export function countable(
  fields: readonly MappingField[],
  rows: ReadonlySet<string>,
): { label: string; path: string }[] {
  return exactFields(fields).flatMap(({ label, path }) => (rows.has(path) ? [] : [{ label, path }]));
}
