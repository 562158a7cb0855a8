// Members of bodies that go on to the engine. What Elasticsearch 7.10 knows, with what OpenSearch and Elasticsearch 8
// and 9 added.
import { type Words, words } from "./member-words";

/**
 * What a body may hold: names that pass, those for admins alone apart, and what objects under some of them may hold.
 * `isMap`: engines read it as a whole first.
 */
export type Members = {
  names: readonly string[];
  ofAdmins: readonly string[];
  inside: Readonly<Record<string, Members>>;
  words: Words;
  isMap: boolean;
};

type More = { ofAdmins?: string; inside?: Record<string, Members>; isMap?: boolean };

const listed = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== "");

function members(said: Words, names: string, { ofAdmins = "", inside = {}, isMap = false }: More = {}): Members {
  return { names: listed(names), ofAdmins: listed(ofAdmins), inside, words: said, isMap };
}

// Scripts pass here by name, so that they are refused in the words for scripts.
const SCRIPTED = "script_fields runtime_mappings derived";
const SHOWN = `_source fields docvalue_fields fielddata_fields stored_fields highlight explain version seq_no_primary_term script_fields`;

/** Groups of hits inside of hits, and the hits of a bucket. */
export const INNER_HITS = members(
  words.field("inner_hits"),
  `${SHOWN} name from size sort track_scores ignore_unmapped collapse`,
);
export const TOP_HITS = members(words.field("top_hits"), `${SHOWN} from size sort track_scores`);

const COLLAPSE = members(words.field("collapse"), "field inner_hits max_concurrent_group_searches");
const RESCORE = members(words.field("rescore"), "window_size query script learning_to_rank ltr sltr");

/**
 * A search. For admins alone: a point in time, which may have been opened on any index; what plugins of the engine read
 * (`ext`); pipelines of a search's own.
 */
export const SEARCH = members(
  words.search,
  `query post_filter from size sort search_after min_score track_scores track_total_hits terminate_after timeout stats slice indices_boost rescore
   aggs aggregations suggest collapse knn retriever sub_searches rank profile include_named_queries_score ${SHOWN} ${SCRIPTED}`,
  { ofAdmins: "pit ext search_pipeline verbose_pipeline", inside: { collapse: COLLAPSE, rescore: RESCORE } },
);

export const COUNT = members(words.onlyQuery, "query");
export const FIELD_CAPS = members(words.field("field_caps_request"), "fields index_filter runtime_mappings");
export const SHARDS = members(words.onlyQuery, "slice");
export const BY_QUERY = members(
  words.search,
  `query sort size from slice max_docs conflicts script timeout terminate_after track_scores track_total_hits stats min_score _source ${SCRIPTED}`,
);
// Templates are filled in by the engine, behind every check of what comes out.
const RANKED = members(words.field("requests"), "id request ratings summary_fields", {
  ofAdmins: "template_id params",
  inside: { request: SEARCH },
});
export const RANK_EVAL = members(words.field("rank_eval"), "requests metric max_concurrent_searches", {
  ofAdmins: "templates",
  inside: { requests: RANKED },
});
export const SEARCH_TEMPLATE = members(words.field("search_template"), "source id params explain profile");
export const SCROLL = members(words.scroll, "scroll scroll_id");
export const CLEAR_SCROLL = members(words.scroll, "scroll_id");

/** Headers of the lines of `_msearch`, in both spellings that engines take. */
export const MSEARCH_HEADER = members(
  words.header,
  `index indices search_type searchType preference routing request_cache requestCache allow_partial_search_results expand_wildcards expandWildcards ignore_unavailable
   ignoreUnavailable allow_no_indices allowNoIndices ignore_throttled ignoreThrottled ccs_minimize_roundtrips ccsMinimizeRoundtrips max_concurrent_shard_requests
   cancel_after_time_interval cancelAfterTimeInterval`,
  { ofAdmins: "type search_pipeline" },
);

/** What stands beside the action of a bulk's line. */
export const BULK_ACTION = members(
  words.action,
  "_index _id _type routing _routing version _version version_type _version_type if_seq_no if_primary_term retry_on_conflict _retry_on_conflict op_type require_alias require_data_stream _source dynamic_templates",
  { ofAdmins: "pipeline" },
);
export const UPDATE = members(
  words.field("UpdateRequest"),
  "doc upsert doc_as_upsert detect_noop script scripted_upsert _source if_seq_no if_primary_term",
);

const GOT = members(
  words.got,
  "_index _id _type routing _routing version _version version_type _version_type stored_fields _stored_fields _source",
);
export const MGET = members(words.mget, "docs ids", { inside: { docs: GOT } });
// The document is that of the path: engines take another index and id from here.
export const TERM_VECTORS = members(
  words.termVectors,
  "doc fields offsets payloads positions term_statistics field_statistics filter per_field_analyzer routing _routing version _version version_type _version_type preference realtime dfs",
);

const TAKEN = members(
  words.field("source"),
  "index query size sort slice _source type remote fields runtime_mappings script_fields",
);
const GIVEN = members(words.field("dest"), "index op_type version_type routing type", { ofAdmins: "pipeline" });
export const REINDEX = members(words.field("reindex"), "source dest conflicts max_docs size script", {
  inside: { source: TAKEN, dest: GIVEN },
});

export const INDEX = members(words.newIndex, "settings mappings aliases", { isMap: true });
export const MAPPING = members(
  words.mapping,
  `properties dynamic dynamic_templates dynamic_date_formats date_detection numeric_detection runtime derived subobjects
   _source _routing _meta _field_names _size _doc_count _all _parent _data_stream_timestamp _tier`,
  { isMap: true },
);
export const ANALYZE = members(
  words.field("analyze_request"),
  "text analyzer tokenizer filter char_filter normalizer field explain attributes",
);
export const RESIZE = members(words.field("resize_request"), "settings aliases max_primary_shard_size");
export const ROLLOVER = members(words.field("rollover_request"), "conditions settings mappings aliases");

// Engines take an index and a name from here too, in the place of those of the path.
export const ALIAS = members(
  words.field("alias"),
  "filter routing index_routing indexRouting index-routing search_routing searchRouting search-routing is_write_index is_hidden",
);
const ALIAS_OPTIONS = members(
  words.field("alias_action"),
  "index indices alias aliases filter routing index_routing indexRouting search_routing searchRouting is_write_index is_hidden must_exist",
);
const ACTIONS = members(words.field("alias_action"), "add remove remove_index", {
  inside: { add: ALIAS_OPTIONS, remove: ALIAS_OPTIONS, remove_index: ALIAS_OPTIONS },
});
export const ALIASES = members(words.field("aliases"), "actions", { inside: { actions: ACTIONS } });

export const TEMPLATE = members(
  words.template,
  "index_patterns template order version settings mappings aliases _meta",
  { isMap: true },
);
const IN_TEMPLATE = members(words.field("template"), "settings mappings aliases", {
  ofAdmins: "lifecycle data_stream_options",
});
export const INDEX_TEMPLATE = members(
  words.field("index_template"),
  "index_patterns template priority version _meta composed_of allow_auto_create ignore_missing_component_templates deprecated data_stream",
  { inside: { template: IN_TEMPLATE } },
);
export const COMPONENT_TEMPLATE = members(
  words.field("component_template"),
  "template version _meta allow_auto_create deprecated",
  {
    inside: { template: IN_TEMPLATE },
  },
);
