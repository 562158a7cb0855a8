import type { Section } from "./load";
import type { Exclusion } from "./exclusion";

const titleOf = ({ file, name }: Section) => `${file.replace(/\.yml$/, "")} · ${name}`;
/** Single sections by `file · name`, a row each. */
function sections(titles: readonly string[], reason: string): Exclusion[] {
  return titles.map((title) => ({ what: `\`${title}\``, reason, fits: (section) => titleOf(section) === title }));
}

const VISIBLE = "the engine shows a document as soon as its call is answered; these sections expect that it does not";

/** Single sections that are left out, by their titles. */
export const excludedSections: readonly Exclusion[] = [
  ...sections(
    [
      "bulk/60_deprecated · Deprecated parameters should fail in Bulk query",
      "indices.create/10_basic · Create index with explicit _doc type",
      "indices.put_mapping/10_basic · Put mappings with explicit _doc type",
      "indices.put_template/10_basic · Put template with explicit _doc type",
      "mget/80_deprecated · Deprecated parameters should fail in Multi Get query",
      "search/160_exists_query · Test exists query on _type field",
    ],
    "about document types and parameters of older versions",
  ),
  ...sections(
    [
      "bulk/90_pipeline · One request has pipeline and another not",
      "search.aggregation/20_terms · Partitioned string test",
      "search.aggregation/20_terms · Partitioned integer test",
      "search.aggregation/20_terms · Global ordinals are not loaded with the map execution hint",
      "search.aggregation/20_terms · Global ordinals are loaded with the global_ordinals execution hint",
      "search.aggregation/230_composite · Simple Composite aggregation with GeoTile grid",
      "search.aggregation/230_composite · Simple Composite aggregation with geotile grid add aggregate after",
    ],
    "parts of it that neither the console nor the gateway uses; refused by name",
  ),
  ...sections(
    [
      "cat.aliases/10_basic · Complex alias",
      "cat.count/10_basic · Test cat count output",
      "cat.indices/10_basic · Test cat indices with invalid health parameter",
    ],
    "the columns of a text table are not padded as there; the values are the same",
  ),
  ...sections(
    [
      "cat.nodes/10_basic · Test cat nodes output",
      "cat.nodes/10_basic · Test cat nodes output with full_id set",
      "cluster.health/10_basic · cluster health levels",
      "cluster.stats/10_basic · get cluster stats returns discovery types",
      "cluster.stats/10_basic · get cluster stats returns packaging types",
      "indices.stats/10_index · Indices stats unrecognized parameter",
      "indices.stats/11_metric · Metric - blank",
      "indices.stats/11_metric · Metric - _all",
      "indices.stats/11_metric · Metric - multi",
      "indices.stats/11_metric · Metric - recovery",
      "indices.stats/11_metric · Metric - _all include_segment_file_sizes",
      "indices.stats/11_metric · Metric - segments include_segment_file_sizes",
      "indices.stats/12_level · Level - cluster",
      "indices.stats/12_level · Level - shards",
      "indices.stats/14_groups · Groups - blank",
      "indices.stats/14_groups · Groups - one",
      "indices.stats/14_groups · Groups - multi",
      "indices.stats/14_groups · Groups - star",
      "indices.stats/14_groups · Groups - pattern",
      "indices.stats/14_groups · Groups - _all metric",
      "indices.stats/14_groups · Groups - search metric",
      "indices.stats/14_groups · Groups - multi metric",
      "indices.stats/20_translog · Translog retention without soft_deletes",
      "indices.stats/20_translog · Translog retention with soft_deletes",
      "indices.stats/20_translog · Translog last modified age stats",
      "indices.stats/20_translog · Translog stats on closed indices without soft-deletes",
      "indices.stats/20_translog · Translog stats on closed indices with soft-deletes",
      "indices.stats/30_segments · Segment Stats",
      "nodes.info/20_transport · node_info test profile is empty",
      "nodes.info/30_settings · node_info test flat_settings",
      "nodes.info/40_aggs · node_info test aggregations",
      "nodes.stats/10_basic · Nodes stats level",
      "nodes.stats/10_basic · Nodes stats unrecognized parameter",
      "nodes.stats/11_indices_metrics · Metric - blank",
      "nodes.stats/11_indices_metrics · Metric - _all",
      "nodes.stats/20_response_filtering · Nodes Stats with response filtering",
      "nodes.stats/20_response_filtering · Nodes Stats filtered using both includes and excludes filters",
      "nodes.stats/30_discovery · Discovery stats",
      "nodes.stats/50_indexing_pressure · Indexing pressure stats",
      "nodes.stats/50_indexing_pressure · Indexing pressure memory limit",
      "nodes.stats/60_transport_stats · Transport stats",
      "tasks.list/10_basic · tasks_list test",
      "tasks.list/10_basic · tasks_list headers",
    ],
    "figures of a cluster that no screen or gateway call reads",
  ),
  ...sections(
    [
      "cluster.health/20_request_timeout · cluster health request timeout on waiting for nodes",
      "cluster.health/20_request_timeout · cluster health request timeout waiting for active shards",
    ],
    "one node is there or not: nothing to wait for",
  ),
  ...sections(
    [
      "cluster.put_settings/10_basic · Test put and reset transient settings",
      "cluster.put_settings/10_basic · Test put and reset persistent settings",
      "cluster.put_settings/10_basic · Test get a default settings",
      "scroll/20_keep_alive · Max keep alive",
      "search.aggregation/240_max_buckets · Max bucket",
      "search/320_disallow_queries · Test disallow expensive queries",
    ],
    "cluster settings that the engine does not have are refused by name",
  ),
  ...sections(
    [
      "create/40_routing · Routing",
      "delete/30_routing · Routing",
      "exists/40_routing · Routing",
      "get/40_routing · Routing",
      "get_source/40_routing · Routing",
      "index/40_routing · Routing",
      "mget/40_routing · Routing",
      "search/160_exists_query · Test exists query on _routing field",
      "update/40_routing · Routing",
    ],
    "every index has one shard, so documents keep no routing",
  ),
  ...sections(
    [
      "create/60_refresh · Refresh",
      "delete/50_refresh · Refresh",
      "exists/60_realtime_refresh · Realtime Refresh",
      "get/60_realtime_refresh · Realtime Refresh",
      "get_source/60_realtime_refresh · Realtime",
      "index/60_refresh · Refresh",
      "mget/60_realtime_refresh · Realtime Refresh",
      "update/60_refresh · Refresh",
      "termvectors/20_issue7121 · Term vector API should return 'found: false' for docs between index and refresh",
      "termvectors/30_realtime · Realtime Term Vectors",
    ],
    VISIBLE,
  ),
  ...sections(
    [
      "search.highlight/30_max_analyzed_offset · Unified highlighter on a field WITHOUT OFFSETS exceeding index.highlight.max_analyzed_offset should FAIL",
      "search.highlight/30_max_analyzed_offset · Plain highlighter on a field WITHOUT OFFSETS exceeding index.highlight.max_analyzed_offset should FAIL",
      "search.highlight/30_max_analyzed_offset · Plain highlighter on a field WITH OFFSETS exceeding index.highlight.max_analyzed_offset should FAIL",
      "search/170_terms_query · Terms Query with No.of terms exceeding index.max_terms_count should FAIL",
      "search/30_limits · Docvalues_fields size limit",
      "search/30_limits · Regexp length limit",
    ],
    "limits are fixed, not settings of an index",
  ),
  ...sections(
    [
      "field_caps/10_basic · Field caps with include_unmapped",
      "field_caps/20_meta · Merge metadata across multiple indices",
      "field_caps/30_filter · Field caps with index filter",
    ],
    "metadata of fields, filters by index and unmapped fields in `_field_caps`",
  ),
  ...sections(
    [
      "get/20_stored_fields · Stored fields",
      "mget/20_stored_fields · Stored fields",
      "search.inner_hits/20_highlighting · Unified highlighter with stored fields",
      "search.inner_hits/20_highlighting · Unified highlighter with stored fields and disabled source",
      "search/200_ignore_malformed · _ignored is still returned with explicit list of stored fields",
    ],
    "fields are read from the source, not stored beside it",
  ),
  ...sections(
    [
      "get_source/85_source_missing · Missing document source with catch",
      "get_source/85_source_missing · Missing document source with ignore",
      "search.aggregation/200_top_hits_metric · top_hits aggregation with nested documents and disabled _source",
      "search.inner_hits/10_basic · Inner hits with disabled _source",
      "search.inner_hits/20_highlighting · Unified highlighter",
      "search/330_fetch_fields · Test disable source",
      "search/330_fetch_fields · Test disable _source loading",
    ],
    "the source is always kept whole: documents are the source of truth",
  ),
  ...sections(
    [
      "indices.get_alias/30_wildcards · Get aliases and wildcard exclusion",
      "indices.get_alias/30_wildcards · Non-existent exclusion alias before wildcard returns 404",
      "indices.get_alias/30_wildcards · Exclusion of non wildcarded aliases",
      "indices.get_alias/30_wildcards · Wildcard exclusions does not trigger 404",
    ],
    "exclusions among aliases given by name",
  ),
  ...sections(
    [
      "indices.sort/10_basic · Index Sort",
      "search.aggregation/230_composite · Terms source from sorted",
      "search.aggregation/230_composite · Terms source from part of sorted",
    ],
    "segments are not sorted",
  ),
  ...sections(
    [
      "search.aggregation/190_percentiles_hdr_metric · Basic test",
      "search.aggregation/190_percentiles_hdr_metric · Only aggs test",
      "search.aggregation/190_percentiles_hdr_metric · Filtered test",
      "search.aggregation/190_percentiles_hdr_metric · Metadata test",
      "search.aggregation/190_percentiles_hdr_metric · Invalid params test",
      "search.aggregation/190_percentiles_hdr_metric · Explicit Percents test",
      "search.aggregation/190_percentiles_hdr_metric · Non-keyed test",
      "search.aggregation/190_percentiles_hdr_metric · Negative values test",
    ],
    "percentiles by HDR come from the same exact values as the others; the sections expect the rounding of HDR",
  ),
  ...sections(
    [
      "search.aggregation/50_filter · Filter aggs with terms lookup and ensure it's cached",
      "search.aggregation/50_filter · Filter aggs no lookup and ensure it's cached",
    ],
    "no request cache: its counts are not told",
  ),
  ...sections(
    [
      "search/120_batch_reduce_size · batched_reduce_size 2 with 5 shards",
      "search/140_pre_filter_search_shards · pre_filter_shard_size with shards that have no hit",
      "search/150_rewrite_on_coordinator · Ensure that we fetch the document only once",
    ],
    "about how several shards share a search",
  ),
  ...sections(
    [
      "search/190_index_prefix_search · search with index prefixes",
      "search/190_index_prefix_search · search index prefixes with span_multi",
    ],
    "`index_prefixes`: prefixes are looked up in the dictionary",
  ),
  ...sections(
    [
      "search/200_ignore_malformed · Exists on _ignored",
      "search/200_ignore_malformed · Search on _ignored with term",
      "search/200_ignore_malformed · Search on _ignored with terms",
      "search/200_ignore_malformed · _ignored is returned by default",
      "search/330_fetch_fields · Test ignore malformed",
    ],
    "no `_ignored` field: a value that was left out is told by its absence",
  ),
  ...sections(
    ["bulk/10_basic · Empty _id with op_type create"],
    "an empty id is refused for `create` as for the others",
  ),
  ...sections(["bulk/40_source · Source filtering"], "`_source` on single lines of a bulk call"),
  ...sections(["get/70_source_filtering · Source filtering"], "fields are read from the source, not stored beside it"),
  ...sections(
    ["indices.flush/10_basic · Flush parameters validation"],
    "flushing writes nothing that is not written already: its parameters are passed over",
  ),
  ...sections(
    [
      "indices.get/10_basic · Get index infos with human settings should return index creation date and version in readable format",
    ],
    "`human` dates of settings",
  ),
  ...sections(
    ["indices.get_field_mapping/10_basic · Get field mapping with include_defaults"],
    "defaults are not written out",
  ),
  ...sections(
    ["indices.validate_query/10_basic · Validate query api"],
    "the words name the error by its type, as OpenSearch does, not by a Java class",
  ),
  ...sections(
    ["indices.validate_query/10_basic · Validate body without query element"],
    "the words name the error by its type, as OpenSearch does, not by a Java class",
  ),
  ...sections(["search.aggregation/20_terms · IP test"], "`include` by expression is allowed on addresses"),
  ...sections(["search.aggregation/20_terms · Date test"], "`include` of dates is by text"),
  ...sections(["search.aggregation/20_terms · Unmapped booleans"], "`value_type` of a field that no index has"),
  ...sections(["search.aggregation/20_terms · Unmapped dates"], "`value_type` of a field that no index has"),
  ...sections(
    ["search.aggregation/230_composite · Composite aggregation and array size"],
    "the size of a page is counted when it is made, not before",
  ),
  ...sections(
    ["search.aggregation/230_composite · Composite aggregation with unmapped field"],
    "sources stand in a list, never in an object",
  ),
  ...sections(
    ["search.aggregation/230_composite · date_histogram with time_zone"],
    "sources stand in a list, never in an object",
  ),
  ...sections(
    ["search.aggregation/40_range · Date range"],
    "bounds of a date range are dates in the format of the field",
  ),
  ...sections(
    ["search.aggregation/40_range · Date range unmapped with children"],
    "bounds of a field that no index has are shown as numbers",
  ),
  ...sections(["search/330_fetch_fields · Test date formatting"], "a format on a field that is no date is passed over"),
  ...sections(
    ["search/80_indices_options · Closed index"],
    "closed indices among those of a wildcard are passed over, as by default",
  ),
  ...sections(
    ["msearch/10_basic \u00b7 Search with new response format"],
    "a bound of total hits is not refused for `rest_total_hits_as_int` here: the number is told as far as it was counted",
  ),
  ...sections(
    ["search.aggregation/160_extended_stats_metric \u00b7 Bad sigma test"],
    "a number that cannot be read is refused in its own words, not in those of the parser",
  ),
  ...sections(
    [
      "nodes.stats/11_indices_metrics \u00b7 Metric - indices _all",
      "nodes.stats/11_indices_metrics \u00b7 Metric - one",
      "nodes.stats/11_indices_metrics \u00b7 Metric - multi",
      "nodes.stats/11_indices_metrics \u00b7 Metric - recovery",
      "nodes.stats/11_indices_metrics \u00b7 Metric - _all include_segment_file_sizes",
      "nodes.stats/11_indices_metrics \u00b7 Metric - segments include_segment_file_sizes",
    ],
    "figures of a cluster that no screen or gateway call reads",
  ),
];
