/** Keys of a search body that are answered. */
export const BODY_KEYS = [
  "query", "post_filter", "from", "size", "sort", "search_after", "track_total_hits", "track_scores", "min_score", "_source", "fields", "docvalue_fields",
  "stored_fields", "highlight", "aggs", "aggregations", "explain", "version", "seq_no_primary_term", "timeout", "terminate_after", "stats", "ext",
  "include_named_queries_score",
] as const;

/** Keys that Elasticsearch knows and this engine does not serve. */
export const REFUSED_KEYS = ["profile", "indices_boost", "suggest", "rescore", "collapse", "slice", "script_fields", "runtime_mappings", "pit", "knn", "derived", "point_in_time", "search_pipeline", "verbose_pipeline"] as const;

/** URL parameters that every search takes. */
export const SEARCH_PARAMETERS = [
  "q", "df", "analyzer", "analyze_wildcard", "default_operator", "lenient", "from", "size", "sort", "_source", "_source_includes", "_source_excludes", "stored_fields",
  "docvalue_fields", "track_scores", "track_total_hits", "explain", "version", "seq_no_primary_term", "timeout", "terminate_after", "ignore_unavailable",
  "allow_no_indices", "expand_wildcards", "ignore_throttled", "preference", "routing", "search_type", "request_cache", "batched_reduce_size",
  "max_concurrent_shard_requests", "pre_filter_shard_size", "rest_total_hits_as_int", "typed_keys", "allow_partial_search_results", "ccs_minimize_roundtrips",
  "scroll", "stats", "source", "source_content_type", "cancel_after_time_interval", "include_named_queries_score",
] as const;
