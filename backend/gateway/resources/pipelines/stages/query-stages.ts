import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { DATA } from "@backend/gateway/resources/search-relevance/rules/action-data";
import { isTextQuery, queriesOf } from "@backend/gateway/resources/search-relevance/rules/search/facts-of";
import { spelled } from "@backend/gateway/resources/search-relevance/rules/search/made-request";
import { withAction } from "@backend/gateway/resources/search-relevance/rules/search/request-actions";

/** A request of the search API, `{query: […], settings}`, as it is after a stage. Throws 400 for inputs that do not fit. */
export type QueryStage = (request: JsonObject, inputs: JsonObject) => JsonObject;
type Action = "add_filter" | "replace_search_term" | "replace_words" | "remove_words";

/** Types of queries that may have defaults of their own. */
const TYPES = ["search", "suggestion", "term", "range", "geo"] as const;
/** What says which query it is, not how it is asked. */
const OF_THE_QUERY = new Set(["id", "type"]);

// A rule with the same data does the same.
function asRule(stage: string, type: Action, wanted: string): QueryStage {
  return (request, { data }) => {
    if (!DATA[type].safeParse(data).success) throw badRequest(`data of the stage ${stage} must be ${wanted}`);
    const action = { type, data: stringifyJson(data) };
    return withAction(spelled(request), action, { groups: [], only: null });
  };
}

/** Adds term queries that nobody sees; each query that shows or counts documents reacts to them. */
export const addFilter = asRule("addFilter", "add_filter", "an object of fields with a value or a list of values");
/** Puts a text in the place of what searches and suggestions ask for. */
export const replaceSearchTerm = asRule("replaceSearchTerm", "replace_search_term", "a text");
/** Puts words in the place of others in what searches and suggestions ask for. */
export const replaceWords = asRule("replaceWords", "replace_words", "an object of texts");
/** Takes words out of what searches and suggestions ask for. */
export const removeWords = asRule("removeWords", "remove_words", "a list of texts");

const isGiven = (value: JsonValue | undefined) => value !== undefined && value !== null;

function typeOf(query: JsonObject): (typeof TYPES)[number] {
  return isTextQuery(query) && query["type"] !== "suggestion"
    ? "search"
    : (TYPES.find((one) => one === query["type"]) ?? "search");
}

function withDefaults(query: JsonObject, defaults: JsonObject): JsonObject {
  const given = Object.entries(query).filter(([, value]) => isGiven(value));
  const own = new Set(given.map(([name]) => name));
  // Weights go by the place of their field, so they come with it.
  const areOwn = own.has("dataField") || !isGiven(defaults["dataField"]);
  const left = Object.entries(defaults).filter(([name, value]) => {
    if (!isGiven(value) || OF_THE_QUERY.has(name)) return false;
    return name === "fieldWeights" ? !own.has("dataField") && !(areOwn && own.has(name)) : !own.has(name);
  });
  const kept = Object.entries(query).filter(([name]) => areOwn || name !== "fieldWeights");
  return Object.fromEntries([...kept, ...left]);
}

/**
 * Gives queries the properties that the stage names for their type, where the request has none of its own; one that is
 * null counts as none. Queries that go to another address stay as they are.
 */
export const searchRelevancy: QueryStage = (request, inputs) => {
  for (const type of TYPES)
    if (isGiven(inputs[type]) && !isJsonObject(inputs[type] ?? null))
      throw badRequest(`${type} of the stage searchRelevancy must be an object of properties of a query`);
  const known = spelled(request);
  if (!Array.isArray(known["query"])) return known;
  const query = queriesOf(known).map((one) => {
    const defaults = inputs[typeOf(one)];
    return isGiven(one["endpoint"]) || defaults === undefined || !isJsonObject(defaults)
      ? one
      : withDefaults(one, defaults);
  });
  return { ...known, query };
};
