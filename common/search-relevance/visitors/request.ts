// What a client sends to POST /{index}/_reactivesearch for a visitor's words: made here alone, for the search preview,
// both sides of a comparison, relevance tests, the test of a rule and ready snippets, so that all of them find the same
// hits in the same order. What a screen tries in the place of the settings stands in `own`. Pure.
import type { JsonObject } from "../../text/json";
import { type Facet, facetId, facetQueries } from "./facets";

/** The query that holds the hits. */
export const RESULT = "result";
/** The query that holds the words, where the hits also react to facets or have another order. */
export const WORDS = "search";

/** Tags that no document is likely to hold: the answer is split at them on the server, and they never become HTML. */
export const MARK = { before: "<hit-mark>", after: "</hit-mark>" } as const;
/** The one visitor that searches of the console are counted under when they are recorded. */
const VISITOR = "search-preview";

/** Fields, weights and reading of a text that a screen tries in the place of the settings. */
export type OwnReading = {
  fields: readonly { field: string; weight: number }[];
  fuzziness: "0" | "1" | "2" | "AUTO";
  operator: "or" | "and";
};

export type VisitorSearch = {
  text: string;
  from: number;
  size: number;
  /** Fields to look in where the settings name none, for a server refuses a text without any. */
  usual?: readonly string[];
  /** null, and left out: the settings say it. */
  own?: OwnReading | null;
  facets?: readonly Facet[];
  /** Whether the values of facets are counted (`as set`: by the settings), or facets only filter. */
  counts?: boolean | "as set";
  /** Left out: relevance. */
  sort?: { path: string; order: "asc" | "desc" } | null;
  /** Fields that come back, in place of those that the settings name. It changes no order. */
  shown?: readonly string[];
  /** Fields in which the words found are marked, in place of what the settings say. */
  marked?: readonly string[];
  /** Asks the engine why each hit has its score. */
  explain?: boolean;
  /** The id of a document whose score is explained wherever it stands (`why` holds it); "" for none. */
  why?: string;
  /** Whether the search counts in analytics. */
  recorded?: boolean;
  /** False for the search without what rules do. */
  rules?: boolean;
  /** Ids to which the hits are narrowed, with the scores that they have among all. */
  only?: readonly string[];
  /** The field that suggestions are taken from; none asks for no suggestions. */
  suggestFrom?: string | undefined;
};

/** The fields that a record of settings searches. */
export function searchedFields(record: JsonObject): string[] {
  const search = record["search"];
  const fields = typeof search === "object" && search !== null && "dataField" in search ? search["dataField"] : [];
  return Array.isArray(fields) ? fields.map(String) : [];
}

/**
 * The whole request. `result` holds the hits; words stand in it, as in the plainest search of a client, or in a query of
 * their own where facets, an order or ids narrow it, and where scores are explained. `list-1…` are the facets, `why` the explained document, and
 * `suggestions` what to type next.
 */
export function visitorRequest(search: VisitorSearch): JsonObject {
  const { facets = [], counts = true, why = "", only = [], explain = false, text, suggestFrom, own } = search;
  const filters = facets.map((_, at) => facetId(at));
  // Beside a query of its own, for `explain` or an order, a server drops the value of a query once there is something to
  // react to, and a rule may add that.
  const isApart = filters.length > 0 || (search.sort ?? null) !== null || only.length > 0 || explain;
  const reactsTo = [WORDS, ...filters, ...(only.length > 0 ? ["only"] : [])];
  const lists = facetQueries(facets, counts === false ? [] : [WORDS], counts === "as set");
  const query = [
    { ...resultOf(search), ...(isApart ? { react: { and: reactsTo } } : wordsOf(search)) },
    ...lists.map((one) => (counts === false ? { ...one, execute: false } : one)),
    ...(isApart || why !== "" ? [wordsAlone(search)] : []),
    ...(only.length > 0 ? [narrowing("only", only)] : []),
    ...(why === "" ? [] : explaining(why, filters)),
    ...(text !== "" && suggestFrom !== undefined
      ? [suggestionsOf({ text, field: suggestFrom, fuzziness: own?.fuzziness ?? "AUTO" })]
      : []),
  ];
  const { rules = true, recorded = false } = search;
  return { query, settings: { recordAnalytics: recorded, enableQueryRules: rules, userId: VISITOR } };
}

// A value without a field is refused where the settings name none; no text is no value, and needs no field either.
function wordsOf({ text, own = null, usual = [] }: VisitorSearch): JsonObject {
  const value: JsonObject = text === "" ? {} : { value: text };
  if (own === null) return { ...value, ...(usual.length > 0 ? { dataField: [...usual] } : {}) };
  const dataField = own.fields.map(({ field, weight }) => ({ field, weight }));
  if (dataField.length === 0) return {};
  return {
    ...value,
    dataField,
    ...(text === "" ? {} : { fuzziness: fuzzinessOf(own), queryFormat: own.operator }),
  };
}

// The number goes as a number: the engine takes both, published clients send it so.
const fuzzinessOf = ({ fuzziness }: Pick<OwnReading, "fuzziness">) =>
  fuzziness === "AUTO" ? fuzziness : Number(fuzziness);

const wordsAlone = (search: VisitorSearch): JsonObject => ({
  id: WORDS,
  type: "search",
  execute: false,
  highlight: false,
  ...wordsOf(search),
});

// Published clients say an order by `dataField` and `sortBy`.
function resultOf({ text, from, size, sort, shown, marked, explain = false }: VisitorSearch): JsonObject {
  const engine: JsonObject = { ...(explain ? { explain: true } : {}), ...(sort ? { track_scores: true } : {}) };
  return {
    id: RESULT,
    type: "search",
    ...(sort ? { dataField: [sort.path], sortBy: sort.order } : {}),
    from,
    size,
    ...(shown === undefined ? {} : { includeFields: shown.length > 0 ? [...shown] : ["*"], excludeFields: [] }),
    ...(marked === undefined ? {} : marking(text === "" ? [] : marked)),
    ...(Object.keys(engine).length === 0 ? {} : { defaultQuery: engine }),
  };
}

function marking(fields: readonly string[]): JsonObject {
  if (fields.length === 0) return { highlight: false };
  return {
    highlight: true,
    highlightConfig: {
      pre_tags: [MARK.before],
      post_tags: [MARK.after],
      number_of_fragments: 0,
      require_field_match: false,
      fields: Object.fromEntries(fields.map((field) => [field, {}])),
    },
  };
}

const narrowing = (id: string, ids: readonly string[]): JsonObject => ({
  id,
  type: "search",
  execute: false,
  customQuery: { query: { bool: { filter: [{ ids: { values: [...ids] } }] } } },
});

// One document with the score that it has among the results.
const explaining = (id: string, filters: readonly string[]): JsonObject[] => [
  narrowing("one", [id]),
  {
    id: "why",
    type: "search",
    from: 0,
    size: 1,
    highlight: false,
    includeFields: ["_none_"],
    excludeFields: [],
    react: { and: [WORDS, "one", ...filters] },
    defaultQuery: { explain: true },
  },
];

/**
 * The plainest search of a client: what a ready snippet sends, and what a new relevance test begins with. `usual` are
 * the fields to look in where the settings name none; with settings the words alone are enough.
 */
export const plainRequest = (text: string, usual: readonly string[] = []): JsonObject => ({
  query: [{ id: RESULT, type: "search", value: text, ...(usual.length > 0 ? { dataField: [...usual] } : {}) }],
});

/** What to type next, alone: for the list under the search box. Never recorded. */
export function suggestionRequest({ text, field }: { text: string; field: string }): JsonObject {
  return {
    query: [suggestionsOf({ text, field, fuzziness: "AUTO" })],
    settings: { recordAnalytics: false, enableQueryRules: false, userId: VISITOR },
  };
}

type Suggesting = { text: string; field: string; fuzziness: OwnReading["fuzziness"] };

function suggestionsOf({ text, field, fuzziness }: Suggesting): JsonObject {
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
