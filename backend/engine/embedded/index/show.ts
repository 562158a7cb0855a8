import type { JsonObject, JsonValue } from "@common/text/json";
import type { AnswerValue } from "../http/raw-json";
import { aliasJson } from "./aliases";
import type { IndexState } from "./index-state";
import { fits } from "@common/text/glob";
import { nestSettings } from "./settings";

/** What applies where nobody set anything, for `include_defaults`. */
const DEFAULTS = new Map<string, string>([
  ["index.refresh_interval", "1s"],
  ["index.max_result_window", "10000"],
  ["index.max_inner_result_window", "100"],
  ["index.max_ngram_diff", "1"],
  ["index.max_shingle_diff", "3"],
  ["index.max_terms_count", "65536"],
  ["index.max_regex_length", "1000"],
  ["index.mapping.total_fields.limit", "1000"],
  ["index.mapping.depth.limit", "20"],
  ["index.mapping.nested_fields.limit", "50"],
  ["index.hidden", "false"],
  ["index.highlight.max_analyzed_offset", "1000000"],
]);

/** `blocked`: the disk is nearly full, which shows as the setting that Elasticsearch makes of it. */
type ShowOptions = { names?: string | undefined; flat: boolean; defaults: boolean; blocked?: boolean };

/** The settings of an index as `GET _settings` answers them, cut down to names by comma and pattern. */
export function settingsJson(index: IndexState, { names, flat, defaults, blocked = false }: ShowOptions): AnswerValue {
  const patterns = names === undefined || names === "_all" ? ["*"] : names.split(",");
  const settings = [
    ...index.definition.settings,
    ...(blocked ? [["index.blocks.read_only_allow_delete", "true"] as const] : []),
  ];
  const chosen = new Map(
    settings.filter(([name]) => patterns.some((pattern) => fits(pattern, name))).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const others = new Map(
    [...DEFAULTS].filter(([name]) => !chosen.has(name) && patterns.some((pattern) => fits(pattern, name))),
  );
  const shape = (settings: ReadonlyMap<string, string | string[]>): JsonValue =>
    flat ? Object.fromEntries(settings) : nestSettings(settings);
  return defaults ? { settings: shape(chosen), defaults: shape(others) } : { settings: shape(chosen) };
}

/** The aliases of an index that fit, as the API shows them. */
export function aliasesJson(index: IndexState, wanted: (alias: string) => boolean = () => true): JsonObject {
  return Object.fromEntries(
    [...index.aliases].filter(([alias]) => wanted(alias)).map(([alias, definition]) => [alias, aliasJson(definition)]),
  );
}

/** A mapping's leaf for `GET _mapping/field`: found by its path, with its definition under its last name. */
export function fieldMappingsJson(index: IndexState, patterns: readonly string[]): JsonObject {
  const fields = [...index.mapping.fields()].filter((field) => patterns.some((pattern) => fits(pattern, field.path)));
  return Object.fromEntries(
    fields.map((field) => [
      field.path,
      { full_name: field.path, mapping: { [field.path.split(".").pop() ?? field.path]: field.definition } },
    ]),
  );
}
