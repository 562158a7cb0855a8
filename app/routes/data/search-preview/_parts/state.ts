// What the preview is set to, read from its address beside the settings and the fields of the index. Pure.
import type { Facet } from "@common/search-relevance/visitors/facets";
import {
  searchedFields as fieldsOfSettings,
  type OwnReading,
  type VisitorSearch,
} from "@common/search-relevance/visitors/request";
import type { JsonObject } from "@common/text/json";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { formatNumber } from "~/lib/values/numbers";
import {
  defaultFacets,
  defaultSearchFields,
  exactFields,
  textFields,
  titleField,
  withSubFields,
} from "~/services/data/search/fields";
import { liveReading } from "~/services/search-relevance/visitors/live-reading";
import { boundsOf, readFacets } from "../../_parts/search/facet-state";
import { weightText, WINDOW } from "../../_parts/search/params";
import {
  type FieldRow,
  MOST_FIELDS,
  previewAddress,
  type PreviewHere,
  readsOtherwise,
  type Usual,
} from "../../_parts/search/preview-address";

/** One row of "Fields and weights", with the reason where it cannot be used. */
export type CheckedRow = FieldRow & { problem?: string };

export type Preview = { here: PreviewHere; usual: Usual; rows: CheckedRow[]; facets: Facet[] };

/**
 * The settings of the address. Bad values fall back with a remark; fields and weights that cannot be used keep what was
 * typed, with the reason.
 */
export function readPreview(
  request: Request,
  {
    fields,
    record,
  }: { fields: readonly MappingField[]; /** The settings; null where they are not known. */ record: JsonObject | null },
): Preview {
  const exact = exactFields(fields);
  const live = record && liveReading(record);
  const proposed = defaultSearchFields(fields).map(({ path }) => ({ field: path, weight: 1 }));
  const named = live && live.fields.length > 0 && live.fields.length <= MOST_FIELDS ? live.fields : null;
  const usual = {
    rows: (named ?? proposed).map(({ field, weight }) => ({ field, weight: weightText(weight) })),
    // The sub-fields of settings stand among their fields.
    subFields: named === null,
    fuzziness: live?.fuzziness ?? "0",
    operator: live?.operator ?? "or",
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
  if (beyond)
    remarks.push({
      name: "page",
      text: `Only the first ${formatNumber(WINDOW)} hits can be shown. Using page 1 instead.`,
    });
  const state = { ...read.state, ...boundsOf(facets), page: beyond ? 1 : read.state.page };
  const rows = state.rows.length > 0 ? state.rows : usual.rows;
  return {
    here: { ...declared.at(request, state), remarks: [...read.remarks, ...remarks] },
    usual,
    rows: checkedRows(rows, fields),
    facets,
  };
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
    return Number(weight) >= 0 && Number(weight) <= 1000
      ? { field, weight }
      : { field, weight, problem: "Enter a weight from 0 to 1,000." };
  });
}

/** The rows that can be searched, with their sub-fields where those are on; each path once, the first weight counts. */
function searchedFields(
  { rows, here }: Pick<Preview, "rows" | "here">,
  fields: readonly MappingField[],
): OwnReading["fields"] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const all = rows.flatMap(({ field, weight, problem }) => {
    if (problem !== undefined) return [];
    const known = byPath.get(field);
    return known
      ? withSubFields({ field: known, weight: Number(weight), subFields: here.state.subFields })
      : [{ field, weight: Number(weight) }];
  });
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at);
}

/** An index without a field to look in: a text is not sent then, for the server would refuse it. */
const NOWHERE: OwnReading = { fields: [], fuzziness: "0", operator: "or" };

/** How the text is read where that is not left to the settings. */
function ownReading(preview: Preview, fields: readonly MappingField[]): OwnReading | null {
  if (!readsOtherwise(preview.here)) return null;
  const { fuzziness, operator } = preview.here.state;
  return { fields: searchedFields(preview, fields), fuzziness, operator };
}

/** Fields in which found words are marked: those of the mapping in which the text is looked for. */
function markedFields(own: OwnReading | null, { record, fields }: Known): string[] {
  const paths = new Set(fields.map(({ path }) => path));
  const named = own ? own.fields.map(({ field }) => field) : fieldsOfSettings(record ?? {});
  const looked = named.length > 0 ? named : defaultSearchFields(fields).map(({ path }) => path);
  return looked.filter((field) => paths.has(field));
}

export type Known = { fields: readonly MappingField[]; record: JsonObject | null };

/** Whether visitors' searches have no fields: the settings name none, and a search that names none is refused. */
export const leavesFieldsOpen = ({ record }: Known) => record !== null && fieldsOfSettings(record).length === 0;

/** The search of the preview: a visitor's, but for what its address says otherwise. */
export function searchOf(preview: Preview, known: Known): VisitorSearch {
  const { state } = preview.here;
  const named = fieldsOfSettings(known.record ?? {});
  // Of settings that are not known nobody can say that they name none.
  const usual =
    known.record === null || named.length > 0 ? [] : defaultSearchFields(known.fields).map(({ path }) => path);
  const isNowhere = known.record !== null && named.length === 0 && usual.length === 0;
  const own = ownReading(preview, known.fields) ?? (isNowhere ? NOWHERE : null);
  return {
    text: state.q,
    from: (state.page - 1) * state.size,
    size: state.size,
    own,
    usual,
    facets: preview.facets,
    sort: state.sort.by === "" ? null : { path: state.sort.by, order: state.sort.order },
    // The page names each hit, whatever the settings send back.
    shown: [],
    marked: state.highlight ? markedFields(own, known) : [],
    why: state.why,
    explain: state.why !== "",
    recorded: state.record,
    suggestFrom: state.page === 1 ? titleField(known.fields) : undefined,
  };
}
