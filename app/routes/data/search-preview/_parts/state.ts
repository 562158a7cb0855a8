// Everything that the preview is set to is in its address; this reads it. Pure.
import type { MappingField } from "~/lib/mapping-fields";
import { wholeNumber } from "~/lib/search-params";
import { defaultFacets, defaultSearchFields, type ExactField, exactFields, textFields, titleField, withSubFields } from "~/services/search/fields";
import type { Facet, SearchSettings } from "~/services/search/request";
import { type CallTab, callTabs, fromParam, fuzzinessChoices, otherParam, resultSizes, toParam, valueParam, weightText, WINDOW } from "./params";

const MOST_FIELDS = 40;
const MOST_FACETS = 12;
const MOST_VALUES = 50;

/** One row of "Fields and weights" as it stands in the form. */
export type FieldRow = { field: string; weight: string; problem?: string };

export type PreviewState = {
  q: string;
  rows: FieldRow[];
  /** The rows come from the mapping, not from the address. */
  rowsByDefault: boolean;
  subFields: boolean;
  fuzziness: (typeof fuzzinessChoices)[number];
  operator: "or" | "and";
  facets: Facet[];
  marks: boolean;
  sort: { path: string; order: "asc" | "desc" } | null;
  page: number;
  size: number;
  view: "cards" | "rows";
  call: CallTab;
  /** The id of the document whose score is explained; "" for none. */
  why: string;
  record: boolean;
  /** What could not be taken, beside the rows. */
  problems: string[];
};

function oneOf<T extends string>(choices: readonly T[], value: string | null, fallback: T): T {
  return choices.find((choice) => choice === value) ?? fallback;
}

/** The settings of the address. Bad values fall back; fields and weights that cannot be used keep what was typed, with the reason. */
export function readState(params: URLSearchParams, fields: readonly MappingField[]): PreviewState {
  const exact = exactFields(fields);
  const named = params.getAll("field").slice(0, MOST_FIELDS);
  const rowsByDefault = named.every((name) => name.trim() === "");
  const rows = rowsByDefault
    ? defaultSearchFields(fields).map((field) => ({ field: field.path, weight: weightText(1) }))
    : readRows({ names: named, weights: params.getAll("weight"), fields });
  const size = wholeNumber(params.get("size"), { fallback: 10 });
  const shownSize = resultSizes.find((choice) => choice === size) ?? 10;
  const sort = exact.find(({ path }) => path === params.get("sort"));
  const { facets, problems } = readFacets({ params, exact, title: titleField(fields) });
  return {
    q: (params.get("q") ?? "").trim().slice(0, 1000),
    rows,
    rowsByDefault,
    subFields: params.get("sub") !== "0",
    fuzziness: oneOf(fuzzinessChoices, params.get("fuzziness"), "AUTO"),
    operator: oneOf(["or", "and"], params.get("words"), "or"),
    facets,
    marks: params.get("marks") !== "0",
    sort: sort ? { path: sort.path, order: oneOf(["asc", "desc"], params.get("order"), "asc") } : null,
    page: wholeNumber(params.get("page"), { to: Math.floor(WINDOW / shownSize), fallback: 1 }),
    size: shownSize,
    view: oneOf(["cards", "rows"], params.get("view"), "cards"),
    call: oneOf(callTabs, params.get("call"), "request"),
    why: (params.get("why") ?? "").slice(0, 512),
    record: params.get("record") === "1",
    problems,
  };
}

function readRows({ names, weights, fields }: { names: string[]; weights: string[]; fields: readonly MappingField[] }): FieldRow[] {
  const known = new Set(textFields(fields).flatMap((field) => [field.path, ...field.subFields.map((sub) => sub.path)]));
  const every = new Map(fields.map((field) => [field.path, field]));
  return names.flatMap((name, at): FieldRow[] => {
    const field = name.trim();
    if (field === "") return [];
    const weight = (weights[at] ?? "").trim().replace(",", ".") || "1.0";
    const number = Number(weight);
    const other = every.get(field);
    if (!known.has(field)) {
      const problem = other
        ? other.nested === undefined
          ? `${field} holds no text (${other.type}).`
          : `${field} is inside of a nested object.`
        : `There is no field ${field}.`;
      return [{ field, weight, problem }];
    }
    if (!/^\d{1,6}(\.\d{1,6})?$/.test(weight) || number > 1000) return [{ field, weight, problem: "A weight is a number from 0 to 1,000." }];
    return [{ field, weight: weightText(number) }];
  });
}

// A number or date as an engine takes it; date maths (`now-1d`) is the engine's to judge.
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

function readFacets({ params, exact, title }: { params: URLSearchParams; exact: ExactField[]; title: string | undefined }) {
  const problems: string[] = [];
  const chosen = params.has("facets") ? params.getAll("facet") : null;
  const used = exact.filter(
    ({ path }) => params.has(valueParam(path)) || params.get(otherParam(path)) || params.get(fromParam(path)) || params.get(toParam(path)),
  );
  const shown = chosen ? exact.filter(({ path }) => chosen.includes(path)) : [...new Set([...defaultFacets(exact, title), ...used])];
  const facets = shown.slice(0, MOST_FACETS).map((field): Facet => {
    const bound = (name: string) => {
      const text = (params.get(name) ?? "").trim().slice(0, 60);
      if (field.kind !== "range" || text === "" || field.type.startsWith("date") || NUMBER.test(text)) return field.kind === "range" ? text : "";
      problems.push(`${field.label}: “${text}” is no number, so it does not count.`);
      return "";
    };
    const other = params.get(otherParam(field.path)) ?? "";
    const values = [...new Set([...params.getAll(valueParam(field.path)), ...(other === "" ? [] : [other])])];
    return {
      ...field,
      values: field.kind === "values" ? values.slice(0, MOST_VALUES) : [],
      from: bound(fromParam(field.path)),
      to: bound(toParam(field.path)),
    };
  });
  return { facets, problems };
}

/** The rows that can be searched, with their sub-fields where those are on; each path once, the first weight counts. */
export function searchedFields(state: Pick<PreviewState, "rows" | "subFields">, fields: readonly MappingField[]): SearchSettings["fields"] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const all = state.rows.flatMap(({ field, weight, problem }) => {
    if (problem !== undefined) return [];
    const known = byPath.get(field);
    return known ? withSubFields({ field: known, weight: Number(weight), subFields: state.subFields }) : [{ field, weight: Number(weight) }];
  });
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at);
}

/** The state as the settings of a search. */
export function settingsOf(state: PreviewState, fields: readonly MappingField[]): SearchSettings {
  const searched = searchedFields(state, fields);
  const paths = new Set(fields.map(({ path }) => path));
  const title = titleField(fields);
  return {
    text: state.q,
    fields: searched,
    fuzziness: state.fuzziness,
    operator: state.operator,
    facets: state.facets,
    highlight: state.marks ? searched.map(({ field }) => field).filter((field) => paths.has(field)) : [],
    sort: state.sort,
    from: (state.page - 1) * state.size,
    size: state.size,
    explain: state.why !== "",
    recordAnalytics: state.record,
    suggestFrom: state.page === 1 ? title : undefined,
  };
}
