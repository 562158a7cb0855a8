import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/json";
import { request as send } from "undici";
import type { EndpointQuery } from "./translate/translate";

const TIMEOUT_MS = 30_000;
/** Marks a call that this server made to itself, so that one request cannot call on and on. */
export const ENDPOINT_HEADER = "x-endpoint-call";

type Self = { baseUrl: string; authorization: string | undefined; isEndpointCall: boolean };

function refused(reason: string, status = 400): JsonObject {
  return { error: { type: "endpoint_not_allowed", reason }, status };
}

// Only paths of this very server: any other address would let a caller look into the network behind it.
function ownPath(url: string): string | null {
  if (!url.startsWith("/") || url.startsWith("//") || url.includes("\\")) return null;
  return url;
}

function headersOf({ headers }: EndpointQuery, { authorization }: Self): Record<string, string> {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  return {
    ...(names.has("content-type") ? {} : { "content-type": "application/json" }),
    ...(authorization === undefined || names.has("authorization") ? {} : { authorization }),
    ...Object.fromEntries(given),
    [ENDPOINT_HEADER]: "1",
  };
}

// An answer that is itself one of the search API, for the same id, is unwrapped.
function unwrapped(body: JsonObject, id: string): JsonObject {
  const keys = Object.keys(body);
  const inner = body[id];
  return keys.every((key) => key === id || key === "settings") && inner !== undefined && isJsonObject(inner) ? inner : body;
}

/** Sends a query to its endpoint and gives what stands under its id; an address that is not allowed and an answer that is no JSON object become an error there. */
export async function callEndpoint(query: EndpointQuery, self: Self): Promise<JsonObject> {
  const path = ownPath(query.url);
  if (path === null) return refused(`endpoint [${query.url}] is not allowed: only paths of this server are called`);
  if (self.isEndpointCall) return refused("an endpoint may not call further endpoints");
  const method = query.method.toUpperCase();
  if (method !== "GET" && method !== "POST") return refused(`endpoint method [${query.method}] is not allowed`);
  try {
    const response = await send(new URL(path, self.baseUrl), {
      method,
      headers: headersOf(query, self),
      ...(query.body === undefined || method === "GET" ? {} : { body: stringifyJson(query.body) }),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const body = parseJson(await response.body.text());
    return isJsonObject(body) ? unwrapped(body, query.query.id) : refused("the endpoint's answer is no JSON object", 502);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error), 502);
  }
}
