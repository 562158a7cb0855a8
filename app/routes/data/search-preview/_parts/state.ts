// What the preview is set to, read from its address beside the fields of the index. Pure.
import type { Remark } from "~/lib/address";
import type { MappingField } from "~/lib/documents/mapping-fields";
import { formatNumber } from "~/lib/numbers";
import { defaultFacets, defaultSearchFields, type ExactField, exactFields, textFields, titleField, withSubFields } from "~/services/search/fields";
import type { Facet, SearchSettings } from "~/services/search/request";
import { MOST_FACETS, weightText, WINDOW } from "./params";
import { type FieldRow, previewAddress, type PreviewHere, type PreviewState, type Usual } from "./preview-address";

/** One row of "Fields and weights", with the reason where it cannot be used. */
export type CheckedRow = FieldRow & { problem?: string };

export type Preview = { here: PreviewHere; usual: Usual; rows: CheckedRow[]; facets: Facet[] };

/** The settings of the address. Bad values fall back with a remark; fields and weights that cannot be used keep what was typed, with the reason. */
export function readPreview(request: Request, fields: readonly MappingField[]): Preview {
  const exact = exactFields(fields);
  const usual = {
    rows: defaultSearchFields(fields).map(({ path }) => ({ field: path, weight: weightText(1) })),
    facets: defaultFacets(exact, titleField(fields)).map(({ path }) => path),
  };
  const declared = previewAddress(
    usual,
    exact.map(({ path }) => path),
  );
  const read = declared.at(request);
  const { facets, remarks } = readFacets({ state: read.state, exact, usual });
  const lastPage = Math.floor(WINDOW / read.state.size);
  const beyond = read.state.page > lastPage;
  if (beyond) remarks.push({ name: "page", text: `Only the first ${formatNumber(WINDOW)} hits can be shown. Using page 1 instead.` });
  const state = { ...read.state, ...boundsOf(facets), page: beyond ? 1 : read.state.page };
  const rows = state.rows.length > 0 ? state.rows : usual.rows;
  return { here: { ...declared.at(request, state), remarks: [...read.remarks, ...remarks] }, usual, rows: checkedRows(rows, fields), facets };
}

function checkedRows(rows: readonly FieldRow[], fields: readonly MappingField[]): CheckedRow[] {
  const known = new Set(textFields(fields).flatMap((field) => [field.path, ...field.subFields.map((sub) => sub.path)]));
  const every = new Map(fields.map((field) => [field.path, field]));
  return rows.map(({ field, weight }): CheckedRow => {
    const other = every.get(field);
    if (!known.has(field)) {
      const problem = other
        ? other.nested === undefined
          ? `${field} is not a text field (${other.type}).`
          : `${field} is inside a nested object.`
        : `Field ${field} does not exist.`;
      return { field, weight, problem };
    }
    return Number(weight) >= 0 && Number(weight) <= 1000 ? { field, weight } : { field, weight, problem: "Enter a weight from 0 to 1,000." };
  });
}

// A number or date as an engine takes it; date maths (`now-1d`) is the engine's to judge.
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

type FacetsOf = { state: PreviewState; exact: readonly ExactField[]; usual: Usual };

/**
 * The facets of the page, always in the same order: the usual ones, then the others as the mapping has them. Those that narrow the search are shown unless somebody
 * has chosen which to show: then a facet that was taken away narrows no more.
 */
function readFacets({ state, exact, usual }: FacetsOf): { facets: Facet[]; remarks: Remark[] } {
  const remarks: Remark[] = [];
  const used = (path: string) => Object.hasOwn(state.is, path) || Object.hasOwn(state.from, path) || Object.hasOwn(state.to, path);
  const isShown = ({ path }: ExactField) => (state.facets === null ? usual.facets.includes(path) || used(path) : state.facets.includes(path));
  const place = ({ path }: ExactField) => (usual.facets.includes(path) ? usual.facets.indexOf(path) : usual.facets.length);
  const shown = exact.filter(isShown).sort((one, other) => place(one) - place(other));
  for (const { path, label, kind } of shown) {
    const misplaced = kind === "range" ? Object.hasOwn(state.is, path) : Object.hasOwn(state.from, path) || Object.hasOwn(state.to, path);
    if (misplaced)
      remarks.push({ name: path, text: `${label} is filtered by ${kind === "range" ? "a range, not by values" : "values, not by a range"}. It was ignored.` });
  }
  const facets = shown.slice(0, MOST_FACETS).map((field): Facet => {
    const bound = (text = "") => {
      if (field.kind !== "range") return "";
      if (text === "" || field.type.startsWith("date") || NUMBER.test(text)) return text;
      remarks.push({ name: field.path, text: `${field.label}: “${text}” is not a number. It was ignored.` });
      return "";
    };
    const values = field.kind === "values" ? (state.is[field.path] ?? []) : [];
    return { ...field, values, from: bound(state.from[field.path]), to: bound(state.to[field.path]) };
  });
  return { facets, remarks };
}

/** The facets as they stand in the address: only what narrows. */
function boundsOf(facets: readonly Facet[]): Pick<PreviewState, "is" | "from" | "to"> {
  const of = <Value>(value: (facet: Facet) => Value, holds: (value: Value) => boolean) =>
    Object.fromEntries(facets.map((facet) => [facet.path, value(facet)] as const).filter(([, found]) => holds(found)));
  return {
    is: of(
      ({ values }) => [...values],
      (values) => values.length > 0,
    ),
    from: of(
      ({ from }) => from,
      (text) => text !== "",
    ),
    to: of(
      ({ to }) => to,
      (text) => text !== "",
    ),
  };
}

/** The rows that can be searched, with their sub-fields where those are on; each path once, the first weight counts. */
function searchedFields({ rows, here }: Pick<Preview, "rows" | "here">, fields: readonly MappingField[]): SearchSettings["fields"] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const all = rows.flatMap(({ field, weight, problem }) => {
    if (problem !== undefined) return [];
    const known = byPath.get(field);
    return known ? withSubFields({ field: known, weight: Number(weight), subFields: here.state.subFields }) : [{ field, weight: Number(weight) }];
  });
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at);
}

/** The preview as the settings of a search. */
export function settingsOf(preview: Preview, fields: readonly MappingField[]): SearchSettings {
  const { state } = preview.here;
  const searched = searchedFields(preview, fields);
  const paths = new Set(fields.map(({ path }) => path));
  const title = titleField(fields);
  return {
    text: state.q,
    fields: searched,
    fuzziness: state.fuzziness,
    operator: state.operator,
    facets: preview.facets,
    highlight: state.highlight ? searched.map(({ field }) => field).filter((field) => paths.has(field)) : [],
    sort: state.sort.by === "" ? null : { path: state.sort.by, order: state.sort.order },
    from: (state.page - 1) * state.size,
    size: state.size,
    explain: state.why !== "",
    recordAnalytics: state.record,
    suggestFrom: state.page === 1 ? title : undefined,
  };
}
