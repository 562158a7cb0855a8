import type { JsonObject } from "@common/json";
import type { MappingField } from "~/lib/mapping-fields";
import type { Failure } from "~/lib/user-messages";
import { readBounds, readBuckets, readHits, readSuggestions, type Suggestion } from "~/services/search/answer.server";
import { exactFields, textFields, titleField } from "~/services/search/fields";
import { type Facet, FACET_SIZE, facetId, type SearchSettings } from "~/services/search/request";
import type { ShownFacet } from "./facets";
import { detailFields, type ResultRow, resultRow } from "./results.server";
import type { Run } from "./run.server";
import type { PreviewState } from "./state";

export type Results =
  | { kind: "hits"; rows: ResultRow[]; columns: string[]; total: number; atLeast: boolean; took: number | null; timedOut: boolean }
  /** The engine refused this one search; its own words. */
  | { kind: "refused"; message: string }
  | { kind: "failed"; failure: Failure };

const MOST_OFFERED = 300;
const MOST_CHOICES = 60;

/** Everything around the answer of a search, cut to what a page can hold: a mapping of thousands of fields makes it no heavier. */
export function panelsOf({ state, settings, fields, run }: { state: PreviewState; settings: SearchSettings; fields: readonly MappingField[]; run: Run }) {
  const exact = exactFields(fields);
  const shown = new Set(state.facets.map(({ path }) => path));
  const choices = [...exact.filter(({ path }) => shown.has(path)), ...exact.filter(({ path }) => !shown.has(path))].slice(0, MOST_CHOICES);
  const sorts = exact.filter(({ path }, at) => at < MOST_CHOICES || path === state.sort?.path);
  return {
    results: resultsOf({ state, fields, run }),
    facets: state.facets.map((facet, at) =>
      shownFacet({ facet, id: facetId(at), answer: run.answer.ok && run.withoutFacets === undefined ? run.answer.value : null }),
    ),
    suggestions: suggestionsOf({ state, run }),
    notes: [
      ...state.problems,
      ...(run.withoutFacets === undefined
        ? []
        : [`The facets could not be counted, so the hits are shown without them. The server said: ${run.withoutFacets}`]),
    ],
    controls: {
      offered: textFields(fields)
        .slice(0, MOST_OFFERED)
        .map(({ path }) => path),
      searched: settings.fields.slice(0, MOST_OFFERED).map(({ field, weight }) => ({ field, weight })),
      sorts: sorts.map(({ path, label }) => ({ path, label })),
      facetChoices: choices.map(({ path, label }) => ({ path, label, chosen: shown.has(path) })),
      facetsLeftOut: exact.length - choices.length,
    },
  };
}

function resultsOf({ state, fields, run: { answer } }: { state: PreviewState; fields: readonly MappingField[]; run: Run }): Results {
  if (!answer.ok) return { kind: "failed", failure: answer.failure };
  const part = readHits(answer.value);
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

function shownFacet({ facet, id, answer }: { facet: Facet; id: string; answer: JsonObject | null }): ShownFacet {
  const { path, label, type, from, to } = facet;
  const common = { path, label, type, from, to };
  if (facet.kind === "range") {
    const bounds = answer ? readBounds(answer, id) : { ok: true as const, value: { min: "", max: "" } };
    return { ...common, kind: "range", ...(bounds.ok ? bounds.value : { min: "", max: "", problem: bounds.message }) };
  }
  const buckets = answer ? readBuckets(answer, { id, field: path }) : { ok: true as const, value: [] };
  const counted = buckets.ok ? buckets.value : [];
  // There may be more values than were asked for; of those nobody has counted any.
  const more = counted.length >= FACET_SIZE;
  // What is chosen stays to be taken back, though nothing has it any more.
  const missing = facet.values.filter((value) => !counted.some(({ key }) => key === value)).map((key) => ({ key, count: more ? null : 0 }));
  return {
    ...common,
    kind: "values",
    more,
    values: [...counted, ...missing].map((bucket) => ({ ...bucket, chosen: facet.values.includes(bucket.key) })),
    ...(buckets.ok ? {} : { problem: buckets.message }),
  };
}
