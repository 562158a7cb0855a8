import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { ClauseError, contentError, didYouMean } from "../../query/parse/errors";
import { aliasJson, parseAlias } from "../aliases";
import { flattenSettings, nestSettings } from "../settings";
import type { IndexParts, Template, TemplateKind } from "./types";

const KEYS: Readonly<Record<TemplateKind, readonly string[]>> = {
  legacy: ["index_patterns", "order", "settings", "mappings", "aliases", "version"],
  composable: ["index_patterns", "priority", "template", "version", "_meta", "composed_of"],
  component: ["template", "version", "_meta"],
};
const PARTS = ["settings", "mappings", "aliases"] as const;

/** 400 for a request that is wrong before anything is looked up. */
export function invalidRequest(problem: string): EngineError {
  return new EngineError(400, "action_request_validation_exception", `Validation Failed: 1: ${problem};`);
}

function parseFailed(reason: string): EngineError {
  return new EngineError(400, "parse_exception", reason);
}

function objectAt(body: JsonObject, key: string): JsonObject {
  const value = body[key];
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw parseFailed(`key [${key}] must be an object`);
  return value;
}

/** The patterns of names that a template is for. */
export function patternsOf(body: JsonObject): string[] {
  const value = body["index_patterns"];
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.map(String);
}

/** The component templates that a composable one is made of, in their order. */
export function componentsOf(body: JsonObject): string[] {
  const value = body["composed_of"];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The settings, mappings and aliases of a template's own. */
export function ownParts({ kind, body }: Template): IndexParts {
  const holder = kind === "legacy" ? body : objectAt(body, "template");
  return {
    settings: objectAt(holder, "settings"),
    mappings: objectAt(holder, "mappings"),
    aliases: objectAt(holder, "aliases"),
  };
}

function normalSettings(settings: JsonObject): JsonObject {
  const known = [...flattenSettings(settings)].filter((pair): pair is [string, string | string[]] => pair[1] !== null);
  return nestSettings(new Map(known));
}

function normalAliases(aliases: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(aliases).map(([name, options]) => [
      name,
      aliasJson(parseAlias(isJsonObject(options) ? options : {}, name)),
    ]),
  );
}

// A mapping may stand inside of the one type that there was.
function untyped(mappings: JsonObject): JsonObject {
  const inner = mappings["_doc"];
  return isJsonObject(inner) && Object.keys(mappings).length === 1 ? inner : mappings;
}

function partsIn(holder: JsonObject): JsonObject {
  const read: Record<(typeof PARTS)[number], (value: JsonObject) => JsonObject> = {
    settings: normalSettings,
    mappings: untyped,
    aliases: normalAliases,
  };
  return Object.fromEntries(
    PARTS.filter((key) => holder[key] !== undefined && holder[key] !== null).map((key) => [
      key,
      read[key](objectAt(holder, key)),
    ]),
  );
}

function parseLegacy({ kind, name, body }: Template): Template {
  const unknown = Object.keys(body).find((key) => !KEYS.legacy.includes(key));
  if (unknown !== undefined) throw parseFailed(`unknown key [${unknown}] in the template `);
  const parts = { settings: {}, mappings: {}, aliases: {}, ...partsIn(body) };
  const version = body["version"] !== undefined && { version: body["version"] };
  return { kind, name, body: { order: body["order"] ?? 0, ...version, index_patterns: patternsOf(body), ...parts } };
}

function parseTemplatePart(body: JsonObject, where: string): JsonObject {
  const given: JsonValue | undefined = body["template"];
  if (!isJsonObject(given))
    throw contentError(`[${where}] template doesn't support values of type: VALUE_NULL`, {
      holder: body,
      key: "template",
    });
  const unknown = Object.keys(given).find((key) => !PARTS.some((part) => part === key));
  if (unknown === undefined) return partsIn(given);
  const inner = contentError(`[template] unknown field [${unknown}]${didYouMean(unknown, PARTS)}`, {
    holder: given,
    key: unknown,
  });
  throw new ClauseError(`[${where}] failed to parse field [template]`, { holder: body, key: "template" }, inner, true);
}

function parseComposed({ kind, name, body }: Template): Template {
  const where = kind === "component" ? "component_template" : "index_template";
  // What a stream of data is has no meaning here; taken without a word it would make a plain index of its name.
  if (body["data_stream"] !== undefined && kind === "composable")
    throw illegalArgument("data streams are not supported by the embedded engine");
  const unknown = Object.keys(body).find((key) => !KEYS[kind].includes(key));
  if (unknown !== undefined)
    throw contentError(`[${where}] unknown field [${unknown}]${didYouMean(unknown, KEYS[kind])}`, {
      holder: body,
      key: unknown,
    });
  if (kind === "component" && body["template"] === undefined) throw illegalArgument("Required [template]");
  const kept: JsonObject = { ...body };
  if (body["template"] !== undefined) kept["template"] = parseTemplatePart(body, where);
  if (kind === "composable") kept["index_patterns"] = patternsOf(body);
  if (kind === "composable" && (body["composed_of"] ?? body["template"]) !== undefined)
    kept["composed_of"] = componentsOf(body);
  return { kind, name, body: kept };
}

/** Checks the form of a template's body and gives it the one in which it is kept and shown. */
export function parseTemplate(template: Template): Template {
  const { kind, body } = template;
  if (kind === "legacy" && patternsOf(body).length === 0) throw invalidRequest("index patterns are missing");
  if (kind === "composable" && body["index_patterns"] === undefined) throw illegalArgument("Required [index_patterns]");
  if (kind === "composable" && patternsOf(body).length === 0)
    throw illegalArgument("There must be at least one pattern, zero given");
  return template.kind === "legacy" ? parseLegacy(template) : parseComposed(template);
}
