import { STATUS_CODES } from "node:http";

/**
 * What lay behind an engine's refusal, beside the one sentence that clients know: the engine's own type and reason, and
 * the place in the body.
 */
export type ErrorCause = { type: string; reason: string; line?: number; column?: number; index?: string };

type HttpErrorOptions = { cause?: ErrorCause | undefined; headers?: Record<string, string> };

/**
 * A refusal in the server's error shape: `{"error":{"code","status","message"}}` with the same HTTP status.
 * `detail` becomes the extra key `cause`.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly detail: ErrorCause | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, options: HttpErrorOptions = {}) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.detail = options.cause;
    this.headers = options.headers ?? {};
  }
}

/** 401 with the challenge header that every denial carries; the server never answers 403. */
export function unauthorized(message: string): HttpError {
  return new HttpError(401, message, { headers: { "WWW-Authenticate": 'Basic realm="Authentication Required"' } });
}

/** 400 in the error shape. */
export function badRequest(message: string): HttpError {
  return new HttpError(400, message);
}

/** 404 in the error shape. */
export function notFound(message: string): HttpError {
  return new HttpError(404, message);
}

/** The text of a status as Go's net/http names it, which Node's table agrees with but for 413 and 418. */
export function statusText(status: number): string {
  if (status === 413) return "Request Entity Too Large";
  return STATUS_CODES[status] ?? String(status);
}

/**
 * A refusal of this server's in the words of the engine: `elastic: Error 400 (Bad Request): <reason> [type=<type>]`;
 * `cause` is what lay behind it.
 */
export function refusedByEngine(said: ErrorCause, cause = said): HttpError {
  return new HttpError(400, `elastic: Error 400 (${statusText(400)}): ${said.reason} [type=${said.type}]`, { cause });
}

/** The 404 of a user who is not there. */
export function userNotFound(username: string): HttpError {
  return notFound(`user with "username"="${username}" not found`);
}
