import { cjkBigram } from "./cjk-bigram";
import { flattenGraph } from "./flatten-graph";
import { edgeNgramFilter, ngramFilter, shingleFilter } from "./gram-filters";
import { normalizations } from "./normalizations";
import type { FilterFactory } from "../parts";
import { simpleFilters } from "./simple-filters";
import { stopFilter } from "./stop-filter";
import { synonymFilter, synonymGraphFilter } from "./synonyms";
import { wordDelimiter, wordDelimiterGraph } from "./word-delimiter";
import { wordFilters } from "./word-filters";

/** Token filters by the `type` of their settings; every one that needs no settings also works under its own name. */
export const filterFactories: ReadonlyMap<string, FilterFactory> = new Map<string, FilterFactory>([
  ...simpleFilters,
  ...wordFilters,
  ...normalizations,
  ["stop", stopFilter],
  ["ngram", ngramFilter],
  ["nGram", ngramFilter],
  ["edge_ngram", edgeNgramFilter],
  ["edgeNGram", edgeNgramFilter],
  ["shingle", shingleFilter],
  ["cjk_bigram", cjkBigram],
  ["synonym", synonymFilter],
  ["synonym_graph", synonymGraphFilter],
  ["word_delimiter", wordDelimiter],
  ["word_delimiter_graph", wordDelimiterGraph],
  ["flatten_graph", () => flattenGraph],
]);

/** Filters that are nothing without settings: their bare name is no filter. */
export const NEEDING_SETTINGS: ReadonlySet<string> = new Set([
  "hunspell",
  "keep",
  "keyword_marker",
  "pattern_replace",
  "stemmer_override",
  "synonym",
  "synonym_graph",
]);

/** Filters that a normalizer may use: they work on single characters. */
export const NORMALIZING: ReadonlySet<string> = new Set([
  "arabic_normalization",
  "asciifolding",
  "bengali_normalization",
  "cjk_width",
  "decimal_digit",
  "elision",
  "german_normalization",
  "hindi_normalization",
  "indic_normalization",
  "lowercase",
  "pattern_replace",
  "persian_normalization",
  "persian_stem",
  "scandinavian_folding",
  "scandinavian_normalization",
  "serbian_normalization",
  "sorani_normalization",
  "trim",
  "uppercase",
]);
