import { endpointPlacesIn, endpointRemark, withoutEndpointsIn } from "@common/http/endpoint-queries";

// Searches that call an `endpoint`: the server does that with the rights of whoever searches, and some servers let it
// change something. For server and browser.

/** A call as it is sent: the path without parameters, the body as text. */
type Sent = { path: string; body?: string | null | undefined };

/**
 * The path from its first part that begins with an underscore, which says what is called; empty for a path of names
 * alone.
 */
export function callIn(path: string): string {
  return /^\/(?:[^/_][^/]*\/)?(_.+)$/.exec(path)?.[1] ?? "";
}

// What only translates or checks a search calls nothing that it names, and a document may have any members.
const CALLS_NOTHING = /\/validate$|^_(doc|create|update|bulk)(\/|$)/;

/** Where a call names endpoints; none where it is no search. */
export function endpointsIn({ path, body }: Sent): string[] {
  return body === null || body === undefined || CALLS_NOTHING.test(callIn(path)) ? [] : endpointPlacesIn(body);
}

/**
 * The body of a call that somebody kept, without the queries that call an endpoint, and what is left out as a sentence.
 * Not `ok` where the body names one and cannot be read.
 */
export function withoutEndpointCalls({
  path,
  body = null,
}: Sent): { ok: true; body: string | null; left: string | null } | { ok: false; reason: string } {
  if (body === null || endpointsIn({ path, body }).length === 0) return { ok: true, body, left: null };
  const { text, left } = withoutEndpointsIn(body);
  if (text === null)
    return {
      ok: false,
      reason: "The request body names an endpoint and cannot be read as JSON, so it is not sent again.",
    };
  return { ok: true, body: text, left: endpointRemark(left) };
}
