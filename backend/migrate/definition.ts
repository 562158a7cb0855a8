import type { JsonObject } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { flattenSettings, nestSettings } from "../engine/embedded/index/settings";
import type { Settings, SourceIndex } from "./types";

/** What an engine gives each index itself, or what tells of an index's past. */
const OWN =
  /^index\.(uuid|creation_date(_string)?|provided_name|version\..*|resize\..*|history\..*|verified_before_close|routing\.allocation\.initial_recovery\..*|store\.snapshot\..*|frozen|soft_deletes\..*)$/;
/** What is different during the copy, and set as it was at the end. */
const HELD_BACK = ["index.refresh_interval", "index.number_of_replicas", "index.auto_expand_replicas"];
const BLOCK = /^index\.blocks\./;

/** How an index is while it is filled: no searches to refresh for, no copies to write. */
export const FILLING: JsonObject = {
  "index.refresh_interval": "-1",
  "index.auto_expand_replicas": "false",
  "index.number_of_replicas": "0",
};

/** Settings of an answer by their full dotted names. */
export function settingsOf(settings: JsonObject): Settings {
  const flat: Settings = new Map();
  for (const [name, value] of flattenSettings(settings)) if (value !== null) flat.set(name, value);
  return flat;
}

function chosen(settings: Settings, wanted: (name: string) => boolean): JsonObject {
  return nestSettings(new Map([...settings].filter(([name]) => wanted(name))));
}

/** The body that makes an index again elsewhere. Names in `without` are settings that the target does not know. */
export function creationBody(
  { settings, mappings, aliases }: SourceIndex,
  without: ReadonlySet<string> = new Set(),
): { settings: JsonObject; mappings: JsonObject; aliases: JsonObject } {
  return {
    settings: chosen(
      settings,
      (name) => !OWN.test(name) && !BLOCK.test(name) && !HELD_BACK.includes(name) && !without.has(name),
    ),
    mappings,
    aliases,
  };
}

/** What gives an index its own refresh and replicas back; null is the engine's default. */
export function restoringBody(settings: Settings): JsonObject {
  const value = (name: string) => settings.get(name) ?? null;
  const expands = value("index.auto_expand_replicas");
  const body: JsonObject = {
    "index.refresh_interval": value("index.refresh_interval"),
    "index.auto_expand_replicas": expands,
  };
  // Where replicas expand by themselves their number is not set but found.
  if (expands === null || expands === "false") body["index.number_of_replicas"] = value("index.number_of_replicas");
  return body;
}

/** The blocks of an index (read-only, say), which would stop the copy; undefined where it has none. */
export function blocksOf(settings: Settings): JsonObject | undefined {
  const blocks = [...settings].filter(([name]) => BLOCK.test(name) && name !== "index.blocks.read_only_allow_delete");
  return blocks.length === 0 ? undefined : Object.fromEntries(blocks);
}

/** Why an index cannot be copied whatever the target is: documents that the engine does not keep as they came. */
export function uncopiable({ mappings }: SourceIndex): string | undefined {
  const source = mappings["_source"];
  if (isJsonObject(source) && source["enabled"] === false)
    return "its mapping keeps no _source: there is nothing to copy documents from";
  return undefined;
}
