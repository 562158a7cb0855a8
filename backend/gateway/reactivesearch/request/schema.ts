import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/json";
import * as z from "zod";
import { checkTypes } from "./go-types";
import { checkJsonSyntax } from "./json-syntax";
import { QUERY_TYPES, SETTINGS_TYPES } from "./property-types";
import { Refusal } from "./refusal";

// Types were compared before (with the sentences that clients know), so what does not fit here is null and counts as unset.
const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const whole = z.number().optional().catch(undefined);
const texts = z.array(z.string()).optional().catch(undefined);
const numbers = z.array(z.number()).optional().catch(undefined);
const anything = z.custom<JsonValue>(() => true).optional();
const values = z.custom<JsonValue[]>((value) => Array.isArray(value)).optional().catch(undefined);
const object = z.custom<JsonObject>((value) => isJsonObject(value)).optional().catch(undefined);

const ENDPOINT = z.object({ url: text, method: text, headers: object, body: anything });
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
  includeValues: values,
  excludeValues: values,
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
export type Query = z.infer<typeof QuerySchema> & { id: string };
/** A query whose id has not been looked at yet, with the object it came from. */
type RawQuery = z.infer<typeof QuerySchema>;
export type Settings = z.infer<typeof SettingsSchema>;
/** A request of the search API. `raw` is the request as sent, for logs and for queries that go to an endpoint. */
export type SearchRequest = { queries: Query[]; settings: Settings; raw: JsonObject };

function unmarshal(kind: string, target: string): never {
  throw new Refusal(`json: cannot unmarshal ${kind} into Go ${target}`);
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  return isJsonObject(value) ? "object" : "number";
}

function readQueries(list: JsonValue): { queries: RawQuery[]; wrong: string | null } {
  if (list === null || list === undefined) return { queries: [], wrong: null };
  if (!Array.isArray(list)) unmarshal(kindOf(list), "struct field RSQuery.query of type []querytranslate.Query");
  let wrong: string | null = null;
  const queries = list.map((item): RawQuery => {
    if (item === null) return QuerySchema.parse({});
    if (!isJsonObject(item)) unmarshal(kindOf(item), "struct field RSQuery.query of type querytranslate.Query");
    wrong ??= checkTypes({ value: item, types: QUERY_TYPES, path: "Query.query" });
    return QuerySchema.parse(item);
  });
  return { queries, wrong };
}

function readSettings(value: JsonValue): { settings: Settings; wrong: string | null } {
  if (value === null || value === undefined) return { settings: {}, wrong: null };
  if (!isJsonObject(value)) unmarshal(kindOf(value), "struct field RSQuery.settings of type querytranslate.Settings");
  return { wrong: checkTypes({ value, types: SETTINGS_TYPES, path: "Settings.settings" }), settings: SettingsSchema.parse(value) };
}

/** Reads the body of a search request. Throws a Refusal in the words of the real server: no JSON, a wrong type, a query without an id. */
export function parseSearchRequest(body: string): SearchRequest {
  checkJsonSyntax(body);
  const value = parseJson(body);
  if (value === null) return { queries: [], settings: {}, raw: {} };
  if (!isJsonObject(value)) unmarshal(kindOf(value), "value of type querytranslate.RSQuery");
  const { queries, wrong: wrongQuery } = readQueries(value["query"] ?? null);
  const { settings, wrong: wrongSetting } = readSettings(value["settings"] ?? null);
  const wrong = wrongQuery ?? wrongSetting;
  if (wrong !== null) throw new Refusal(wrong);
  checkCustomEvents(settings);
  return { queries: queries.map(withId), settings, raw: value };
}

// The real server breaks the connection on an empty id; a refusal is kinder.
function withId(query: RawQuery): Query {
  if (query.id === undefined || query.id === "") throw new Refusal("field 'id' can't be empty");
  return { ...query, id: query.id };
}

function checkCustomEvents({ customEvents }: Settings): void {
  for (const [name, value] of Object.entries(customEvents ?? {})) {
    const fits = typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
    if (!fits) throw new Refusal(`Custom event ${name} value must be a string or an array of strings`);
  }
}
