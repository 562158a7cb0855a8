// What the preview is set to, read from its address beside the fields of the index. Pure.
import type { MappingField } from "~/lib/documents/mapping-fields";
import { formatNumber } from "~/lib/numbers";
import { defaultFacets, defaultSearchFields, exactFields, textFields, titleField, withSubFields } from "~/services/search/fields";
import type { Facet, SearchSettings } from "~/services/search/request";
import { boundsOf, readFacets } from "./facet-state";
import { weightText, WINDOW } from "./params";
import { type FieldRow, previewAddress, type PreviewHere, type Usual } from "./preview-address";

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
  const { facets, remarks } = readFacets({ state: read.state, exact, usual: usual.facets });
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
