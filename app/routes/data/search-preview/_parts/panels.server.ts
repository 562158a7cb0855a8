import type { JsonObject } from "@common/json";
import type { MappingField } from "~/lib/documents/mapping-fields";
import type { Failure } from "~/lib/user-messages";
import { readBounds, readBuckets, readHits, readSuggestions, type Suggestion } from "~/services/search/answer.server";
import { exactFields, textFields, titleField } from "~/services/search/fields";
import { type Facet, FACET_SIZE, facetId, type SearchSettings } from "~/services/search/request";
import type { ShownFacet } from "./facets";
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
const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Everything around the answer of a search, cut to what a page can hold: a mapping of thousands of fields makes it no heavier. */
export function panelsOf({ preview, settings, fields, run }: { preview: Preview; settings: SearchSettings; fields: readonly MappingField[]; run: Run }) {
  const { state, remarks } = preview.here;
  const exact = exactFields(fields);
  const shown = new Set(preview.facets.map(({ path }) => path));
  const choices = exact.filter(({ path }, at) => at < MOST_CHOICES || shown.has(path));
  const sorts = exact.filter(({ path }, at) => at < MOST_CHOICES || path === state.sort.by);
  return {
    results: resultsOf({ state, fields, run }),
    facets: preview.facets.map((facet, at) =>
      shownFacet({ facet, id: facetId(at), answer: run.answer.ok && run.withoutFacets === undefined ? run.answer.value : null }),
    ),
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
  // By name and not by count: a box that is ticked does not send the others elsewhere.
  const values = [...counted, ...missing].sort((one, other) => BY_NAME.compare(one.key, other.key));
  return {
    ...common,
    kind: "values",
    more,
    values: values.map((bucket) => ({ ...bucket, chosen: facet.values.includes(bucket.key) })),
    ...(buckets.ok ? {} : { problem: buckets.message }),
  };
}
