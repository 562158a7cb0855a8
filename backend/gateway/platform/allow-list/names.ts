// URL parameters by what they are for, as Elasticsearch 7.10 describes them (rest-api-spec) and OpenSearch and
// Elasticsearch 8 go on.

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Of every answer. `format` chooses JSON or, of `_cat`, text: nothing else can be looked through before it goes out.
 */
export const ANSWER = words("pretty human error_trace filter_path format");
/** The body as a parameter, for those who cannot send one with GET. It is taken out and checked as a body. */
export const AS_BODY = words("source source_content_type");
/**
 * How names and patterns of indices are read. For who is no admin `expand_wildcards` reaches open and closed indices,
 * never hidden ones: `all` means those two.
 */
export const SCOPE = words("ignore_unavailable ignore_throttled allow_no_indices expand_wildcards");
export const SOURCE = words("_source _source_includes _source_excludes");
/** A query as text. */
export const QUERY_TEXT = words("q df analyzer analyze_wildcard default_operator lenient");
export const WAITING = words("timeout master_timeout cluster_manager_timeout");
const ACTIVE = words("wait_for_active_shards");
const VERSION = words("version version_type");
const CONDITION = words("if_seq_no if_primary_term");
const COPIES = words("preference routing");

export const READ_DOCUMENT = [...SOURCE, ...COPIES, ...VERSION, ...words("stored_fields realtime refresh")];
export const DELETE_DOCUMENT = [...VERSION, ...CONDITION, ...ACTIVE, ...words("refresh routing timeout")];
export const WRITE_DOCUMENT = [...DELETE_DOCUMENT, ...words("op_type require_alias require_data_stream")];
export const UPDATE_DOCUMENT = [
  ...SOURCE,
  ...CONDITION,
  ...ACTIVE,
  ...words("refresh routing timeout retry_on_conflict require_alias lang"),
];
export const BULK = [...SOURCE, ...ACTIVE, ...words("refresh routing timeout require_alias require_data_stream type")];
export const MGET = [...SOURCE, ...COPIES, ...words("stored_fields realtime refresh")];
export const TERM_VECTORS = [
  ...COPIES,
  ...VERSION,
  ...words("term_statistics field_statistics fields offsets positions payloads realtime"),
];

const COPYING = [...ACTIVE, ...words("refresh timeout wait_for_completion requests_per_second slices max_docs scroll")];
export const BY_QUERY = [
  ...COPYING,
  ...SCOPE,
  ...QUERY_TEXT,
  ...COPIES,
  ...SOURCE,
  ...VERSION,
  ...words("from size sort conflicts scroll_size search_type search_timeout terminate_after stats request_cache"),
];
export const REINDEX = [...COPYING, ...words("require_alias")];

export const MSEARCH = [
  ...SCOPE,
  ...words(
    "search_type max_concurrent_searches max_concurrent_shard_requests pre_filter_shard_size typed_keys rest_total_hits_as_int ccs_minimize_roundtrips routing cancel_after_time_interval",
  ),
];
export const SEARCH_TEMPLATE = [
  ...SCOPE,
  ...COPIES,
  ...words("scroll search_type explain typed_keys rest_total_hits_as_int ccs_minimize_roundtrips"),
];
export const SEARCH = [
  ...SCOPE,
  ...COPIES,
  ...SOURCE,
  ...QUERY_TEXT,
  ...words(
    "from size sort stored_fields docvalue_fields explain version seq_no_primary_term track_scores track_total_hits terminate_after timeout scroll search_type stats",
  ),
  ...words(
    "suggest_field suggest_mode suggest_size suggest_text allow_partial_search_results typed_keys rest_total_hits_as_int request_cache batched_reduce_size",
  ),
  ...words(
    "max_concurrent_shard_requests pre_filter_shard_size ccs_minimize_roundtrips cancel_after_time_interval phase_took include_named_queries_score",
  ),
];
export const COUNT = [...SCOPE, ...QUERY_TEXT, ...COPIES, ...words("min_score terminate_after")];
export const VALIDATE = [...SCOPE, ...QUERY_TEXT, ...words("explain rewrite all_shards")];
export const EXPLAIN = [...QUERY_TEXT, ...COPIES, ...SOURCE, ...words("stored_fields")];
export const FIELD_CAPS = [...SCOPE, ...words("fields include_unmapped filters types")];
export const SCROLL = words("scroll scroll_id rest_total_hits_as_int typed_keys");

export const MAKE_INDEX = [...WAITING, ...ACTIVE, ...words("include_type_name")];
export const CHANGE_INDEX = [...SCOPE, ...WAITING];
export const OPEN_INDEX = [...CHANGE_INDEX, ...ACTIVE];
export const RESIZE = [...WAITING, ...ACTIVE, ...words("copy_settings")];
export const ROLLOVER = [...MAKE_INDEX, ...words("dry_run lazy")];
export const SHOW_INDEX = [...CHANGE_INDEX, ...words("local flat_settings include_defaults include_type_name")];
export const MAPPING = [...CHANGE_INDEX, ...words("local include_type_name write_index_only")];
export const SHOW_SETTINGS = [...CHANGE_INDEX, ...words("local flat_settings include_defaults")];
export const CHANGE_SETTINGS = [...CHANGE_INDEX, ...words("flat_settings preserve_existing reopen")];
export const SHOW_ALIAS = [...CHANGE_INDEX, ...words("local")];
export const SHOW_TEMPLATE = [...WAITING, ...words("local flat_settings include_type_name include_defaults")];
export const CHANGE_TEMPLATE = [...WAITING, ...words("create order cause include_type_name")];
export const SIMULATE_TEMPLATE = [...WAITING, ...words("create cause")];
export const FLUSH = [...SCOPE, ...words("force wait_if_ongoing")];
export const MERGE = [...SCOPE, ...words("flush max_num_segments only_expunge_deletes wait_for_completion")];
export const CLEAR_CACHE = [...SCOPE, ...words("fielddata fields query request")];
export const STATS = [
  ...SCOPE,
  ...words(
    "completion_fields fielddata_fields fields groups level types include_segment_file_sizes include_unloaded_segments forbid_closed_indices",
  ),
];

/** Of all lists of `_cat`. `index` is the way in which some clients name the index; it becomes a part of the path. */
export const CAT = [
  ...SCOPE,
  ...WAITING,
  ...words(
    "h help s v bytes time local health pri include_unloaded_segments full_id ts active_only detailed fields size nodes actions parent_task_id index",
  ),
];
export const NODES = words(
  "flat_settings timeout level fields groups types completion_fields fielddata_fields include_segment_file_sizes interval snapshots threads ignore_idle_threads type",
);
export const CLUSTER = [
  ...SCOPE,
  ...WAITING,
  ...ACTIVE,
  ...words(
    "level local flat_settings wait_for_nodes wait_for_events wait_for_no_relocating_shards wait_for_no_initializing_shards wait_for_status",
  ),
  ...words("wait_for_metadata_version wait_for_timeout include_yes_decisions include_disk_info"),
];
export const TASKS = words("nodes actions parent_task_id wait_for_completion group_by timeout");
