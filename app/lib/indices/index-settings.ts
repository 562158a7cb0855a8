// Settings of an index by their full dotted names. Pure: they are read and saved by services/indices/settings.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { scalarText } from "../json/scalar";

export type SettingValue = string | string[];
export type FlatSettings = Record<string, SettingValue>;
/** What a save sends; null sets a setting back to its default. */
export type SettingChanges = Record<string, SettingValue | null>;

/** When a setting may change: at any time, while the index is closed, or never after its creation. */
export type SettingKind = "dynamic" | "static" | "fixed";

const under = "index.";
// Names without `index.`; one that ends with a dot stands for all below it. What is in neither list is dynamic, or the
// engine says so.
const fixed =
  "number_of_shards number_of_routing_shards routing_partition_size routing_path soft_deletes. uuid creation_date creation_date_string provided_name version. sort. mode time_series. history. resize. shrink. verified_before_close replication. remote_store. store.snapshot. knn transport_version".split(
    " ",
  );
const closedOnly =
  "analysis. similarity. codec shard.check_on_startup load_fixed_bitset_filters_eagerly mapping.coerce mapping.ignore_malformed query_string.lenient queries.cache.enabled store. format data_path".split(
    " ",
  );

const listed = (list: readonly string[], name: string) =>
  list.some((one) => (one.endsWith(".") ? name.startsWith(one) : name === one));

/** When a setting may change. */
export function settingKind(name: string): SettingKind {
  const short = name.slice(under.length);
  if (listed(fixed, short)) return "fixed";
  return listed(closedOnly, short) ? "static" : "dynamic";
}

/** Flattens `{ index: { a: { b: 1 } } }`, `{ "index.a.b": 1 }` and `{ a: { b: 1 } }` alike. */
export function flattenSettings(settings: JsonObject): SettingChanges {
  const flat: SettingChanges = {};
  function visit(value: JsonValue, path: string) {
    if (isJsonObject(value)) {
      for (const [key, inner] of Object.entries(value)) visit(inner, path === "" ? key : `${path}.${key}`);
      return;
    }
    const name = path.startsWith(under) ? path : `${under}${path}`;
    flat[name] = Array.isArray(value) ? value.map(scalarText) : value === null ? null : scalarText(value);
  }
  visit(settings, "");
  return flat;
}

/** Those that somebody may change, in the order of their names. */
export function changeable<Value>(settings: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => settingKind(name) !== "fixed")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const same = (a: SettingValue | null | undefined, b: SettingValue | null | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a save must send so that `before` becomes `after`: new values, and null for those that are no longer set. */
export function settingChanges(before: SettingChanges, after: SettingChanges): SettingChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return Object.fromEntries(
    names.filter((name) => !same(before[name], after[name])).map((name) => [name, after[name] ?? null]),
  );
}
