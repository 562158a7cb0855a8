import type { VisitorSearch } from "@common/search-relevance/visitors/request";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import type { Failure } from "~/lib/messages/user-messages";
import { readExplanation, readHits, readSuggestions, type Suggestion } from "~/services/data/search/answer.server";
import { exactFields, textFields, titleField } from "~/services/data/search/fields";
import { type Part, partsOf } from "~/services/search-relevance/preview/why";
import type { Acted, ActedRule } from "~/services/search-relevance/visitors/acted.server";
import { facetChoices, shownFacets } from "../../_parts/search/facets.server";
import { detailFields, type ResultRow, resultRow } from "~/services/data/search/result-row.server";
import type { Run } from "../../_parts/search/run.server";
import type { PreviewState } from "../../_parts/search/preview-address";
import type { Preview } from "./state";

/** A hit at its place; `pinned`: the rule that promotes it, without a name where rules cannot be read. */
export type PreviewRow = ResultRow & { place: number; pinned: ActedRule | null; parts: Part[] };

export type Results =
  | {
      kind: "hits";
      rows: PreviewRow[];
      columns: string[];
      total: number;
      atLeast: boolean;
      took: number | null;
      timedOut: boolean;
    }
  /** The engine refused this one search; its own words. */
  | { kind: "refused"; message: string }
  | { kind: "failed"; failure: Failure };

const MOST_OFFERED = 300;
const MOST_CHOICES = 60;

/**
 * Everything around the answer of a search, cut to what a page can hold: a mapping of thousands of fields makes it no
 * heavier.
 */
export function panelsOf({
  preview,
  asked,
  fields,
  run,
  acted,
  isWeighed,
}: {
  preview: Preview;
  asked: VisitorSearch;
  fields: readonly MappingField[];
  run: Run;
  acted: Acted;
  /** Whether the weights of the rows are those of the search: they are not where settings act that nobody may read. */
  isWeighed: boolean;
}) {
  const { state, remarks } = preview.here;
  const rows = isWeighed || asked.own ? preview.rows : [];
  const weights = new Map(rows.map(({ field, weight }) => [field, Number(weight)]));
  const exact = exactFields(fields);
  const sorts = exact.filter(({ path }, at) => at < MOST_CHOICES || path === state.sort.by);
  return {
    results: resultsOf({ state, fields, run, acted, weights }),
    acted: { rules: acted.rules, hidden: acted.hidden, customData: acted.customData },
    facets: shownFacets(preview.facets, run.answer.ok && run.withoutFacets === undefined ? run.answer.value : null),
    suggestions: suggestionsOf({ state, run }),
    searchable: asked.own === null || asked.own === undefined || asked.own.fields.length > 0,
    remarks: [
      ...remarks,
      ...(run.withoutFacets === undefined
        ? []
        : [
            {
              name: "facet",
              text: `Facets could not be counted and were left out. The server said: ${run.withoutFacets}`,
            },
          ]),
    ],
    controls: {
      rows: preview.rows,
      offered: textFields(fields)
        .slice(0, MOST_OFFERED)
        .map(({ path }) => path),
      searched: (asked.own?.fields ?? []).slice(0, MOST_OFFERED).map(({ field, weight }) => ({ field, weight })),
      sorts: sorts.map(({ path, label, kind }) => ({
        path,
        label,
        first: kind === "range" ? ("desc" as const) : ("asc" as const),
      })),
      ...facetChoices(preview.facets, exact),
    },
  };
}

function resultsOf({
  state,
  fields,
  run: { answer },
  acted: { pinnedBy },
  weights,
}: {
  state: PreviewState;
  fields: readonly MappingField[];
  run: Run;
  acted: Acted;
  weights: ReadonlyMap<string, number>;
}): Results {
  if (!answer.ok) return { kind: "failed", failure: answer.failure };
  const part = readHits(answer.value, { from: (state.page - 1) * state.size });
  if (!part.ok) return { kind: "refused", message: part.message };
  const { hits, ...counts } = part.value;
  const title = titleField(fields);
  const columns = detailFields(fields);
  return {
    kind: "hits",
    columns,
    ...counts,
    rows: hits.map((hit, at) => ({
      ...resultRow({ hit, title, details: columns, why: hit._id === state.why }),
      parts: hit._id === state.why ? partsOf(readExplanation(hit._explanation), weights) : [],
      place: (state.page - 1) * state.size + at + 1,
      pinned: hit.pinned ? (pinnedBy[hit._id] ?? { id: "", name: "" }) : null,
    })),
  };
}

function suggestionsOf({ state, run: { answer } }: { state: PreviewState; run: Run }): Suggestion[] {
  if (!answer.ok) return [];
  return readSuggestions(answer.value).filter(({ value }) => value.toLowerCase() !== state.q.toLowerCase());
}
