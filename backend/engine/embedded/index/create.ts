import type { JsonObject } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError } from "../errors";
import { parseAlias } from "./aliases";
import type { IndexDefinition } from "./index-state";
import { analysisOf, mappingOf } from "./index-state";
import { requireAliasName, requireIndexName } from "./names";
import type { FlatSettings } from "./settings";
import { expandReplicas, flattenSettings, requireSetting } from "./settings";
import { NO_TEMPLATES, type TemplateParts } from "./templates/compose";
import type { IndexParts } from "./templates/types";
import type { AliasDefinition } from "./types";
import { newUuid } from "./uuid";

/** The version that the engine reports, as `index.version.created` writes it. */
export const VERSION_CREATED = "7100299";

/** Reads the body of `PUT /{index}`. */
export function parseCreateBody(body: JsonObject): IndexParts {
  const parts: IndexParts = { settings: {}, mappings: {}, aliases: {} };
  const wrapped = ["settings", "mappings", "aliases"];
  for (const [key, value] of Object.entries(body)) {
    if (!wrapped.includes(key)) throw new EngineError(400, "parse_exception", `unknown key [${key}] for create index`);
    if (!isJsonObject(value)) throw new EngineError(400, "parse_exception", `key [${key}] must be an object`);
  }
  for (const key of ["settings", "mappings", "aliases"] as const) {
    const value = body[key];
    if (isJsonObject(value)) parts[key] = value;
  }
  return parts;
}

function flat(settings: JsonObject): FlatSettings {
  const known: FlatSettings = new Map();
  for (const [name, value] of flattenSettings(settings)) {
    requireSetting(name, value);
    if (value !== null) known.set(name, value);
  }
  return known;
}

/** Whether the body of a new index asks for a hidden one. */
export function asksHidden({ settings }: IndexParts): boolean {
  return flattenSettings(settings).get("index.hidden") === "true";
}

function aliasesOf(aliases: JsonObject, index: string): Map<string, AliasDefinition> {
  const known = new Map<string, AliasDefinition>();
  for (const [alias, body] of Object.entries(aliases)) {
    requireAliasName(alias, index);
    known.set(alias, parseAlias(isJsonObject(body) ? body : {}, alias));
  }
  return known;
}

/** Aliases of templates, which may hold the name of the index that they will be for. */
function ofIndex(aliases: JsonObject, index: string): JsonObject {
  return Object.fromEntries(
    Object.entries(aliases).map(([name, options]) => [name.replaceAll("{index}", () => index), options]),
  );
}

/**
 * Builds the definition and the mapping of a new index from templates and request. Throws EngineError where something
 * is wrong.
 */
export function defineIndex({
  name,
  templates = NO_TEMPLATES,
  request,
}: {
  name: string;
  templates?: TemplateParts;
  request: IndexParts;
}): {
  definition: IndexDefinition;
  mapping: JsonObject;
} {
  requireIndexName(name);
  const own = flat(request.settings);
  const uuid = newUuid();
  const createdAt = Date.now();
  const { parts, mergeMappings } = templates;
  const settings: FlatSettings = new Map([
    ["index.number_of_shards", "1"],
    ["index.number_of_replicas", "1"],
    ...flat(parts.settings),
    ...own,
  ]);
  expandReplicas(settings);
  settings
    .set("index.provided_name", name)
    .set("index.creation_date", String(createdAt))
    .set("index.uuid", uuid)
    .set("index.version.created", VERSION_CREATED);
  const analysis = analysisOf(settings);
  const mapping = mappingOf({ definition: mergeMappings(parts.mappings, request.mappings), settings, analysis });
  const aliases = new Map([...aliasesOf(ofIndex(parts.aliases, name), name), ...aliasesOf(request.aliases, name)]);
  return { definition: { name, uuid, createdAt, state: "open", settings, aliases }, mapping: mapping.toJson() };
}
