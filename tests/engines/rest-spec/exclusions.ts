/** Sections that this engine does not answer as Elasticsearch 7.10 does: those whose `file · name` fits the pattern, and why. */
export type Exclusion = { pattern: RegExp; reason: string };

const TYPES = "document types in paths and answers (`_type`): gone since Elasticsearch 8 and from OpenSearch 2 on";
const ROUTING = "routing of documents to shards: every index has one shard, documents keep no routing";
const VISIBLE = "a document is found as soon as its call is answered; these sections expect that it is not";
const STATS = "figures of a cluster that no screen or gateway call reads";
const CLUSTER = "shards, allocation, snapshots and cluster state: one process with one shard an index";
const AGGREGATIONS = "aggregations beyond those that the console and the gateway use";

export const exclusions: readonly Exclusion[] = [
  { pattern: /_with_types|mix_typeless|missing_type|15_types|\/(60|80)_deprecated|71_.*typed|missing type|with type/, reason: TYPES },
  { pattern: /^(explain\/|get\/(10|15|70)_|index\/(10|15)_|mget\/(10|11|12|13|14|15|17)_|update\/(10|13|16)_|delete\/(11|26)_|update\/11_|exists\/|search\/(20_default|70_resp|issue)|search\.inner_hits)/, reason: TYPES },
  { pattern: /routing|create\/15_without_id/, reason: ROUTING },
  { pattern: /(create|delete|index|update)\/\d+_refresh|realtime_refresh/, reason: VISIBLE },
  { pattern: /^(nodes\.|indices\.(stats|recovery|segments|shard_stores|upgrade|flush)|cat\.(allocation|fielddata|nodeattrs|nodes|plugins|recovery|repositories|segments|snapshots|tasks|thread_pool|templates|aliases|count|indices)|cluster\.(stats|pending))/, reason: STATS },
  { pattern: /^(cluster\.(allocation_explain|reroute|state|voting|remote|put_settings|health)|snapshot\.|search_shards|indices\.(blocks|clone|shrink|split|rollover|sort|resolve_index)|tasks\.)/, reason: CLUSTER },
  { pattern: /^(cluster\.component_template|indices\.(simulate|put_index_template|put_template))/, reason: "templates made of components and their simulation" },
  { pattern: /^(ingest|scripts|bulk\/90_pipeline)|pipeline/, reason: "ingest pipelines and scripts inside the engine: the gateway has pipelines of its own" },
  { pattern: /^(suggest|mlt|termvectors|mtermvectors|range)\//, reason: "completion suggesters, more like this, term vectors and range fields" },
  { pattern: /^search\.aggregation\/(10_histogram|160|170|180|190|200|220|230|240|250|260|270|280|290|30_|300|330|340|360|40_range|50_filter|51_|70_|80_|90_|20_terms)/, reason: AGGREGATIONS },
  { pattern: /^msearch\/(10|20)|^search\/(110|115)_/, reason: "collapse, percentiles by HDR and the typed keys of aggregations that are not served" },
  { pattern: /^search\.highlight\//, reason: "the fast vector highlighter and `max_analyzed_offset`" },
  { pattern: /^search\/(190|210|230|240|250|320|30_limits|40_indices|100_|120_|140_|150_|310_)/, reason: "intervals, distance_feature, date_nanos, rescore, index_prefixes, indices_boost, and limits that can be set" },
  { pattern: /^search\/(160_exists|170_|171_|200_|330_|10_source|80_|90_)/, reason: "the `_ignored` field, disabled sources, `fields` beyond what is shown, and types that are not served" },
  { pattern: /^scroll\/(10|12|20)/, reason: "sliced scrolls and limits of keep-alive that can be set" },
  { pattern: /^(get|mget)\/20_stored|^get_source\/85|^create\/70/, reason: "fields stored beside the source, disabled sources, and nested documents" },
  { pattern: /^field_caps\//, reason: "metadata of fields, index filters and unmapped fields in `_field_caps`" },
  { pattern: /^bulk\/(10|40)_/, reason: "`_source` on single lines of a bulk call, and its words for an empty action" },
  { pattern: /^indices\.(create|delete_alias|get|get_alias|get_field_mapping|put_alias|put_mapping|update_aliases|validate_query)\//, reason: "parts of a call left out in the path, `human` dates, defaults of mappings, exclusions among explicitly named aliases" },
];
