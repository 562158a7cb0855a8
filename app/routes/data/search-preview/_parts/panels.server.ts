import type { MappingField } from "~/lib/documents/mapping-fields";
import type { Failure } from "~/lib/user-messages";
import { readHits, readSuggestions, type Suggestion } from "~/services/search/answer.server";
import { exactFields, textFields, titleField } from "~/services/search/fields";
import type { SearchSettings } from "~/services/search/request";
import { facetChoices, shownFacets } from "./facets.server";
import { detailFields, type ResultRow, resultRow } from "~/services/search/result-row.server";
import type { Run } from "./run.server";
import type { PreviewState } from "./preview-address";
import type { Preview } from "./state";

export type Results =
  | { kind: "hits"; rows: ResultRow[]; columns: string[]; total: number; atLeast: boolean; took: number | null; timedOut: boolean }
  /** The engine refused this one search; its own words. */
  | { kind: "refused"; message: string }
  | { kind: "failed"; failure: Failure };

const MOST_OFFERED = 300;
const MOST_CHOICES = 60;

/** Everything around the answer of a search, cut to what a page can hold: a mapping of thousands of fields makes it no heavier. */
export function panelsOf({ preview, settings, fields, run }: { preview: Preview; settings: SearchSettings; fields: readonly MappingField[]; run: Run }) {
  const { state, remarks } = preview.here;
  const exact = exactFields(fields);
  const sorts = exact.filter(({ path }, at) => at < MOST_CHOICES || path === state.sort.by);
  return {
    results: resultsOf({ state, fields, run }),
    facets: shownFacets(preview.facets, run.answer.ok && run.withoutFacets === undefined ? run.answer.value : null),
    suggestions: suggestionsOf({ state, run }),
    remarks: [
      ...remarks,
      ...(run.withoutFacets === undefined
        ? []
        : [{ name: "facet", text: `Facets could not be counted and were left out. The server said: ${run.withoutFacets}` }]),
    ],
    controls: {
      rows: preview.rows,
      offered: textFields(fields)
        .slice(0, MOST_OFFERED)
        .map(({ path }) => path),
      searched: settings.fields.slice(0, MOST_OFFERED).map(({ field, weight }) => ({ field, weight })),
      sorts: sorts.map(({ path, label, kind }) => ({ path, label, first: kind === "range" ? ("desc" as const) : ("asc" as const) })),
      ...facetChoices(preview.facets, exact),
    },
  };
}

function resultsOf({ state, fields, run: { answer } }: { state: PreviewState; fields: readonly MappingField[]; run: Run }): Results {
  if (!answer.ok) return { kind: "failed", failure: answer.failure };
  const part = readHits(answer.value, { from: (state.page - 1) * state.size });
  if (!part.ok) return { kind: "refused", message: part.message };
  const { hits, ...counts } = part.value;
  const title = titleField(fields);
  const columns = detailFields(fields);
  return { kind: "hits", columns, ...counts, rows: hits.map((hit) => resultRow({ hit, title, details: columns, why: hit._id === state.why })) };
}

function suggestionsOf({ state, run: { answer } }: { state: PreviewState; run: Run }): Suggestion[] {
  if (!answer.ok) return [];
  return readSuggestions(answer.value).filter(({ value }) => value.toLowerCase() !== state.q.toLowerCase());
}
