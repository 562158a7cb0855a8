import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber, parseJson } from "@common/text/json";
import type { TextWithSynonyms } from "@common/search-relevance/synonyms/groups-in-text";
import * as z from "zod";
import { excessOfEvents, isLongUserId, longUserId } from "@backend/gateway/resources/analytics/bounds";
import type { Pins } from "@backend/gateway/resources/search-relevance/rules/search/promoted";
import { checkTypes, kindOf, knownFields } from "@backend/gateway/platform/http/json/go-types";
import { checkJsonSyntax } from "@backend/gateway/platform/http/json/json-syntax";
import { REQUEST_TYPES } from "./property-types";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";

// Types were compared before (with the sentences that clients know), so what does not fit here is null and counts as
// unset.
const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const whole = z.number().optional().catch(undefined);
// A null in a list is an empty item, not a reason to lose the list.
const texts = z
  .array(
    z
      .string()
      .nullable()
      .transform((item) => item ?? ""),
  )
  .optional()
  .catch(undefined);
const numbers = z
  .array(z.union([z.number(), z.null(), z.instanceof(LosslessNumber)]).transform(Number))
  .optional()
  .catch(undefined);
const anything = z.custom<JsonValue>(() => true).optional();
const values = z
  .custom<JsonValue[]>((value) => Array.isArray(value))
  .optional()
  .catch(undefined);
const object = z
  .custom<JsonObject>((value) => isJsonObject(value))
  .optional()
  .catch(undefined);

const ENDPOINT = z.object({ url: text, method: text, headers: object, body: anything });
const PAST_SEARCHES = z.object({ size: whole, index: text, minChars: whole, customEvents: object, sectionLabel: text });
const POPULAR = PAST_SEARCHES.extend({ minCount: whole, showGlobal: flag });
const RECENT = PAST_SEARCHES.extend({ minHits: whole });
const FEATURED = z.object({
  visibleSuggestionsPerSection: whole,
  maxSuggestionsPerSection: whole,
  sectionsOrder: texts,
});
const LABELLED = z.object({ sectionLabel: text, valueFields: texts });

const QuerySchema = z.object({
  id: text,
  type: z.enum(["search", "term", "range", "geo", "suggestion"]).catch("search"),
  execute: flag,
  index: text,
  value: anything,
  dataField: anything,
  fieldWeights: numbers,
  react: object,
  queryFormat: text,
  size: whole,
  from: whole,
  sortBy: z.enum(["asc", "desc", "count"]).optional().catch(undefined),
  sortField: anything,
  fuzziness: anything,
  searchOperators: flag,
  queryString: flag,
  enableSynonyms: flag,
  rankFeature: object,
  categoryField: text,
  categoryValue: anything,
  distinctField: text,
  distinctFieldConfig: object,
  highlight: flag,
  highlightField: texts,
  highlightConfig: object,
  customHighlight: object,
  includeFields: texts,
  excludeFields: texts,
  includeValues: texts,
  excludeValues: texts,
  aggregationField: text,
  aggregationSize: whole,
  aggregations: texts,
  interval: whole,
  calendarinterval: text,
  range: anything,
  includeNullValues: flag,
  pagination: flag,
  after: object,
  showMissing: flag,
  missingLabel: text,
  selectAllLabel: text,
  nestedField: text,
  defaultQuery: object,
  customQuery: object,
  deepPagination: flag,
  deepPaginationConfig: z.object({ cursor: text }).optional().catch(undefined),
  queryVector: values,
  vectorDataField: text,
  candidates: whole,
  script: text,
  endpoint: ENDPOINT.optional().catch(undefined),
  enableIndexSuggestions: flag,
  enableEndpointSuggestions: flag,
  enablePopularSuggestions: flag,
  enableRecentSuggestions: flag,
  enableFeaturedSuggestions: flag,
  popularSuggestionsConfig: POPULAR.optional().catch(undefined),
  recentSuggestionsConfig: RECENT.optional().catch(undefined),
  featuredSuggestionsConfig: FEATURED.optional().catch(undefined),
  searchboxId: text,
  indexSuggestionsConfig: LABELLED.optional().catch(undefined),
  showDistinctSuggestions: flag,
  enablePredictiveSuggestions: flag,
  maxPredictedWords: whole,
  urlField: text,
  applyStopwords: flag,
  customStopwords: texts,
  searchLanguage: text,
});

const SettingsSchema = z.object({
  recordAnalytics: flag,
  userId: text,
  customEvents: object,
  enableQueryRules: flag,
  enableSearchRelevancy: flag,
  useCache: flag,
  queryRule: object,
  backend: text,
});

/** One query of a search request, read leniently: unknown properties are dropped, null counts as unset. */
export type Query = z.infer<typeof QuerySchema> & {
  id: string;
  /** Documents that rules promote in its answer; no request says it. */
  pins?: Pins | undefined;
  /** What is looked for besides the words of its value; no request says it. */
  synonyms?: TextWithSynonyms | undefined;
  /** False where a search for all words asks for them as the real server does alone; no request says it. */
  isEachWord?: false | undefined;
};
/** A query whose id has not been looked at yet, with the object it came from. */
type RawQuery = z.infer<typeof QuerySchema>;
export type Settings = z.infer<typeof SettingsSchema>;
/**
 * A request of the search API. `raw` is the request as sent, for analytics; `known` holds what of it has a meaning, for
 * queries that go to an endpoint.
 */
export type SearchRequest = { queries: Query[]; settings: Settings; known: JsonObject; raw: JsonObject };

function itemsOf(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.map((item) => (isJsonObject(item) ? item : {})) : [];
}

/**
 * Reads the body of a search request. Throws a Refusal in the words of the real server: no JSON, a wrong type, a query
 * without an id.
 */
export function parseSearchRequest(body: string): SearchRequest {
  checkJsonSyntax(body);
  const raw = parseJson(body) ?? {};
  if (!isJsonObject(raw))
    throw new Refusal(`json: cannot unmarshal ${kindOf(raw)} into Go value of type querytranslate.RSQuery`);
  checkTypes(raw, { struct: "RSQuery", fields: REQUEST_TYPES });
  const known = knownFields(raw, REQUEST_TYPES);
  const settings = SettingsSchema.parse(known["settings"] ?? {});
  checkCustomEvents(settings);
  if (isLongUserId(settings.userId)) throw new Refusal(longUserId("settings.userId"));
  return { queries: itemsOf(known["query"]).map((item) => withId(QuerySchema.parse(item))), settings, known, raw };
}

// The real server breaks the connection on an empty id; a refusal is kinder.
function withId(query: RawQuery): Query {
  if (query.id === undefined || query.id === "") throw new Refusal("field 'id' can't be empty");
  return { ...query, id: query.id };
}

function checkCustomEvents({ customEvents }: Settings): void {
  const excess = excessOfEvents(customEvents);
  if (excess !== null) throw new Refusal(`settings.customEvents ${excess}`);
  for (const [name, value] of Object.entries(customEvents ?? {})) {
    const fits = typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
    if (!fits) throw new Refusal(`Custom event ${name} value must be a string or an array of strings`);
  }
}
