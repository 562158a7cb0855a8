// The queries that count and filter by a field, as published clients send them. Pure.
import { type JsonObject, LosslessNumber } from "../../text/json";

export type Facet = {
  /** The path to count by. */
  path: string;
  /** The field as people know it. */
  label: string;
  /** Whole values to choose from, or a lower and an upper bound. */
  kind: "values" | "range";
  type: string;
  /** The chosen values; several widen. */
  values: readonly string[];
  /** The bounds of a range, as typed; "" is none. */
  from: string;
  to: string;
};

/** How many values of a facet are asked for. */
export const FACET_SIZE = 12;

export const facetId = (at: number) => `list-${at + 1}`;

/**
 * The queries of facets, `list-1…`: each counts among what is found by `reactsTo` and by the other facets. `asSet`: how
 * many values are counted, and in which order, is left to the settings of the index.
 */
export function facetQueries(facets: readonly Facet[], reactsTo: readonly string[], asSet = false): JsonObject[] {
  const ids = facets.map((_, at) => facetId(at));
  return facets.map((facet, at) =>
    facetOf({ facet, id: facetId(at), reactsTo: [...reactsTo, ...ids.filter((id) => id !== facetId(at))], asSet }),
  );
}

type FacetQuery = { facet: Facet; id: string; reactsTo: string[]; asSet: boolean };

function facetOf({ facet, id, reactsTo, asSet }: FacetQuery): JsonObject {
  const common = { id, dataField: [facet.path], react: { and: reactsTo } };
  if (facet.kind === "values") {
    return {
      ...common,
      type: "term",
      ...(asSet ? {} : { size: 0, aggregationSize: FACET_SIZE, sortBy: "count", queryFormat: "or" }),
      ...(facet.values.length > 0 ? { value: [...facet.values] } : {}),
    };
  }
  const isDate = facet.type.startsWith("date");
  const bound = (text: string) => (isDate ? text : numberOf(text));
  const start: JsonObject = facet.from === "" ? {} : { start: bound(facet.from) };
  const end: JsonObject = facet.to === "" ? {} : { end: bound(facet.to) };
  const value: JsonObject = facet.from === "" && facet.to === "" ? {} : { value: { ...start, ...end } };
  return { ...common, type: "range", size: 0, aggregations: ["min", "max"], ...value };
}

// Digit for digit: a whole number beyond 2^53 would become its neighbour.
function numberOf(text: string) {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? new LosslessNumber(text) : number;
}
