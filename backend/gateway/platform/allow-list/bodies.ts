import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import { jsonTrouble } from "@backend/engine/json-trouble";
import { BY_FIELD } from "../access/scripts";
import { type Caller, isAdmin } from "../auth/types";
import { badRequest, refusedByEngine } from "../http/errors";
import { INNER_HITS, type Members, MSEARCH_HEADER, SEARCH, TOP_HITS } from "./members";
import type { Passes } from "./table";

type Given = { caller: Caller; text: string };

/** As deep as engines read JSON. */
const MAX_DEPTH = 1000;

function eachObject(value: JsonValue | undefined): JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter((item): item is JsonObject => isJsonObject(item));
}

/**
 * Refuses an object that holds a member which its caller may not send, here or inside. Throws 400 in the words of the
 * engine.
 */
export function requireMembers(members: Members, body: JsonObject, given: Given): void {
  for (const [name, value] of Object.entries(body)) {
    const passes = members.names.includes(name) || (isAdmin(given.caller) && members.ofAdmins.includes(name));
    if (!passes) throw refusedByEngine(members.words({ name, value, text: given.text }));
    const inner = Object.hasOwn(members.inside, name) ? members.inside[name] : undefined;
    if (inner) for (const one of eachObject(value)) requireMembers(inner, one, given);
  }
  if (members === SEARCH) requireInner(body, given, "", 0);
}

function tooDeep({ text }: Given): Error {
  const trouble = jsonTrouble(text);
  return trouble ? refusedByEngine(trouble) : badRequest("the body is nested too deeply");
}

// Bodies inside of a search stand anywhere in it; a field may well be called `inner_hits`.
function requireInner(value: JsonValue, given: Given, parent: string, depth: number): void {
  if (depth > MAX_DEPTH) throw tooDeep(given);
  if (Array.isArray(value)) return value.forEach((item) => requireInner(item, given, parent, depth + 1));
  if (!isJsonObject(value)) return;
  const byField = BY_FIELD.has(parent);
  for (const [key, inner] of Object.entries(value)) {
    if (!byField && key === "inner_hits") eachObject(inner).forEach((hits) => requireMembers(INNER_HITS, hits, given));
    if (!byField && key === "top_hits" && isJsonObject(inner)) requireMembers(TOP_HITS, inner, given);
    // A query as a template, filled in on each shard.
    if (!byField && key === "collate" && isJsonObject(inner))
      throw refusedByEngine({ type: "illegal_argument_exception", reason: "cannot execute [inline] scripts" });
    requireInner(inner, given, byField ? "" : key, depth + 1);
  }
}

function readable(text: string, { isMap }: Pick<Members, "isMap">): JsonValue {
  try {
    return parseJson(text);
  } catch {
    // An engine's parser is laxer: it takes comments, and leaves what stands behind the end.
    const trouble = jsonTrouble(text) ?? { type: "parsing_exception", reason: "the body is not valid JSON" };
    throw isMap
      ? refusedByEngine({ type: "parse_exception", reason: "Failed to parse content to map" }, trouble)
      : refusedByEngine(trouble);
  }
}

// What is no object is left to the engine, which refuses it.
function requireBody(members: Members, given: Given): void {
  if (given.text.trim() === "") return;
  const body = readable(given.text, members);
  if (!isJsonObject(body)) return;
  requireMembers(members, body, given);
  if (members.names.includes("settings") || members.names.includes("template")) requireHolders(body, given.caller);
}

function requireSearches(given: Given): void {
  const all = given.text.split("\n");
  const lines = all[0] === "" ? all.slice(1) : all;
  lines.forEach((text, place) => requireBody(place % 2 === 0 ? MSEARCH_HEADER : SEARCH, { ...given, text }));
}

// A pipeline that an index is given may send its documents to another one.
const PIPELINE_SETTING = /(^|\.)(default_pipeline|final_pipeline)$/;

function settingNames(settings: JsonObject, prefix = ""): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    isJsonObject(value) ? settingNames(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

// Settings stand in a body, in its template, or are the body itself.
function requireSettings(body: JsonObject, caller: Caller): void {
  if (isAdmin(caller)) return;
  const name = settingNames(body).find((one) => PIPELINE_SETTING.test(one));
  if (name !== undefined)
    throw refusedByEngine({
      type: "illegal_argument_exception",
      reason: `unknown setting [${name}] please check that any required plugins are installed, or check the breaking changes documentation for removed settings`,
    });
}

function requireHolders(body: JsonObject, caller: Caller): void {
  for (const one of eachObject(body["settings"])) requireSettings(one, caller);
  for (const one of eachObject(body["template"])) requireHolders(one, caller);
}

/** Refuses a body of which a member does not pass, by the row of its route. Throws 400 in the words of the engine. */
export function requirePassing({ row, ...given }: Given & { row: Pick<Passes, "body"> }): void {
  if (row.body === "searches") requireSearches(given);
  else if (typeof row.body === "object") requireBody(row.body, given);
  else if (row.body === "settings" && given.text.trim() !== "")
    eachObject(readable(given.text, { isMap: false })).forEach((body) => requireSettings(body, given.caller));
}
