// The bodies of POST /{index}/_reactivesearch that the search preview sends. Pure.
import { type JsonObject, LosslessNumber } from "@common/json";
import type { ExactField, WeightedField } from "./fields";

export type Facet = ExactField & {
  /** The chosen values; several widen. */
  values: readonly string[];
  /** The bounds of a range, as typed; "" is none. */
  from: string;
  to: string;
};

export type SearchSettings = {
  text: string;
  fields: readonly WeightedField[];
  fuzziness: "0" | "1" | "2" | "AUTO";
  operator: "or" | "and";
  facets: readonly Facet[];
  /** Fields whose matching words are marked; none turns it off. */
  highlight: readonly string[];
  /** null is relevance. */
  sort: { path: string; order: "asc" | "desc" } | null;
  from: number;
  size: number;
  /** Asks the engine why each hit has its score. */
  explain: boolean;
  recordAnalytics: boolean;
  /** The field that suggestions are taken from; none asks for no suggestions. */
  suggestFrom?: string | undefined;
};

/** Tags that no document is likely to hold: the answer is split at them on the server, and they never become HTML. */
export const MARK = { before: "<hit-mark>", after: "</hit-mark>" } as const;
/** How many values of a facet are asked for. */
export const FACET_SIZE = 12;
/** The one visitor that previews are counted under when they are recorded. */
const VISITOR = "search-preview";

export const facetId = (at: number) => `list-${at + 1}`;

/** The whole request: `search` holds the text, `result` the hits, `list-1…` the facets, `suggestions` what to type next. */
export function buildSearchRequest(settings: SearchSettings): JsonObject {
  const lists = settings.facets.map((_, at) => facetId(at));
  const query: JsonObject[] = [
    {
      id: "search",
      type: "search",
      execute: false,
      ...wordsOf(settings),
      ...(hasText(settings) ? { fuzziness: fuzzinessOf(settings), queryFormat: settings.operator } : {}),
    },
    resultOf(settings, ["search", ...lists]),
    ...facetQueries(settings.facets, ["search"]),
  ];
  if (hasText(settings) && settings.suggestFrom !== undefined)
    query.push(suggestionsOf({ text: settings.text, field: settings.suggestFrom, fuzziness: settings.fuzziness }));
  return { query, settings: { recordAnalytics: settings.recordAnalytics, enableQueryRules: true, userId: VISITOR } };
}

/** What to type next, alone: for the list under the search box. Never recorded. */
export function buildSuggestionRequest({ text, field }: { text: string; field: string }): JsonObject {
  return { query: [suggestionsOf({ text, field, fuzziness: "AUTO" })], settings: { recordAnalytics: false, enableQueryRules: false, userId: VISITOR } };
}

const hasText = ({ text, fields }: Pick<SearchSettings, "text" | "fields">) => text !== "" && fields.length > 0;

// A value without a field is refused by the server; an empty value means no filter, and then needs no field either.
function wordsOf({ text, fields }: SearchSettings): JsonObject {
  const dataField = fields.map(({ field, weight }) => ({ field, weight }));
  return text === "" || fields.length === 0 ? { dataField } : { dataField, value: text };
}

// The number goes as a number: the engine takes both, published clients send it so.
function fuzzinessOf({ fuzziness }: Pick<SearchSettings, "fuzziness">) {
  return fuzziness === "AUTO" ? fuzziness : Number(fuzziness);
}

// Published clients say the sort by `dataField` and `sortBy`; relevance is the field `_score`.
function resultOf(settings: SearchSettings, reactsTo: string[]): JsonObject {
  const { sort, from, size, highlight, explain } = settings;
  return {
    id: "result",
    type: "search",
    dataField: [sort?.path ?? "_score"],
    sortBy: sort?.order ?? "desc",
    react: { and: reactsTo },
    from,
    size,
    ...(hasText(settings) && highlight.length > 0
      ? {
          highlight: true,
          highlightConfig: {
            pre_tags: [MARK.before],
            post_tags: [MARK.after],
            number_of_fragments: 0,
            require_field_match: false,
            fields: Object.fromEntries(highlight.map((field) => [field, {}])),
          },
        }
      : {}),
    ...(explain || sort ? { defaultQuery: { ...(explain ? { explain: true } : {}), ...(sort ? { track_scores: true } : {}) } } : {}),
  };
}

/** The queries of facets, `list-1…`: each counts among what is found by `reactsTo` and by the other facets. */
export function facetQueries(facets: readonly Facet[], reactsTo: readonly string[]): JsonObject[] {
  const ids = facets.map((_, at) => facetId(at));
  return facets.map((facet, at) => facetOf({ facet, id: facetId(at), reactsTo: [...reactsTo, ...ids.filter((id) => id !== facetId(at))] }));
}

function facetOf({ facet, id, reactsTo }: { facet: Facet; id: string; reactsTo: string[] }): JsonObject {
  const common = { id, dataField: [facet.path], react: { and: reactsTo } };
  if (facet.kind === "values") {
    return {
      ...common,
      type: "term",
      size: 0,
      aggregationSize: FACET_SIZE,
      sortBy: "count",
      queryFormat: "or",
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

function suggestionsOf({ text, field, fuzziness }: { text: string; field: string; fuzziness: SearchSettings["fuzziness"] }): JsonObject {
  return {
    id: "suggestions",
    type: "suggestion",
    value: text,
    dataField: [field],
    fuzziness: fuzzinessOf({ fuzziness }),
    enableIndexSuggestions: true,
    indexSuggestionsConfig: { valueFields: [field] },
    includeFields: [field],
    size: 5,
  };
}
