import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { parseQuery } from "../query";
import type { AliasDefinition } from "./types";

/** One action of `POST _aliases`. Expressions are not resolved yet. */
export type AliasAction =
  | { kind: "add"; indices: string[]; aliases: string[]; definition: AliasDefinition }
  | { kind: "remove"; indices: string[]; aliases: string[]; mustExist: boolean | undefined }
  | { kind: "remove_index"; indices: string[] };

const ADD_KEYS = [
  "index",
  "indices",
  "alias",
  "aliases",
  "filter",
  "routing",
  "index_routing",
  "search_routing",
  "is_write_index",
  "is_hidden",
  "must_exist",
];

function texts(value: JsonValue | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

function optionalBoolean(body: JsonObject, key: string): boolean | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  throw illegalArgument(`Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`);
}

function optionalText(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

/**
 * Reads an alias's own settings: filter, routing, is_write_index, is_hidden. Routing is kept and shown; it changes
 * nothing, for there is one shard.
 */
export function parseAlias(body: JsonObject, alias: string): AliasDefinition {
  const filter = body["filter"];
  if (filter !== undefined && filter !== null && !isJsonObject(filter))
    throw new EngineError(400, "parse_exception", "alias filter must be an object");
  const isWriteIndex = optionalBoolean(body, "is_write_index");
  const isHidden = optionalBoolean(body, "is_hidden");
  if (isJsonObject(filter)) requireFilter(filter);
  const routing = optionalText(body["routing"]);
  const indexRouting = optionalText(body["index_routing"] ?? body["index-routing"] ?? body["indexRouting"]) ?? routing;
  const searchRouting =
    optionalText(body["search_routing"] ?? body["search-routing"] ?? body["searchRouting"]) ?? routing;
  if (indexRouting?.includes(","))
    throw illegalArgument(`alias [${alias}] has several index routing values associated with it`);
  return {
    ...(isJsonObject(filter) && { filter }),
    ...(indexRouting !== undefined && { indexRouting }),
    ...(searchRouting !== undefined && { searchRouting }),
    ...(isWriteIndex !== undefined && { isWriteIndex }),
    ...(isHidden !== undefined && { isHidden }),
  };

  /** A filter that is no query would fail every search through the alias. */
  function requireFilter(query: JsonObject): void {
    try {
      parseQuery(query);
    } catch (error) {
      throw error instanceof EngineError
        ? illegalArgument(`failed to parse filter for alias [${alias}]`, { causedBy: error })
        : error;
    }
  }
}

/** Reads the body of `POST _aliases`. */
export function parseAliasActions(body: JsonObject): AliasAction[] {
  const list = body["actions"];
  if (!Array.isArray(list) || list.length === 0) throw illegalArgument("No action specified");
  return list.map((entry) => {
    const [kind, options] = isJsonObject(entry) ? (Object.entries(entry)[0] ?? []) : [];
    if (!isJsonObject(options)) throw illegalArgument("[alias_action] expected an object");
    if (kind !== "add" && kind !== "remove" && kind !== "remove_index")
      throw new EngineError(400, "x_content_parse_exception", `[1:14] [alias_action] unknown field [${String(kind)}]`);
    const unknown = Object.keys(options).find((key) => !ADD_KEYS.includes(key));
    if (unknown !== undefined)
      throw new EngineError(400, "x_content_parse_exception", `[1:14] [${kind}] unknown field [${unknown}]`);
    const indices = texts(options["index"] ?? options["indices"]);
    const aliases = texts(options["alias"] ?? options["aliases"]);
    if (indices.length === 0) throw illegalArgument(`One of [index] or [indices] is required`);
    if (kind === "remove_index") return { kind, indices };
    if (aliases.length === 0) throw illegalArgument(`One of [alias] or [aliases] is required`);
    if (kind === "add") return { kind, indices, aliases, definition: parseAlias(options, aliases[0] ?? "") };
    return { kind, indices, aliases, mustExist: optionalBoolean(options, "must_exist") };
  });
}

/** An alias as the API shows it. */
export function aliasJson({
  filter,
  indexRouting,
  searchRouting,
  isWriteIndex,
  isHidden,
}: AliasDefinition): JsonObject {
  const routing = {
    ...(indexRouting !== undefined && { index_routing: indexRouting }),
    ...(searchRouting !== undefined && { search_routing: searchRouting }),
  };
  return {
    ...(filter && { filter }),
    ...routing,
    ...(isWriteIndex !== undefined && { is_write_index: isWriteIndex }),
    ...(isHidden !== undefined && { is_hidden: isHidden }),
  };
}

/** 404 for aliases that a call names and nobody has. */
export function aliasesMissing(names: readonly string[]): EngineError {
  const list = names.join(",");
  return new EngineError(404, "aliases_not_found_exception", `aliases [${list}] missing`, {
    details: { "resource.type": "aliases", "resource.id": list },
  });
}
