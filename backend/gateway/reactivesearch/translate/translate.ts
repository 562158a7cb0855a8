import { type JsonObject, stringifyJson } from "@common/json";
import type { Query, SearchRequest } from "../request/schema";
import { checkQuery } from "./checks";
import { ordered } from "./ordered";
import { withoutLoneSigns } from "./plural";
import { translateQuery } from "./query";
import type { SearchBody } from "./types";

/** A query that goes to the engine. */
export type EngineQuery = { query: Query; header: JsonObject; body: SearchBody };
/** A query that goes to a URL of its own. */
export type EndpointQuery = { query: Query; url: string; method: string; headers: JsonObject; body: JsonObject[string] | undefined };
/** A request taken apart; `silent` are suggestion queries of which nothing is asked, they answer no hits. */
export type Translation = { engine: EngineQuery[]; endpoints: EndpointQuery[]; silent: Query[] };

function normalized(query: Query): Query {
  return query.type === "suggestion" && typeof query.value === "string" ? { ...query, value: withoutLoneSigns(query.value) } : query;
}

function goesToEndpoint(query: Query): boolean {
  return query.endpoint !== undefined && query.enableEndpointSuggestions !== false;
}

function endpointOf(query: Query, request: SearchRequest): EndpointQuery {
  const { url = "", method = "POST", headers = {}, body } = query.endpoint ?? {};
  return { query, url, method, headers, body: body ?? (method === "POST" ? ownRequest(query, request) : undefined) };
}

// An endpoint without a body of its own is sent this one query, as if it were a search API itself.
function ownRequest(query: Query, { raw }: SearchRequest): JsonObject {
  const list = Array.isArray(raw["query"]) ? raw["query"] : [];
  const items = list.flatMap((item): JsonObject[] => {
    if (typeof item !== "object" || item === null || Array.isArray(item) || !("id" in item) || item.id !== query.id) return [];
    const { endpoint: _endpoint, ...rest } = item;
    return [rest];
  });
  return { ...raw, query: items.slice(-1) };
}

/**
 * Translates a search request. `visitor` is the caller's address; with the id it makes the preference that keeps pages of one visitor on one shard copy.
 * `preference` of the URL replaces it. Throws a Refusal.
 */
export function translateRequest({ request, visitor, preference }: { request: SearchRequest; visitor: string; preference?: string | undefined }): Translation {
  const { settings } = request;
  for (const query of request.queries) checkQuery(query);
  const queries = request.queries.map(normalized);
  const translation: Translation = { engine: [], endpoints: [], silent: [] };
  for (const query of queries) {
    if (goesToEndpoint(query)) {
      translation.endpoints.push(endpointOf(query, request));
      continue;
    }
    if (query.execute === false) continue;
    if (query.type === "suggestion" && query.enableIndexSuggestions === false) {
      translation.silent.push(query);
      continue;
    }
    const header: JsonObject = { preference: preference ?? `${query.id}_${settings.userId ?? visitor}` };
    if (query.index !== undefined) header["index"] = query.index;
    translation.engine.push({ query, header, body: translateQuery({ query, queries, backend: settings.backend ?? "elasticsearch" }) });
  }
  return translation;
}

/** The body of the one `_msearch` that a request becomes. */
export function msearchBody(queries: readonly EngineQuery[]): string {
  return queries.map(({ header, body }) => `${stringifyJson(header)}\n${stringifyJson(ordered(body))}\n`).join("");
}
