import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import { type RequestBounds, requireBounds, SIGNED_IN, translatable } from "../request/bounds";
import type { Query, SearchRequest } from "../request/schema";
import { checkQuery } from "./checks";
import { ordered } from "./ordered";
import { withoutLoneSigns } from "./plural";
import { translateQuery } from "./query";
import type { SearchBody } from "./types";

/** A query that goes to the engine. */
export type EngineQuery = { query: Query; header: JsonObject; body: SearchBody };
/** A query that goes to a URL of its own. */
export type EndpointQuery = {
  query: Query;
  url: string;
  method: string;
  headers: JsonObject;
  body: JsonObject[string] | undefined;
};
/**
 * A request taken apart; `silent` are suggestion queries of which nothing is asked, they answer no hits. `asides`:
 * those of them in which rules promote documents, which alone are asked for.
 */
export type Translation = { engine: EngineQuery[]; endpoints: EndpointQuery[]; silent: Query[]; asides: EngineQuery[] };

function normalized(query: Query): Query {
  return query.type === "suggestion" && typeof query.value === "string"
    ? { ...query, value: withoutLoneSigns(query.value) }
    : query;
}

function goesToEndpoint(query: Query): boolean {
  return query.endpoint !== undefined && query.enableEndpointSuggestions !== false;
}

function endpointOf(query: Query, request: SearchRequest): EndpointQuery {
  const { url = "", method, headers = {}, body } = query.endpoint ?? {};
  const named = method || "POST";
  return {
    query,
    url,
    method: named,
    headers,
    body: body ?? (named === "POST" ? ownRequest(query, request) : undefined),
  };
}

function given(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}

// An endpoint without a body of its own is sent this one query, as if it were a search API itself: what has a meaning
// to this server, without the type that everything has anyway.
function ownRequest(query: Query, { queries, known }: SearchRequest): JsonObject {
  const list = Array.isArray(known["query"]) ? known["query"] : [];
  const item = list[queries.findIndex(({ id }) => id === query.id)] ?? {};
  const { endpoint: _endpoint, ...rest } = isJsonObject(item) ? item : {};
  const { type, ...own } = given(rest);
  const settings = known["settings"];
  return {
    ...given(known),
    query: [{ ...own, ...(type === undefined || type === "search" ? {} : { type }) }],
    ...(isJsonObject(settings) ? { settings: given(settings) } : {}),
  };
}

// Suggestions of the index that are switched off are not asked for, unless an endpoint makes them; an empty answer
// stands for them.
function isSilent({ type, enableIndexSuggestions, endpoint, enableEndpointSuggestions }: Query): boolean {
  return (
    type === "suggestion" &&
    enableIndexSuggestions === false &&
    !(endpoint !== undefined && enableEndpointSuggestions === true)
  );
}

/**
 * Translates a search request. `visitor` is the caller's address; with the id it makes the preference that keeps pages
 * of one visitor on one shard copy.
 * `preference` of the URL replaces it; `bounds` are those of a caller who signed in, unless told. Throws a Refusal, for
 * what is past a bound before any of it is translated.
 */
export function translateRequest({
  request,
  visitor,
  preference,
  bounds = SIGNED_IN,
}: {
  request: SearchRequest;
  visitor: string;
  preference?: string | undefined;
  bounds?: RequestBounds;
}): Translation {
  const { settings } = request;
  requireBounds(request, bounds);
  const asked = translatable(request.queries, bounds);
  for (const query of asked) checkQuery(query);
  const queries = asked.map(normalized);
  const translation: Translation = { engine: [], endpoints: [], silent: [], asides: [] };
  const engineQuery = (query: Query): EngineQuery => {
    const header: JsonObject = { preference: preference ?? `${query.id}_${settings.userId ?? visitor}` };
    if (query.index !== undefined) header["index"] = query.index;
    return { query, header, body: translateQuery({ query, queries, backend: settings.backend ?? "elasticsearch" }) };
  };
  for (const query of queries) {
    if (goesToEndpoint(query)) {
      translation.endpoints.push(endpointOf(query, request));
      continue;
    }
    if (isSilent(query)) {
      translation.silent.push(query);
      // What was typed does not matter: promoted documents are shown whatever it is.
      if (query.pins) translation.asides.push(engineQuery({ ...query, value: undefined, defaultQuery: undefined }));
      continue;
    }
    if (query.execute === false) continue;
    translation.engine.push(engineQuery(query));
  }
  return translation;
}

// Go writes these signs as escapes; an engine that refuses a query counts them in the place that it names.
function line(value: JsonObject): string {
  const escaped = stringifyJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${escaped}\n`;
}

/** The body of the one `_msearch` that a request becomes. */
export function msearchBody(queries: readonly EngineQuery[]): string {
  return queries.map(({ header, body }) => line(header) + line(ordered(body))).join("");
}
