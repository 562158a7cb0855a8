import type { JsonObject, JsonValue } from "@common/json";
import { isJsonObject } from "@common/json";
import { EngineError, illegalArgument } from "../errors";
import { fits } from "@common/glob";
import { flattenSettings, nestSettings, requireSetting } from "./settings";

/** What a template, or the body of a create call, brings to a new index. */
export type IndexParts = { settings: JsonObject; mappings: JsonObject; aliases: JsonObject };

/** A stored template: `legacy` ones (`_template`) add up by order, of the composable ones (`_index_template`) one wins by priority. */
export type Template = { kind: "legacy" | "composable"; name: string; body: JsonObject };

function objectAt(body: JsonObject, key: string): JsonObject {
  const value = body[key];
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw new EngineError(400, "parse_exception", `key [${key}] must be an object`);
  return value;
}

function patternsOf(body: JsonObject): string[] {
  const value = body["index_patterns"];
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.map(String);
}

function normalSettings(settings: JsonObject): JsonObject {
  const flat = new Map<string, string | string[]>();
  for (const [name, value] of flattenSettings(settings)) {
    requireSetting(name, value);
    if (value !== null) flat.set(name, value);
  }
  return nestSettings(flat);
}

/** Checks the body of `PUT _template/{name}` or `PUT _index_template/{name}` and gives it the form in which it is kept and shown. */
export function parseTemplate({ kind, name, body }: Template): Template {
  const known =
    kind === "legacy"
      ? ["index_patterns", "order", "settings", "mappings", "aliases", "version"]
      : ["index_patterns", "priority", "template", "version", "_meta", "composed_of", "allow_auto_create"];
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw kind === "legacy"
      ? new EngineError(400, "parse_exception", `unknown key [${unknown}] in the template `)
      : new EngineError(400, "x_content_parse_exception", `[1:2] [index_template] unknown field [${unknown}]`);
  }
  const patterns = patternsOf(body);
  if (patterns.length === 0) {
    throw new EngineError(400, "action_request_validation_exception", "Validation Failed: 1: index patterns are missing;");
  }
  if (Array.isArray(body["composed_of"]) && body["composed_of"].length > 0)
    throw illegalArgument("component templates are not supported by the embedded engine");
  const holder = kind === "legacy" ? body : objectAt(body, "template");
  const settings = normalSettings(objectAt(holder, "settings"));
  const mappings = objectAt(holder, "mappings");
  const aliases = objectAt(holder, "aliases");
  if (kind === "legacy") {
    return {
      kind,
      name,
      body: {
        order: body["order"] ?? 0,
        ...(body["version"] !== undefined && { version: body["version"] }),
        index_patterns: patterns,
        settings,
        mappings,
        aliases,
      },
    };
  }
  const template: JsonObject = {};
  for (const [key, value] of Object.entries({ settings, mappings, aliases })) if (holder[key] !== undefined) template[key] = value;
  return { kind, name, body: { ...body, index_patterns: patterns, template, composed_of: [] } };
}

/** Puts `over` on `base`: objects are merged key by key, lists of dynamic templates by name, everything else replaced. */
export function mergeObjects(base: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    if (key === "dynamic_templates" && Array.isArray(known) && Array.isArray(value)) merged[key] = mergeNamed(known, value);
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

function number(value: JsonValue | undefined): number {
  return typeof value === "number" ? value : 0;
}

/** What the templates give to a new index of this name. One for `*` is not for an index that is made hidden. */
export function partsFor({ name, hidden }: { name: string; hidden: boolean }, templates: Iterable<Template>): IndexParts {
  const forAll = (body: JsonObject) => patternsOf(body).some((pattern) => /^\*+$/.test(pattern));
  const fitting = [...templates].filter(({ body }) => !(hidden && forAll(body)) && patternsOf(body).some((pattern) => fits(pattern, name)));
  const composable = fitting.filter(({ kind }) => kind === "composable").sort((a, b) => number(b.body["priority"]) - number(a.body["priority"]))[0];
  const holders = composable
    ? [objectAt(composable.body, "template")]
    : fitting.sort((a, b) => number(a.body["order"]) - number(b.body["order"])).map(({ body }) => body);
  let parts: IndexParts = { settings: {}, mappings: {}, aliases: {} };
  for (const holder of holders) {
    parts = {
      settings: mergeObjects(parts.settings, objectAt(holder, "settings")),
      mappings: mergeObjects(parts.mappings, objectAt(holder, "mappings")),
      aliases: mergeObjects(parts.aliases, objectAt(holder, "aliases")),
    };
  }
  return parts;
}
