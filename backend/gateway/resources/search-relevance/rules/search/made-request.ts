import { endpointPlaces, withoutEndpoints } from "@common/http/endpoint-queries";
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { indicesInSearch } from "@backend/gateway/platform/access/body-indices";
import { splitIndices } from "@backend/gateway/platform/access/indices";
import { requireWithin } from "@backend/gateway/platform/access/runs-as";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import { parseSearchRequest } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import { REQUEST_TYPES } from "@backend/gateway/resources/data/reactivesearch/request/property-types";
import { spelledFields } from "@backend/gateway/platform/http/json/go-types";
import { ScriptError } from "../scripts/exchange";
import { queriesOf } from "./facts-of";

/** Members of `settings` that a script may set: they tell nothing of anybody, and keep nothing. */
const SETTINGS_OF_SCRIPTS = ["enableSearchRelevancy", "useCache"];

// One that is switched off, or null, calls nothing: the query is searched as any other.
function callsNothing({ endpoint, enableEndpointSuggestions }: JsonObject): boolean {
  return endpoint === null || enableEndpointSuggestions === false;
}

function withoutIdleEndpoint(query: JsonObject): JsonObject {
  if (query["endpoint"] === undefined || !callsNothing(query)) return query;
  const { endpoint: _idle, ...rest } = query;
  return rest;
}

/**
 * A request as it is read: under the names that count, whatever case they were sent in, and without endpoints that are
 * not called. What a rule does not see it cannot change.
 */
export function spelled(raw: JsonObject): JsonObject {
  const known = spelledFields(raw, REQUEST_TYPES);
  return Array.isArray(known["query"])
    ? { ...known, query: known["query"].map((query) => (isJsonObject(query) ? withoutIdleEndpoint(query) : query)) }
    : known;
}

/** The request as scripts see it: queries that go to an endpoint are the caller's own, with what their headers hold. */
export function shownToScripts(raw: JsonObject): JsonObject {
  return withoutEndpoints(raw).body;
}

const textsAt = (value: JsonValue | undefined): string[] => (typeof value === "string" ? splitIndices(value) : []);

function configured(query: JsonObject, name: string): string[] {
  const config = query[name];
  return config !== undefined && isJsonObject(config) ? textsAt(config["index"]) : [];
}

/**
 * Every index that a query names: its own, those of its suggestions, and those that its parts in Elasticsearch's
 * language name.
 */
export function indicesOfQuery(query: JsonObject): string[] {
  return [
    ...textsAt(query["index"]),
    ...configured(query, "popularSuggestionsConfig"),
    ...configured(query, "recentSuggestionsConfig"),
    ...indicesInSearch(query),
  ];
}

function readAgain(body: string): JsonObject {
  try {
    return spelled(parseSearchRequest(body).raw);
  } catch (error) {
    if (error instanceof Refusal) throw new ScriptError(`it gave a request that cannot be read: ${error.message}`, []);
    throw error;
  }
}

function requireNamed(queries: readonly JsonObject[], original: readonly string[]): void {
  try {
    requireWithin(queries.flatMap(indicesOfQuery), original);
  } catch (error) {
    if (error instanceof HttpError)
      throw new ScriptError(`it added indices that the search does not name: ${error.message}`, []);
    throw error;
  }
}

/** The request of a script that is tried, held as one that a kept script has made of nothing. Throws a ScriptError. */
export function triedRequest(text: string, original: readonly string[]): string {
  return stringifyJson(madeRequest(text, { raw: {}, original }));
}

function settingsBy(before: JsonValue | undefined, after: JsonValue | undefined): JsonObject {
  const own = before !== undefined && isJsonObject(before) ? before : {};
  const given = after !== undefined && isJsonObject(after) ? after : {};
  return {
    ...own,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => SETTINGS_OF_SCRIPTS.includes(name))),
  };
}

// The caller's own endpoint queries go back to where they stood.
function withOwnEndpoints(raw: JsonObject, made: readonly JsonObject[]): JsonObject[] {
  const shown = queriesOf(shownToScripts(raw));
  const queries = [...made];
  for (const [place, query] of queriesOf(raw).entries()) if (!shown.includes(query)) queries.splice(place, 0, query);
  return queries;
}

/**
 * A request as a script made it out of another one: no query that calls an endpoint is added, `settings` stay the
 * caller's, and what is new or changed stays in the indices that the call names itself (`original`). Fields and the
 * rights to indices are held by the way of every search. Throws a ScriptError for what is beyond that, and for what is
 * no request.
 */
export function madeRequest(
  text: string,
  { raw, original }: { raw: JsonObject; original: readonly string[] },
): JsonObject {
  const made = readAgain(text);
  const [place] = endpointPlaces(made);
  if (place !== undefined)
    throw new ScriptError(`it added ${place}: scripts cannot call endpoints. Take it out of the script`, []);
  const before = new Set(queriesOf(raw).map((query) => stringifyJson(query)));
  const changed = queriesOf(made).filter((query) => !before.has(stringifyJson(query)));
  requireNamed(changed, original);
  return {
    ...made,
    settings: settingsBy(raw["settings"], made["settings"]),
    query: withOwnEndpoints(raw, queriesOf(made)),
  };
}
