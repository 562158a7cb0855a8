const LOWER_FOLDED = ["cjk_width", "lowercase", "asciifolding"];

/** Sub-fields of every text field that is mapped as documents come in: what the search API's analyzers work on. */
const SUB_FIELDS = {
  keyword: { type: "keyword", ignore_above: 256 },
  autosuggest: { type: "text", analyzer: "autosuggest_analyzer", search_analyzer: "ngram_search_analyzer" },
  search: { type: "text", analyzer: "ngram_analyzer", search_analyzer: "ngram_search_analyzer" },
  synonyms: { type: "text", analyzer: "synonyms" },
  lang: { type: "text", analyzer: "universal", index_options: "offsets" },
  delimiter: { type: "text", analyzer: "universal_delimiter_analyzer", index_options: "offsets" },
};

const ANALYSIS = {
  analyzer: {
    universal: { tokenizer: "standard", filter: [...LOWER_FOLDED, "universal_stop"] },
    universal_delimiter_analyzer: {
      tokenizer: "whitespace",
      filter: ["delimiter", "flatten_graph", ...LOWER_FOLDED, "universal_stop", "stemmer"],
    },
    autosuggest_analyzer: { tokenizer: "autosuggest_tokenizer", filter: LOWER_FOLDED },
    ngram_analyzer: { tokenizer: "standard", filter: ["lowercase", "asciifolding", "ngram_filter"] },
    ngram_search_analyzer: { tokenizer: "standard", filter: LOWER_FOLDED },
    synonyms: { tokenizer: "standard", filter: ["synonym_graph", "lowercase"] },
  },
  tokenizer: {
    autosuggest_tokenizer: {
      type: "edge_ngram",
      min_gram: "1",
      max_gram: "20",
      token_chars: ["letter", "digit", "punctuation", "symbol", "whitespace"],
    },
  },
  filter: {
    synonym_graph: { type: "synonym_graph", synonyms: [] },
    universal_stop: { type: "stop", stopwords: "_english_" },
    ngram_filter: { type: "ngram", min_gram: "3", max_gram: "7" },
    delimiter: {
      type: "word_delimiter_graph",
      generate_word_parts: "true",
      generate_number_parts: "true",
      catenate_words: "true",
      catenate_numbers: "true",
      catenate_all: "true",
      split_on_case_change: "true",
      split_on_numerics: "true",
      preserve_original: "false",
      stem_english_possessive: "true",
    },
  },
};

/**
 * The template of every new index, as recorded from the real server (contract 10, 2.2), but that it maps JSON numbers
 * to `keyword`: here they stay numbers, so ranges, sorting and statistics work without a change of the mapping.
 */
export const DEFAULT_TEMPLATE = {
  order: 10,
  index_patterns: ["*"],
  settings: {
    index: {
      number_of_shards: 1,
      auto_expand_replicas: "0-1",
      max_ngram_diff: 8,
      max_shingle_diff: 8,
      mapping: { total_fields: { limit: 10_000 } },
      analysis: ANALYSIS,
    },
  },
  mappings: {
    dynamic: "true",
    dynamic_templates: [
      {
        strings: {
          match_mapping_type: "string",
          mapping: { type: "text", analyzer: "standard", index_phrases: true, fields: SUB_FIELDS },
        },
      },
    ],
  },
};
