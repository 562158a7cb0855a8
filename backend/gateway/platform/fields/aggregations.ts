import { isJsonObject, type JsonValue } from "@common/text/json";
import { HttpError } from "../http/errors";
import { type Walk, withinQuery } from "./clauses";
import { eachMember, parsingError, requireDepth } from "./refusal";
import { sorted } from "./sorts";

/**
 * Aggregations that name fields under `field`, `fields`, `source_fields`, `path`, however deep, and hold queries under
 * `filter` and `background_filter`.
 */
const KNOWN = new Set([
  "adjacency_matrix", "auto_date_histogram", "avg", "boxplot", "cardinality", "cartesian_bounds", "cartesian_centroid", "categorize_text", "children", "composite", "date_histogram", "date_range", "diversified_sampler",
  "extended_stats", "filter", "filters", "frequent_item_sets", "geo_bounds", "geo_centroid", "geo_distance", "geo_line", "geohash_grid", "geohex_grid", "geotile_grid", "global", "histogram", "ip_prefix", "ip_range",
  "matrix_stats", "max", "median_absolute_deviation", "min", "missing", "multi_terms", "nested", "parent", "percentile_ranks", "percentiles", "random_sampler", "range", "rare_terms", "rate", "reverse_nested", "sampler",
  "significant_terms", "significant_text", "stats", "string_stats", "sum", "t_test", "terms", "top_hits", "top_metrics", "value_count", "variable_width_histogram", "weighted_avg",
  "avg_bucket", "bucket_count_ks_test", "bucket_correlation", "bucket_sort", "change_point", "cumulative_cardinality", "cumulative_sum", "derivative", "extended_stats_bucket", "max_bucket", "min_bucket", "moving_avg",
  "moving_percentiles", "normalize", "percentiles_bucket", "serial_diff", "stats_bucket", "sum_bucket",
]); // prettier-ignore
const NAMES_FIELD = new Set(["field", "fields", "source_fields"]);
const QUERY_KEYS = new Set(["filter", "background_filter"]);

type Part = { value: JsonValue; key: string; walk: Walk };

// Wherever a field is named: `{"sources":[{"x":{"terms":{"field":"brand"}}}]}`.
function named({ value, key, walk }: Part): JsonValue {
  requireDepth(walk.depth);
  const inner = { ...walk, depth: walk.depth + 1 };
  if (typeof value === "string") return NAMES_FIELD.has(key) ? walk.view.show.named(value) : value;
  if (Array.isArray(value)) return value.map((item) => named({ value: item, key, walk: inner }));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      QUERY_KEYS.has(name) ? withinQuery(one, inner) : named({ value: one, key: name, walk: inner }),
    ]),
  );
}

// The one aggregation that breaks where its field is not there (500 in OpenSearch 2).
function requireField(value: JsonValue, { view }: Walk): void {
  const field = isJsonObject(value) && typeof value["field"] === "string" ? value["field"] : "*";
  if (view.show.allows(field)) return;
  const cause = {
    type: "illegal_argument_exception",
    reason: `Field [${field}] does not exist, SignificantText requires an analyzed field`,
  };
  throw new HttpError(400, `elastic: Error 400 (Bad Request): ${cause.reason} [type=${cause.type}]`, { cause });
}

// Queries by name or in a list.
function filters(value: JsonValue, walk: Walk): JsonValue {
  if (!isJsonObject(value)) return value;
  const each = (list: JsonValue): JsonValue => {
    if (Array.isArray(list)) return withinQuery(list, walk);
    return isJsonObject(list)
      ? Object.fromEntries(Object.entries(list).map(([name, query]) => [name, withinQuery(query, walk)]))
      : list;
  };
  return eachMember({ of: "filters", body: value, members: { filters: each } });
}

function ofType({ value, key: type, walk }: Part): JsonValue {
  switch (type) {
    case "filter":
      return withinQuery(value, walk);
    case "filters":
    case "adjacency_matrix":
      return filters(value, walk);
    case "top_hits":
      return isJsonObject(value) ? walk.hits(value) : value;
    case "nested":
    case "reverse_nested":
      return isJsonObject(value) && typeof value["path"] === "string"
        ? { ...value, path: walk.view.search.named(value["path"]) }
        : value;
    case "children":
    case "parent":
      // A type that no relation has.
      return walk.view.search.hidesRelations ? { type: ".none" } : value;
    case "significant_text":
      requireField(value, walk);
      return named({ value, key: type, walk });
    case "top_metrics": {
      const seen = named({ value, key: type, walk });
      return isJsonObject(seen) && seen["sort"] !== undefined ? { ...seen, sort: sorted(seen["sort"], walk) } : seen;
    }
    default:
      return named({ value, key: type, walk });
  }
}

function aggregation(body: JsonValue, walk: Walk): JsonValue {
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([type, value]) => {
      if (type === "aggs" || type === "aggregations") return [type, withinAggregations(value, walk)];
      if (type === "meta") return [type, value];
      if (!KNOWN.has(type)) throw parsingError(`Unknown aggregation type [${type}]`);
      return [type, ofType({ value, key: type, walk })];
    }),
  );
}

/**
 * Aggregations in which fields that may not be shown are ones that are not there. Throws 400 for kinds that are not
 * known here.
 */
export function withinAggregations(value: JsonValue, walk: Walk): JsonValue {
  requireDepth(walk.depth);
  const inner = { ...walk, depth: walk.depth + 1 };
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, body]) => [name, aggregation(body, inner)]));
}
