import type { IncomingMessage } from "node:http";

const METHODS = ["HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function titleCase(name: string): string {
  return name
    .trim()
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join("-");
}

/** True for a browser's question before a cross-origin call. */
export function isPreflight(request: IncomingMessage): boolean {
  return request.method === "OPTIONS" && (request.headers["access-control-request-method"] ?? "") !== "";
}

/**
 * Headers of the answer to a preflight: what was asked for is allowed; an unknown method gets none of them [recorded].
 */
export function preflightHeaders(request: IncomingMessage): Record<string, string> {
  const vary = { Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers" };
  const method = request.headers["access-control-request-method"]?.toUpperCase() ?? "";
  if (request.headers.origin === undefined || !METHODS.includes(method)) return vary;
  const asked = request.headers["access-control-request-headers"] ?? "";
  const names = asked
    .split(",")
    .map(titleCase)
    .filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
  return {
    ...vary,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": method,
    ...(names.length > 0 ? { "Access-Control-Allow-Headers": names.join(", ") } : {}),
  };
}

/**
 * Headers of every other answer, errors too: any origin may read it, all headers included, and cookies play no part. A
 * plain OPTIONS has none [recorded].
 */
export function corsHeaders(request: IncomingMessage): Record<string, string> {
  if (request.method === "OPTIONS") return {};
  if (request.headers.origin === undefined) return { Vary: "Origin" };
  return { Vary: "Origin", "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "*" };
}
