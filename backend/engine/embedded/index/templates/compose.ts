import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { fits } from "@common/text/glob";
import { mergeTemplateMappings } from "../../mapping/merge-templates";
import { flattenSettings, nestSettings } from "../settings";
import { componentsOf, ownParts, patternsOf } from "./parse";
import { NO_PARTS, type IndexParts, type Template } from "./types";

/** Templates by kind and name. */
export type Templates = ReadonlyMap<string, Template>;

/** What templates give to a new index, and how the mapping of the request goes over theirs. */
export type TemplateParts = { parts: IndexParts; mergeMappings: (base: JsonObject, over: JsonObject) => JsonObject };

/** The key of a template in the table. */
export function keyOf({ kind, name }: Pick<Template, "kind" | "name">): string {
  return `${kind}/${name}`;
}

/**
 * Puts `over` on `base`: objects are merged key by key, lists of dynamic templates by name, everything else replaced.
 */
function mergeObjects(base: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    if (key === "dynamic_templates" && Array.isArray(known) && Array.isArray(value))
      merged[key] = mergeNamed(known, value);
    else merged[key] = isJsonObject(known) && isJsonObject(value) ? mergeObjects(known, value) : value;
  }
  return merged;
}

function nameOf(entry: JsonValue): string | undefined {
  return isJsonObject(entry) ? Object.keys(entry)[0] : undefined;
}

function mergeNamed(base: JsonValue[], over: JsonValue[]): JsonValue[] {
  const replaced = new Set(over.map(nameOf));
  return [...base.filter((entry) => !replaced.has(nameOf(entry))), ...over];
}

/** Settings by their whole names: a later list takes the place of an earlier one. */
function mergeSettings(base: JsonObject, over: JsonObject): JsonObject {
  const settled = [...flattenSettings(base), ...flattenSettings(over)].filter(
    (pair): pair is [string, string | string[]] => pair[1] !== null,
  );
  return nestSettings(new Map(settled));
}

/** Parts one over the other; an alias that both have is the later one's alone. */
function stacked(list: readonly IndexParts[], mergeMappings: TemplateParts["mergeMappings"]): IndexParts {
  return list.reduce(
    (base, over) => ({
      settings: mergeSettings(base.settings, over.settings),
      mappings: mergeMappings(base.mappings, over.mappings),
      aliases: { ...base.aliases, ...over.aliases },
    }),
    NO_PARTS,
  );
}

/**
 * A composable template with its components. Those that are not there are passed over: they cannot be removed while one
 * is made of them.
 */
export function composed(template: Template, templates: Templates): IndexParts {
  const components = componentsOf(template.body).flatMap(
    (name) => templates.get(keyOf({ kind: "component", name })) ?? [],
  );
  return stacked([...components, template].map(ownParts), mergeTemplateMappings);
}

/** The priority of a composable template. */
export function priorityOf({ body }: Template): number {
  return typeof body["priority"] === "number" ? body["priority"] : 0;
}

function orderOf({ body }: Template): number {
  return typeof body["order"] === "number" ? body["order"] : 0;
}

/** True for a pattern that every name fits. */
export function isForAll(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}

function fitting({ name, hidden }: NewIndex, templates: Templates, kind: Template["kind"]): Template[] {
  return [...templates.values()].filter((template) => {
    const patterns = template.kind === kind ? patternsOf(template.body) : [];
    return !(hidden && patterns.some(isForAll)) && patterns.some((pattern) => fits(pattern, name));
  });
}

export type NewIndex = { name: string; hidden: boolean };

/**
 * The composable template that a new index is made from, if any: the one with the highest priority. One for `*` is not
 * for an index that is made hidden.
 */
export function winnerFor(index: NewIndex, templates: Templates): Template | undefined {
  return fitting(index, templates, "composable").sort((a, b) => priorityOf(b) - priorityOf(a))[0];
}

/** An index that no template is for. */
export const NO_TEMPLATES: TemplateParts = { parts: NO_PARTS, mergeMappings: mergeObjects };

/** What the templates give to a new index. */
export function partsFor(index: NewIndex, templates: Templates): TemplateParts {
  const winner = winnerFor(index, templates);
  if (winner) return { parts: composed(winner, templates), mergeMappings: mergeTemplateMappings };
  const legacy = fitting(index, templates, "legacy").sort((a, b) => orderOf(a) - orderOf(b));
  return { parts: stacked(legacy.map(ownParts), mergeObjects), mergeMappings: mergeObjects };
}
