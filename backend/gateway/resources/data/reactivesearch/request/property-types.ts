import type { GoFields } from "@backend/gateway/platform/http/json/go-types";

const FUNCTION: GoFields = { pivot: "float64", exponent: "float64", scaling_factor: "float64" };
const RANK: GoFields = {
  saturation: { struct: "FunctionObject", fields: FUNCTION },
  log: { struct: "FunctionObject", fields: FUNCTION },
  sigmoid: { struct: "FunctionObject", fields: FUNCTION },
  boost: "float64",
};
const PAST_SEARCHES: GoFields = {
  size: "int",
  index: "string",
  minChars: "int",
  customEvents: "object",
  sectionLabel: "string",
};
const FEATURED: GoFields = {
  visibleSuggestionsPerSection: "int",
  maxSuggestionsPerSection: "int",
  sectionsOrder: "[]string",
};
const ENDPOINT: GoFields = { url: "string", method: "string", headers: "map[string]string", body: "any" };

/** Properties of one query and their types on the wire. Unknown ones are ignored, as published clients need it. */
export const QUERY_TYPES: GoFields = {
  id: "string",
  type: {
    oneOf: ["search", "term", "range", "geo", "suggestion"],
    refusal: (value) => `invalid queryType encountered: ${value}`,
    required: true,
  },
  react: "object",
  queryFormat: "string",
  dataField: "any",
  categoryField: "string",
  categoryValue: "any",
  fieldWeights: "[]float64",
  nestedField: "string",
  from: "int",
  size: "int",
  aggregationSize: "int",
  sortBy: { oneOf: ["asc", "desc", "count"], refusal: (value) => `invalid sortBy encountered: ${value}` },
  sortField: "any",
  value: "any",
  aggregationField: "string",
  after: "object",
  includeNullValues: "bool",
  includeFields: "[]string",
  excludeFields: "[]string",
  includeValues: "[]string",
  excludeValues: "[]string",
  fuzziness: "any",
  searchOperators: "bool",
  highlight: "bool",
  highlightField: "[]string",
  customHighlight: "object",
  highlightConfig: "object",
  interval: "int",
  aggregations: "[]string",
  missingLabel: "string",
  showMissing: "bool",
  defaultQuery: "object",
  customQuery: "object",
  execute: "bool",
  enableSynonyms: "bool",
  selectAllLabel: "string",
  pagination: "bool",
  queryString: "bool",
  rankFeature: { struct: "RankFunction", fields: RANK, many: "map" },
  distinctField: "string",
  distinctFieldConfig: "object",
  index: "string",
  range: "any",
  enableRecentSuggestions: "bool",
  recentSuggestionsConfig: { struct: "RecentSuggestionsOptions", fields: { ...PAST_SEARCHES, minHits: "int" } },
  enablePopularSuggestions: "bool",
  popularSuggestionsConfig: {
    struct: "PopularSuggestionsOptions",
    fields: { ...PAST_SEARCHES, minCount: "int", showGlobal: "bool" },
  },
  enableFeaturedSuggestions: "bool",
  featuredSuggestionsConfig: { struct: "FeaturedSuggestionsOptions", fields: FEATURED },
  enableIndexSuggestions: "bool",
  indexSuggestionsConfig: {
    struct: "IndexSuggestionsOptions",
    fields: { sectionLabel: "string", valueFields: "[]string" },
  },
  enableEndpointSuggestions: "bool",
  showDistinctSuggestions: "bool",
  enablePredictiveSuggestions: "bool",
  maxPredictedWords: "int",
  urlField: "string",
  applyStopwords: "bool",
  customStopwords: "[]string",
  searchLanguage: "string",
  calendarinterval: "string",
  script: "string",
  queryVector: "[]float64",
  vectorDataField: "string",
  candidates: "int",
  deepPagination: "bool",
  deepPaginationConfig: { struct: "DeepPaginationConfig", fields: { cursor: "string" } },
  endpoint: { struct: "Endpoint", fields: ENDPOINT },
  searchboxId: "string",
};

/** Properties of `settings` and their types. */
export const SETTINGS_TYPES: GoFields = {
  recordAnalytics: "bool",
  userId: "string",
  customEvents: "object",
  enableQueryRules: "bool",
  enableSearchRelevancy: "bool",
  useCache: "bool",
  queryRule: "object",
  backend: {
    oneOf: ["elasticsearch", "opensearch", "mongodb", "solr", "zinc", "marklogic"],
    refusal: (value) => `invalid kNN backend passed: ${value}`,
  },
};

/** Properties of a whole request and their types. */
export const REQUEST_TYPES: GoFields = {
  query: { struct: "Query", fields: QUERY_TYPES, many: "list" },
  settings: { struct: "Settings", fields: SETTINGS_TYPES },
  metadata: "object",
};
