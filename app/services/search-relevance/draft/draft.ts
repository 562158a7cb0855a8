// A draft of relevance settings against what is stored. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { declaredSettings, inWords, keyOf, valueIn, withCompanions } from "../declared";
import type { Setting } from "../setting";
import { indexLines, isPendingIndexChange } from "./pending-index-changes-of";
import { schemaChanges, schemaWishes, withWishes } from "../schema/schema-draft";
import type { SettingChange } from "./setting-change";
import { isWaitingKey } from "./waiting";
import { waitingLines } from "./waiting-lines";

/**
 * `base` is the record that was stored when the draft was started, `version` a word of it; `values` what differs, by
 * `keyOf`.
 */
export type Draft = { base: JsonObject; version: string; values: JsonObject };
export type { Effect } from "../setting";

/** Whether a key of a draft is about something that no record of settings holds. */
export const isBesideRecord = (key: string): boolean => isPendingIndexChange(key) || isWaitingKey(key);

const groups = {
  ...{
    language: "Language",
    search: "Search",
    indexSettings: "Index",
    aggregations: "Aggregations",
    results: "Results",
    synonyms: "Synonyms",
  },
} as const;
const groupOrder = ["Language", "Search", "Index", "Schema", "Aggregations", "Results", "Synonyms", "Rules"];
const byGroup = (one: SettingChange, other: SettingChange) =>
  groupOrder.indexOf(one.group) - groupOrder.indexOf(other.group);

const ordered = (value: JsonValue): JsonValue =>
  isJsonObject(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
const isSame = (one: JsonValue, other: JsonValue) => JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

function linesOf(setting: Setting, before: JsonValue, after: JsonValue): SettingChange[] {
  const line = { key: keyOf(setting), group: groups[setting.section], effect: setting.effect ?? "at once" };
  if (setting.type !== "rows")
    return [
      { ...line, setting: setting.label, field: null, old: inWords(setting, before), new: inWords(setting, after) },
    ];
  const [old, now] = [before, after].map((value) => new Map(isJsonObject(value) ? Object.entries(value) : []));
  const fields = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return fields
    .filter((field) => !isSame(old?.get(field) ?? null, now?.get(field) ?? null))
    .map((field) => ({
      ...line,
      setting: setting.one,
      field,
      old: inWords(setting, old?.get(field)),
      new: inWords(setting, now?.get(field)),
    }));
}

/** What a draft changes of a record and of the fields of the index, by group, in the order of the screens. */
export function changesOf(base: JsonObject, changed: JsonObject): SettingChange[] {
  const values = withCompanions(base, changed);
  const settings = declaredSettings.flatMap((setting) => {
    const after = values[keyOf(setting)];
    const before = valueIn(base, setting);
    return after === undefined || isSame(before, after) ? [] : linesOf(setting, before, after);
  });
  return [...settings, ...indexLines(values), ...schemaChanges(schemaWishes(values)), ...waitingLines(values)].sort(
    byGroup,
  );
}

/** The names of the groups that no change is in. */
export const groupsWithout = (changes: readonly SettingChange[]): string[] =>
  groupOrder.filter((group) => !changes.some((change) => change.group === group));

/** The same changes as values, by the keys of a draft: for readers that are programs. */
export function changesAsJson(base: JsonObject, changed: JsonObject): JsonObject[] {
  const values = withCompanions(base, changed);
  const settings = declaredSettings.flatMap((setting): JsonObject[] => {
    const [key, current] = [keyOf(setting), valueIn(base, setting)];
    const after = values[key];
    return after === undefined || isSame(current, after) ? [] : [{ setting: key, current, new: after }];
  });
  const ofIndex = Object.entries(values).filter(([key]) => isBesideRecord(key));
  return [...settings, ...ofIndex.map(([setting, value]): JsonObject => ({ setting, new: value }))];
}

/** The values that differ from a record, and what no record holds: wishes of the index itself, groups of synonyms, rules. */
export function differing(base: JsonObject, values: JsonObject): JsonObject {
  const different = declaredSettings.filter((setting) => {
    const value = values[keyOf(setting)];
    return value !== undefined && !isSame(valueIn(base, setting), value);
  });
  const kept = Object.fromEntries(different.map((setting) => [keyOf(setting), values[keyOf(setting)] ?? null]));
  const ofIndex = Object.fromEntries(Object.entries(values).filter(([key]) => isBesideRecord(key)));
  return withWishes({ ...kept, ...ofIndex }, schemaWishes(values));
}

/** All values of a record, as a draft has them. */
export function valuesOf(record: JsonObject): JsonObject {
  return Object.fromEntries(declaredSettings.map((setting) => [keyOf(setting), valueIn(record, setting)]));
}

/** The draft on what somebody else deployed meanwhile, without the settings that both changed. */
export function rebased(draft: Draft, now: { record: JsonObject; version: string }): Draft {
  const theirs = differing(draft.base, valuesOf(now.record));
  const mine = Object.fromEntries(Object.entries(draft.values).filter(([key]) => theirs[key] === undefined));
  return { base: now.record, version: now.version, values: differing(now.record, mine) };
}
