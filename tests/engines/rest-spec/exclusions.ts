import type { Section, Step } from "./load";
import type { Exclusion } from "./exclusion";
import { excludedSections } from "./excluded-sections";

const stepsOf = ({ setup, steps }: Section): Step[] => [...setup, ...steps];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The calls of a section: API and arguments. */
function callsOf(section: Section): [string, unknown][] {
  return stepsOf(section).flatMap(({ kind, argument }) =>
    kind === "do" && isRecord(argument) ? Object.entries(argument) : [],
  );
}

/** Sections that call one of these APIs; `snapshot.*` is all of a group. */
function calling(apis: readonly string[], reason: string): Exclusion {
  const called = (name: string) =>
    apis.some((api) => (api.endsWith(".*") ? name.startsWith(api.slice(0, -1)) : name === api));
  return {
    what: `calls of ${apis.map((api) => `\`${api}\``).join(", ")}`,
    reason,
    fits: (section) => callsOf(section).some(([name]) => called(name)),
  };
}

/** Sections that end where the engine refuses a feature; the words hold `[name]`. */
function refused(words: string, names: readonly string[], reason: string): Exclusion {
  const fits = (_: Section, failure: string) =>
    names.some((name) => failure.includes(`${words} [${name}]`) || failure.includes(`[${name}] ${words}`));
  return { what: `${words}: ${names.map((name) => `\`${name}\``).join(", ")}`, reason, fits };
}

/** True for a section about document types: in a path, a body, a template, or as `include_type_name`. */
function namesTypes(section: Section): boolean {
  if (/_with_types|mix_typeless|_missing_type|71_.*type/.test(section.file)) return true;
  return callsOf(section).some(
    ([, given]) => isRecord(given) && ("type" in given || "include_type_name" in given || "doc_type" in given),
  );
}

const AGGREGATION = "neither the console nor the gateway asks for it";

export const exclusions: readonly Exclusion[] = [
  {
    what: "document types (`type` in a path, `include_type_name`, files `*_with_types`)",
    reason: "gone since Elasticsearch 8 and from OpenSearch 2 on",
    fits: namesTypes,
  },
  calling(["snapshot.*", "cat.repositories", "cat.snapshots"], "no snapshots: a data folder is copied as it is"),
  calling(
    [
      "cluster.state",
      "cluster.reroute",
      "cluster.allocation_explain",
      "cluster.post_voting_config_exclusions",
      "cluster.delete_voting_config_exclusions",
      "cluster.remote_info",
      "search_shards",
      "cat.allocation",
      "cat.nodeattrs",
      "cat.recovery",
      "indices.recovery",
      "indices.shard_stores",
    ],
    "one process that holds one shard an index: there is nothing to allocate",
  ),
  calling(
    [
      "indices.split",
      "indices.shrink",
      "indices.clone",
      "indices.rollover",
      "indices.upgrade",
      "indices.resolve_index",
      "indices.add_block",
    ],
    "an index is copied by `_reindex`; the others are about shards",
  ),
  calling(
    [
      "cat.fielddata",
      "cat.plugins",
      "cat.segments",
      "cat.tasks",
      "cat.thread_pool",
      "nodes.reload_secure_settings",
      "indices.flush_synced",
    ],
    "no screen shows it",
  ),
  calling(
    ["ingest.*", "scripts_painless_execute", "put_script", "get_script_context", "get_script_languages"],
    "the gateway has stages and pipelines of its own; the engine runs no scripts",
  ),
  refused(
    "No handler for type",
    [
      "completion",
      "date_nanos",
      "integer_range",
      "long_range",
      "float_range",
      "double_range",
      "date_range",
      "ip_range",
    ],
    "field types beyond those that the console offers",
  ),
  refused("unknown query", ["intervals", "more_like_this"], "queries that no screen and no translated query uses"),
  refused(
    "Unknown aggregation type",
    [
      "rare_terms",
      "median_absolute_deviation",
      "moving_fn",
      "max_bucket",
      "significant_terms",
      "significant_text",
      "ip_range",
      "auto_date_histogram",
      "geo_distance",
      "adjacency_matrix",
      "weighted_avg",
      "geohash_grid",
      "geotile_grid",
      "bucket_sort",
      "cumulative_sum",
      "percentile_ranks",
      "derivative",
    ],
    AGGREGATION,
  ),
  refused(
    "is not supported by this engine",
    ["indices_boost", "profile", "slice", "rescore", "script_fields", "suggest"],
    "parts of a search that are refused, never ignored",
  ),
  ...excludedSections,
];
