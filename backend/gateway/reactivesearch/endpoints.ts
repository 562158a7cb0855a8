import { addressOn, plainAddress } from "@common/addresses";
import { SECOND_FACTOR } from "@common/second-factor";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/json";
import { request as send } from "undici";
import type { EndpointAccess } from "./endpoint-access";
import type { EndpointQuery } from "./translate/translate";

const TIMEOUT_MS = 30_000;
/** Longest answer of an endpoint, in bytes. */
const MAX_ANSWER = 10 * 1024 * 1024;
/** Marks a call that this server made to itself, so that one request cannot call on and on. */
export const ENDPOINT_HEADER = "x-endpoint-call";

type Self = {
  baseUrl: string;
  authorization: string | undefined;
  secondFactor: string | undefined;
  isEndpointCall: boolean;
  access: EndpointAccess;
  signal: AbortSignal;
};
/** Where a query goes: a path of this very server, or an address that the operator lists. */
type Target = { url: URL; isOwn: boolean };

function refused(reason: string, status = 400): JsonObject {
  return { error: { type: "endpoint_not_allowed", reason }, status };
}

// Any other address would let a caller look into the network behind this server. The text is taken apart first; what came of it is compared, and called.
function targetOf(address: string, { baseUrl, access }: Self): Target | null {
  const own = addressOn(baseUrl, address);
  if (own) return { url: own, isOwn: true };
  const url = plainAddress(address);
  return url && access.admits(url) ? { url, isOwn: false } : null;
}

/** What would tell the server called of another connection than this one. */
const OF_THE_CONNECTION =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|forwarded|via|x-forwarded-.*|x-real-ip|x-endpoint-call|proxy-.*)$/;

// The caller's own Authorization stays on this server; for others it must be among the headers of the query.
function headersOf({ headers }: EndpointQuery, { authorization, secondFactor }: Self, { isOwn }: Target): Record<string, string> {
  const given = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !OF_THE_CONNECTION.test(entry[0].trim().toLowerCase()),
  );
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  return {
    ...(names.has("content-type") ? {} : { "content-type": "application/json" }),
    ...(!isOwn || authorization === undefined || names.has("authorization")
      ? {}
      : { authorization, ...(secondFactor === undefined ? {} : { [SECOND_FACTOR]: secondFactor }) }),
    ...Object.fromEntries(given),
    [ENDPOINT_HEADER]: "1",
  };
}

async function limitedText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > MAX_ANSWER) throw new Error(`the endpoint's answer is longer than ${MAX_ANSWER} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts, size).toString("utf8");
}

// An answer that is itself one of the search API, for the same id, is unwrapped.
function unwrapped(body: JsonObject, id: string): JsonObject {
  const keys = Object.keys(body);
  const inner = body[id];
  return keys.every((key) => key === id || key === "settings") && inner !== undefined && isJsonObject(inner) ? inner : body;
}

/**
 * Sends a query to its endpoint and gives what stands under its id. An address that is not allowed, a redirect, an answer that is too long, too late or
 * no JSON object become an error there.
 */
export async function callEndpoint(query: EndpointQuery, self: Self): Promise<JsonObject> {
  const target = targetOf(query.url, self);
  if (target === null) return refused(`endpoint [${query.url}] is not allowed: only paths of this server and the addresses that its operator lists are called`);
  if (self.isEndpointCall) return refused("an endpoint may not call further endpoints");
  const method = query.method.toUpperCase();
  if (method !== "GET" && method !== "POST") return refused(`endpoint method [${query.method}] is not allowed`);
  try {
    const response = await send(target.url, {
      method,
      headers: headersOf(query, self, target),
      ...(query.body === undefined || method === "GET" ? {} : { body: stringifyJson(query.body) }),
      ...(target.isOwn ? {} : { dispatcher: self.access.dispatcher }),
      signal: AbortSignal.any([self.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await limitedText(response.body);
    if (response.statusCode >= 300 && response.statusCode < 400) return refused("the endpoint redirects, which is not followed", 502);
    const body = parseJson(text);
    return isJsonObject(body) ? unwrapped(body, query.query.id) : refused("the endpoint's answer is no JSON object", 502);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error), 502);
  }
}
