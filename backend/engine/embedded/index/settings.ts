import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject, LosslessNumber } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { fits } from "@common/text/glob";

/** Settings by their full dotted name. Lists stay lists. */
export type FlatSettings = Map<string, string | string[]>;

// Settings that the engine obeys or may leave aside without a difference in its answers. What would change answers and
// is not built (similarity, index sorting, pipelines) is not here and so is refused as unknown.
const DYNAMIC = [
  "number_of_replicas", "auto_expand_replicas", "refresh_interval", "hidden", "priority", "gc_deletes", "max_result_window", "max_inner_result_window",
  "max_rescore_window", "max_docvalue_fields_search", "max_script_fields", "max_ngram_diff", "max_shingle_diff", "max_refresh_listeners",
  "max_terms_count", "max_regex_length", "max_slices_per_scroll", "max_adjacency_matrix_filters", "analyze.max_token_count", "highlight.max_analyzed_offset",
  "blocks.*", "mapping.total_fields.limit", "mapping.depth.limit", "mapping.nested_fields.limit", "mapping.nested_objects.limit",
  "mapping.field_name_length.limit", "query.default_field", "routing.*", "requests.cache.enable", "search.*", "indexing.*", "translog.*", "merge.*",
  "unassigned.*", "write.wait_for_active_shards", "flush_after_merge", "warmer.enabled", "lifecycle.*",
]; // prettier-ignore
const STATIC = [
  "analysis.*",
  "codec",
  "knn",
  "knn.*",
  "shard.check_on_startup",
  "load_fixed_bitset_filters_eagerly",
  "mapping.coerce",
  "mapping.ignore_malformed",
  "query_string.lenient",
  "store.*",
  "format",
];
const FINAL = ["number_of_shards", "number_of_routing_shards", "routing_partition_size", "soft_deletes.*"];
const PRIVATE = ["uuid", "creation_date", "provided_name", "version.*"];

function listed(list: readonly string[], name: string): boolean {
  const short = name.slice("index.".length);
  return list.some((pattern) => fits(pattern, short));
}

function textOf(value: JsonValue): string {
  return value instanceof LosslessNumber ? value.toString() : String(value);
}

/**
 * Flattens `{ index: { a: { b: 1 } } }`, `{ "index.a.b": 1 }` and `{ a: { b: 1 } }` alike; null values come back as
 * null.
 */
export function flattenSettings(settings: JsonObject): Map<string, string | string[] | null> {
  const flat = new Map<string, string | string[] | null>();
  function visit(value: JsonValue, path: string): void {
    if (isJsonObject(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, path === "" ? key : `${path}.${key}`);
      return;
    }
    const name = path.startsWith("index.") ? path : `index.${path}`;
    if (Array.isArray(value)) flat.set(name, value.map(textOf));
    else flat.set(name, value === null ? null : textOf(value));
  }
  visit(settings, "");
  return flat;
}

/** The nested form, as `GET _settings` answers it. A name that is both a value and a parent of others stays dotted. */
export function nestSettings(flat: ReadonlyMap<string, string | string[]>): JsonObject {
  const root: JsonObject = {};
  for (const [name, value] of flat) {
    const path = name.split(".");
    let node = root;
    while (path.length > 1) {
      const next = node[path[0] ?? ""];
      if (next !== undefined && !isJsonObject(next)) break;
      const key = path.shift() ?? "";
      const child: JsonObject = isJsonObject(next) ? next : {};
      Object.defineProperty(node, key, { value: child, enumerable: true, configurable: true, writable: true });
      node = child;
    }
    Object.defineProperty(node, path.join("."), { value, enumerable: true, configurable: true, writable: true });
  }
  return root;
}

function requireInteger({
  name,
  value,
  least,
  most,
}: {
  name: string;
  value: string;
  least: number;
  most?: number;
}): void {
  const failed = `Failed to parse value [${value}] for setting [${name}]`;
  if (!/^-?\d+$/.test(value))
    throw illegalArgument(failed, {
      causedBy: new EngineError(400, "number_format_exception", `For input string: "${value}"`),
    });
  if (Number(value) < least) throw illegalArgument(`${failed} must be >= ${least}`);
  if (most !== undefined && Number(value) > most) throw illegalArgument(`${failed} must be <= ${most}`);
}

const BOOLEANS = [
  "index.hidden",
  "index.blocks.read_only",
  "index.blocks.write",
  "index.blocks.read",
  "index.blocks.metadata",
  "index.blocks.read_only_allow_delete",
];
const INTEGERS: Record<string, { least: number; most?: number }> = {
  "index.number_of_shards": { least: 1, most: 1024 },
  "index.number_of_replicas": { least: 0 },
  "index.max_result_window": { least: 1 },
  "index.max_ngram_diff": { least: 0 },
  "index.max_shingle_diff": { least: 0 },
  "index.mapping.total_fields.limit": { least: 0 },
  "index.mapping.depth.limit": { least: 1 },
  "index.max_terms_count": { least: 1 },
  "index.max_regex_length": { least: 1 },
};

/** Throws `illegal_argument_exception` for a setting that is unknown, private or has a value it cannot have. */
export function requireSetting(name: string, value: string | string[] | null): void {
  if (listed(PRIVATE, name)) throw illegalArgument(`private index setting [${name}] can not be set explicitly`);
  if (![DYNAMIC, STATIC, FINAL].some((list) => listed(list, name))) {
    throw illegalArgument(
      `unknown setting [${name}] please check that any required plugins are installed, or check the breaking changes documentation for removed settings`,
    );
  }
  if (typeof value !== "string") return;
  const bounds = INTEGERS[name];
  if (bounds) requireInteger({ name, value, ...bounds });
  if (BOOLEANS.includes(name) && value !== "true" && value !== "false")
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  if (name === "index.refresh_interval" && !/^(-1|\d+(nanos|micros|ms|s|m|h|d)|0)$/.test(value)) {
    throw illegalArgument(
      `failed to parse setting [${name}] with value [${value}] as a time value: unit is missing or unrecognized`,
    );
  }
}

/** True where a setting may change while the index is open. */
export function isDynamic(name: string): boolean {
  return listed(DYNAMIC, name);
}

/** True where a setting never changes after creation. */
export function isFinal(name: string): boolean {
  return listed(FINAL, name);
}

/** With `auto_expand_replicas` a single node has as many replicas as the lower bound says. */
export function expandReplicas(settings: FlatSettings): void {
  const range = settings.get("index.auto_expand_replicas");
  const least = typeof range === "string" ? /^(\d+)-/.exec(range)?.[1] : undefined;
  if (least !== undefined) settings.set("index.number_of_replicas", least);
}
