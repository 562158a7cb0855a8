import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * The id of a request: the caller's `X-Request-Id` when it is short and plain (it goes into logs and on to the back
 * end), else a new UUID. Written back to the request's headers, where the Remix handler passes it on, and to the
 * response.
 */
export function requestId(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && wellFormed.test(given) ? given : randomUUID();
  request.headers["x-request-id"] = id;
  response.setHeader("X-Request-Id", id);
  return id;
}
