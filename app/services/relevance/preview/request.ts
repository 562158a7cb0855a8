// The searches that a comparison of live and draft makes. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { type Facet, facetId, facetQueries, MARK } from "~/services/search/request";

/** The one visitor that previews are made as. */
const VISITOR = "search-preview";

export type Asked = {
  text: string;
  from: number;
  size: number;
  /** What a result shows; words that were found are marked there. */
  shown: readonly string[];
  /** Where to look where the settings name no fields. */
  usual: readonly string[];
  /** Filters of both sides; whether their values are to be counted. */
  facets: readonly Facet[];
  counts: boolean;
  /** The id of a document whose score is to be explained wherever it stands; "" for none. */
  why: string;
};

const textsOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value.map(String) : []);

/** The fields that a record of settings searches. */
export function searchedFields(record: JsonObject): string[] {
  const search = record["search"] ?? null;
  return isJsonObject(search) ? textsOf(search["dataField"]) : [];
}

/**
 * A visitor's search, without what the settings of `record` fill in: `result` holds the hits. Where a document is to be explained, `why` holds it alone, with the
 * score that it has among all.
 */
export function comparedRequest({ text, from, size, shown, usual, why, facets, counts }: Asked, record: JsonObject): JsonObject {
  const words: JsonObject = { value: text, ...(searchedFields(record).length === 0 ? { dataField: [...usual] } : {}) };
  const filters = facets.map((_, at) => facetId(at));
  const result: JsonObject = {
    id: "result",
    type: "search",
    // Beside a query of its own for `explain` a server asks no value, once there is something to react to.
    ...(filters.length > 0 ? { react: { and: ["text", ...filters] } } : words),
    from,
    size,
    // What is shown makes no other order, so that neither the saved fields nor the saved marks are used.
    includeFields: shown.length > 0 ? [...shown] : ["*"],
    excludeFields: [],
    highlight: shown.length > 0,
    ...(shown.length > 0 ? { highlightConfig: marking(shown) } : {}),
    defaultQuery: { explain: true },
  };
  const lists = facetQueries(facets, counts ? ["text"] : []).map((one) => (counts ? one : { ...one, execute: false }));
  const query = [result, ...lists, ...(filters.length > 0 || why !== "" ? [wordsAlone(words)] : []), ...(why === "" ? [] : explaining(why, filters))];
  return { query, settings: { recordAnalytics: false, enableQueryRules: true, userId: VISITOR } };
}

function marking(fields: readonly string[]): JsonObject {
  return {
    pre_tags: [MARK.before],
    post_tags: [MARK.after],
    number_of_fragments: 0,
    require_field_match: false,
    fields: Object.fromEntries(fields.map((field) => [field, {}])),
  };
}

// For results that are filtered, for what is counted, and for what is explained.
const wordsAlone = (words: JsonObject): JsonObject => ({ id: "text", type: "search", execute: false, highlight: false, ...words });

// One document with the score that it has among the results.
function explaining(id: string, filters: readonly string[]): JsonObject[] {
  const only: JsonObject = { query: { bool: { filter: [{ ids: { values: [id] } }] } } };
  return [
    { id: "only", type: "search", execute: false, customQuery: only },
    {
      id: "why",
      type: "search",
      from: 0,
      size: 1,
      highlight: false,
      includeFields: ["_none_"],
      excludeFields: [],
      react: { and: ["text", "only", ...filters] },
      defaultQuery: { explain: true },
    },
  ];
}
