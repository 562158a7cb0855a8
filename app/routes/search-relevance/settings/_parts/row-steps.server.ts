import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { MappingField } from "~/lib/data/documents/mapping-fields";
import { keyOf, settingsOfScreen } from "~/services/search-relevance/declared";
import type { RelevanceScreen } from "~/services/search-relevance/setting";
import { actingPaths, type Part, switchedOn } from "~/services/search-relevance/acting";
import { proposedWeight } from "~/services/search-relevance/composition/weights";
import { countable, searchable } from "~/services/search-relevance/search-rows";
import { rankNumbers } from "~/services/search-relevance/ranks";
import { ADD_SUB_FIELDS } from "../../_parts/draft-intents";
import type { RowSetting } from "./rows.server";

// Rows come and go by a save of the draft, with scripts and without: a button of the form says which.

export const rowSettings = (screen: RelevanceScreen) =>
  settingsOfScreen(screen).filter((setting): setting is RowSetting => setting.type === "rows");

/**
 * Empties the row that the pressed button (`remove`, "weights:title") removes, so that nothing typed in it is in the
 * way. Returns the name of its setting.
 */
export function removeRow(form: FormData): string | null {
  const pressed = form.get("remove");
  if (typeof pressed !== "string" || !pressed.includes(":")) return null;
  const name = pressed.slice(0, pressed.indexOf(":"));
  const field = pressed.slice(name.length + 1);
  const rows = [...form.keys()].filter(
    (key) => key.startsWith(`${name}[`) && key.endsWith("].field") && form.get(key) === field,
  );
  for (const row of rows.map((key) => key.slice(0, -"field".length))) {
    for (const key of [...form.keys()])
      if (key.startsWith(row) && !key.endsWith(".field") && !key.endsWith(".path")) form.delete(key);
  }
  return name;
}

/** Fields that a setting offers besides those it has: as they are typed, and the path that is kept. */
export function offeredBy(
  { of }: RowSetting,
  fields: readonly MappingField[],
  chosen: ReadonlySet<string>,
): { label: string; path: string }[] {
  switch (of) {
    case "weights":
      return searchable(fields, chosen).map((path) => ({ label: path, path }));
    case "counted":
      return countable(fields, chosen);
    case "ranks":
      return rankFields(fields).flatMap((path) => (chosen.has(path) ? [] : [{ label: path, path }]));
  }
}

export const rankFields = (fields: readonly MappingField[]) =>
  fields.flatMap(({ type, path }) => (type === "rank_feature" ? [path] : []));

const initialOf: Record<RowSetting["of"], JsonValue> = {
  weights: 1,
  counted: "term",
  ranks: { function: "saturation", boost: rankNumbers.boost.initial },
};

/** "Add all" is for as many as somebody can still look through. */
export const MOST_ADDED = 50;
/** The fields that were made for search, where they are few enough to be added at once. */
export function madeForSearch(fields: readonly MappingField[], chosen: ReadonlySet<string>): string[] {
  const made = fields.filter(
    ({ path, type, useCase, nested }) =>
      type === "text" && nested === undefined && useCase.startsWith("search") && !chosen.has(path),
  );
  return made.length > MOST_ADDED ? [] : made.map(({ path }) => path);
}

type Acting = { fields: readonly MappingField[]; on: ReadonlySet<Part> };

/**
 * Chosen fields with the sub-fields by which language, synonyms and grams act on them, each with the weight that is
 * proposed beside its field.
 */
function withActing(chosen: ReadonlyMap<string, JsonValue>, { fields, on }: Acting): Map<string, JsonValue> {
  const all = new Map(chosen);
  for (const field of fields) {
    const acting = actingPaths(field, on).filter(({ path }) => !chosen.has(path));
    const weight = chosen.get(field.path);
    if (weight !== undefined) for (const { path } of acting) all.set(path, proposedWeight(Number(weight) || 1, path));
  }
  return all;
}

/** The chosen fields that lack such sub-fields, by part. */
export function lackingActing(
  chosen: ReadonlyMap<string, JsonValue>,
  { fields, on }: Acting,
): ReadonlyMap<Part, string[]> {
  const lacking = new Map<Part, string[]>();
  for (const field of fields.filter(({ path }) => chosen.has(path)))
    for (const { path, part } of actingPaths(field, on))
      if (!chosen.has(path)) lacking.set(part, [...(lacking.get(part) ?? []), field.path]);
  return lacking;
}

export type Added = { values: JsonObject; first: string | null; setting: string | null; unknown: string[] };

/**
 * Puts the fields that were typed beside "Add" into the values of a draft. `unknown`: settings whose field the index
 * does not have.
 */
export function addRows({
  screen,
  form,
  values,
  fields,
}: {
  screen: RelevanceScreen;
  form: FormData;
  values: JsonObject;
  fields: readonly MappingField[];
}): Added {
  const added: Added = { values, first: null, setting: null, unknown: [] };
  for (const setting of rowSettings(screen)) {
    const typed = form.get(`add-${setting.name}`);
    const name = typeof typed === "string" ? typed.trim() : "";
    const all =
      form.get("add-all") === setting.name && setting.of === "weights" ? madeForSearch(fields, new Set()) : [];
    const found =
      name === ""
        ? undefined
        : offeredBy(setting, fields, new Set()).find(({ label, path }) => label === name || path === name)?.path;
    if (name !== "" && found === undefined) added.unknown.push(setting.name);
    const before = added.values[keyOf(setting)];
    const chosen = new Map(Object.entries(before !== undefined && isJsonObject(before) ? before : {}));
    const paths = [...all, ...(found === undefined ? [] : [found])];
    for (const path of paths) if (!chosen.has(path)) chosen.set(path, initialOf[setting.of]);
    const acts = setting.of === "weights" && (all.length > 0 || form.get(ADD_SUB_FIELDS) === setting.name);
    if (paths.length === 0 && !acts) continue;
    const rows = acts ? withActing(chosen, { fields, on: switchedOn(values) }) : chosen;
    const first = found ?? paths[0] ?? [...rows.keys()][0] ?? null;
    Object.assign(added, {
      values: { ...added.values, [keyOf(setting)]: Object.fromEntries(rows) },
      first,
      setting: setting.name,
    });
  }
  return added;
}
