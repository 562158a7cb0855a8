import type { Relevance } from "@common/search-relevance/settings/schema";

/**
 * What counts where nothing was saved, as screens show it. Searches of an index without settings are left as they were
 * sent.
 */
export const DEFAULTS: Relevance = {
  search: {
    dataField: [],
    fieldWeights: [],
    searchOperators: false,
    queryString: false,
    fuzziness: "0",
    queryFormat: "or",
  },
  aggregations: { dataField: {}, size: 10, sortBy: "count", includeNullValues: false, queryFormat: "or" },
  results: {
    size: 10,
    includeFields: ["*"],
    excludeFields: [],
    highlight: false,
    highlightFields: [],
    highlightOptions: { number_of_fragments: 5, fragment_size: 100, pre_tags: ["<mark>"], post_tags: ["</mark>"] },
  },
  language: {
    language: "universal",
    applyStopwords: true,
    customStopwords: [],
    stemmingExceptions: [],
    normalizeDiacritics: true,
  },
  synonyms: { enabled: true },
  rules: { enabled: true },
  indexSettings: { enableNgram: true },
};
