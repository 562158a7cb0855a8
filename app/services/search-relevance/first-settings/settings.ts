// The first relevance settings of an index, made of what its fields are for. Pure; the rules stand in
// docs/use/first-settings.md.
import type { JsonObject } from "@common/text/json";
import { exactPath, type MappingField, numericTypes } from "~/lib/data/documents/mapping-fields";
import { proposedWeight } from "../composition/weights";
import type { Role } from "~/lib/search-relevance/field-roles";

/** What a field weighs by its role; a role that is not here is not searched. */
export const weightOfRole: Partial<Record<Role, number>> = { title: 4, text: 2, facet: 1, id: 1, number: 1 };
const MOST_SEARCHED = 20;
const MOST_FACETS = 10;
/** Sub-fields that searches look into besides their field; those of whole values and of parts of words find too much. */
const SEARCHED_SUBS: ReadonlySet<string> = new Set(["lang", "english", "synonyms", "delimiter"]);
const VECTORS = new Set(["dense_vector", "knn_vector", "sparse_vector"]);
const DATES = new Set(["date", "date_nanos"]);
const ORDER: readonly Role[] = ["title", "text", "facet", "id", "number"];
/** Letters of these scripts are searched in pairs: one wrong letter is half of a word. */
const WITHOUT_TYPOS = new Set(["chinese", "japanese", "korean", "thai"]);

export type FirstSettings = {
  /** By the keys of a draft. */
  values: JsonObject;
  /** Paths with their weights, the heaviest first; empty where the index has no texts. */
  searched: { path: string; weight: number }[];
  facets: { path: string; kind: "term" | "range" }[];
  language: string;
};

/**
 * The settings for the fields of a mapping. `language` is what the index is analyzed for; fields without a role are
 * left out, and so are those in nested objects, which need a query of their own.
 */
export function firstSettings({
  fields,
  roles,
  language,
}: {
  fields: readonly MappingField[];
  roles: ReadonlyMap<string, Role>;
  language: string;
}): FirstSettings {
  const plain = fields.filter(({ nested }) => nested === undefined);
  const ofRole = (role: Role) => plain.filter(({ path }) => roles.get(path) === role);
  const searched = ORDER.flatMap((role) => ofRole(role).map((field) => searchedPaths(field, role)))
    .filter((paths) => paths.length > 0)
    .slice(0, MOST_SEARCHED)
    .flat();
  const facets = plain.flatMap((field) => facetOf(field, roles.get(field.path)) ?? []).slice(0, MOST_FACETS);
  const hidden = plain.flatMap(({ path, type }) => (VECTORS.has(type) ? [path] : []));
  const values: JsonObject = {
    "search.weights": Object.fromEntries(searched.map(({ path, weight }) => [path, weight])),
    "aggregations.fields": Object.fromEntries(facets.map(({ path, kind }) => [path, kind])),
    "language.language": language,
    // On where nothing is said, and then missed in every field that is searched.
    "indexSettings.enableNgram": false,
    ...(!WITHOUT_TYPOS.has(language) && searched.length > 0 && { "search.fuzziness": "AUTO" }),
    ...(hidden.length > 0 && { "results.excludeFields": hidden }),
  };
  return { values, searched, facets, language };
}

/** Engines refuse begun words over whole values and numbers: those are searched by a sub-field of words, if at all. */
function searchedPaths({ path, type, subFields }: MappingField, role: Role): FirstSettings["searched"] {
  const weight = weightOfRole[role];
  if (weight === undefined) return [];
  const subs = subFields.filter((sub) => sub.type === "text" && SEARCHED_SUBS.has(sub.name));
  if (type === "text" || type === "match_only_text")
    return [{ path, weight }, ...subs.map((sub) => ({ path: sub.path, weight: proposedWeight(weight, sub.path) }))];
  // The sub-field stands for the field, and so weighs as much.
  return subs.filter(({ name }) => name === "delimiter").map((sub) => ({ path: sub.path, weight }));
}

function facetOf(field: MappingField, role: Role | undefined): FirstSettings["facets"][number] | null {
  const path = exactPath(field);
  if (path === undefined) return null;
  if (role === "facet") return { path, kind: "term" };
  const isRange = (role === "number" && numericTypes.has(field.type)) || (role === "date" && DATES.has(field.type));
  return isRange ? { path, kind: "range" } : null;
}
