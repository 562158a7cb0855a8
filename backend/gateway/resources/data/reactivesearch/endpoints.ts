import { networkInterfaces } from "node:os";
import { addressOn, plainAddress } from "@common/http/addresses";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { inTime } from "@common/process/in-time";
import { ENDPOINT_LIMITS } from "@common/limits/endpoints";
import { request as send } from "undici";
import { INNER_CALL, type InnerCall, MARKED } from "@backend/gateway/platform/http/inner-call";
import { namedHeaders } from "@backend/gateway/platform/http/named-headers";
import { limitedText, piecesOf } from "@backend/gateway/platform/http/limited-text";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { EndpointAccess } from "./endpoint-access";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { SearchRequest } from "./request/schema";
import type { EndpointQuery } from "./translate/translate";

const ANSWER = { most: ENDPOINT_LIMITS.endpointAnswer.most, what: "the endpoint's answer" };

type Around = { context: SignedContext; innerCall: InnerCall; access: EndpointAccess };
/** Where a query goes: a path of this very server, or an address that the operator lists. */
type Target = { url: URL; isOwn: boolean };

/** What stands under the id of a query whose endpoint is not called. */
export function refusedEndpoint(reason: string, status = 400): JsonObject {
  return { error: { type: "endpoint_not_allowed", reason }, status };
}

const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");

// Names and numbers under which this machine reaches itself. A server that listens on one port of it is this one.
function isThisMachine(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (bare === "localhost" || bare.endsWith(".localhost") || /^(127\.|0\.0\.0\.0$)/.test(bare)) return true;
  if (["::", "::1"].includes(bare) || /^::ffff:7f/.test(bare)) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === bare) === true);
}

// By its own port, or by the name under which the caller reached it: such a call has the caller's rights and no more,
// so it may be believed.
function isOwnAddress(url: URL, { selfUrl, headers }: SignedContext): boolean {
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  if (url.host === headers.host?.trim().toLowerCase()) return true;
  return portOf(url) === portOf(new URL(selfUrl)) && isThisMachine(url.hostname);
}

// Any other address would let a caller look into the network behind this server. The text is taken apart first; what
// came of it is compared, and called.
function targetOf(address: string, { context, access }: Around): Target | null {
  const own = addressOn(context.selfUrl, address);
  if (own) return { url: own, isOwn: true };
  const url = plainAddress(address);
  if (url === null || url.username !== "" || url.password !== "") return null;
  if (isOwnAddress(url, context)) return { url, isOwn: true };
  return access.admits(url) ? { url, isOwn: false } : null;
}

// An answer that is itself one of the search API, for the same id, is unwrapped.
function unwrapped(body: JsonObject, id: string): JsonObject {
  const keys = Object.keys(body);
  const inner = body[id];
  return keys.every((key) => key === id || key === "settings") && inner !== undefined && isJsonObject(inner)
    ? inner
    : body;
}

function answerOf(text: string, { query }: EndpointQuery): JsonObject {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    body = null;
  }
  return isJsonObject(body)
    ? unwrapped(body, query.id)
    : refusedEndpoint("the endpoint's answer is no JSON object", 502);
}

type Call = { url: URL; method: "GET" | "POST"; headers: Record<string, string>; body: string; signal: AbortSignal };

async function ownAnswer({ url, ...call }: Call, { context, innerCall }: Around): Promise<string> {
  return limitedText(piecesOf(await innerCall(context, { ...call, target: `${url.pathname}${url.search}` })), ANSWER);
}

async function foreignAnswer({ url, method, headers, body, signal }: Call, { access }: Around): Promise<string> {
  const response = await send(url, {
    method,
    headers: { "content-type": "application/json", ...headers, ...MARKED },
    ...(body === "" ? {} : { body }),
    dispatcher: access.dispatcher,
    signal,
  });
  const text = await limitedText(response.body, ANSWER);
  if (response.statusCode >= 300 && response.statusCode < 400)
    throw new Error("the endpoint redirects, which is not followed");
  return text;
}

/** Refuses a search with more endpoints than one may have. Throws a Refusal. */
export function requireFewEndpoints(endpoints: readonly EndpointQuery[]): void {
  const { most } = ENDPOINT_LIMITS.endpointsInSearch;
  if (endpoints.length > most)
    throw new Refusal(
      `a search can have at most ${most} queries with an endpoint, this one has ${endpoints.length}: send several`,
    );
}

/**
 * Whether an endpoint stands in what the caller himself sent. What rules and settings made of a request calls nothing
 * in his name.
 */
export function isAskedFor({ query }: EndpointQuery, { queries }: SearchRequest): boolean {
  const text = (one: SearchRequest["queries"][number]) => JSON.stringify(one.endpoint);
  return queries.some((one) => one.id === query.id && text(one) === text(query));
}

/**
 * Sends a query to its endpoint and gives what stands under its id. A path of this server is called within the caller's
 * own call (`http/inner-call.ts`), an address of the operator's list over the network, with nothing of the caller's but
 * what his query says. An address that is not allowed, a header that may not be set, a redirect, an answer that is too
 * long, too late or no JSON object become an error there.
 */
export async function callEndpoint(query: EndpointQuery, around: Around): Promise<JsonObject> {
  const target = targetOf(query.url, around);
  if (target === null)
    return refusedEndpoint(
      `endpoint [${query.url}] is not allowed: only paths of this server and the addresses that its operator lists are called`,
    );
  if (around.context.headers[INNER_CALL] !== undefined)
    return refusedEndpoint("a call that another call makes may not call endpoints");
  const method = query.method.toUpperCase();
  if (method !== "GET" && method !== "POST") return refusedEndpoint(`endpoint method [${query.method}] is not allowed`);
  const named = namedHeaders(query.headers, { toSelf: target.isOwn });
  if (!named.ok) return refusedEndpoint(named.reason);
  const body = query.body === undefined || method === "GET" ? "" : stringifyJson(query.body);
  try {
    const text = await inTime({ ms: ENDPOINT_LIMITS.endpointTime.most, signal: around.context.signal }, (signal) => {
      const call: Call = { url: target.url, method, headers: named.headers, body, signal };
      return target.isOwn ? ownAnswer(call, around) : foreignAnswer(call, around);
    });
    return answerOf(text, query);
  } catch (error) {
    return refusedEndpoint(error instanceof Error ? error.message : String(error), 502);
  }
}
