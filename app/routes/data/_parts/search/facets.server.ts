import type { JsonObject } from "@common/text/json";
import { readBounds, readBuckets } from "~/services/data/search/answer.server";
import type { ExactField } from "~/services/data/search/fields";
import { type Facet, FACET_SIZE, facetId } from "@common/search-relevance/visitors/facets";
import type { ShownFacet } from "./facets";

const MOST_CHOICES = 60;
const BY_NAME = new Intl.Collator("en", { numeric: true });

/** Facets with what an answer counted of them; null where nothing was counted. */
export const shownFacets = (facets: readonly Facet[], answer: JsonObject | null) =>
  facets.map((facet, at) => shownFacet({ facet, id: facetId(at), answer }));

/** The fields that may be facets, as many as a page can hold: those that are shown are always among them. */
export function facetChoices(facets: readonly Facet[], exact: readonly ExactField[]) {
  const shown = new Set(facets.map(({ path }) => path));
  const choices = exact.filter(({ path }, at) => at < MOST_CHOICES || shown.has(path));
  return {
    facetChoices: choices.map(({ path, label }) => ({ path, label, chosen: shown.has(path) })),
    facetsLeftOut: exact.length - choices.length,
  };
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
  const missing = facet.values
    .filter((value) => !counted.some(({ key }) => key === value))
    .map((key) => ({ key, count: more ? null : 0 }));
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
