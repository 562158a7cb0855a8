import { HttpError } from "../http/errors";

/** Elasticsearch's types for what is refused because too much is open or under way. */
type Type = "es_rejected_execution_exception" | "rejected_execution_exception";

/** 429 in Elasticsearch's words and form, with the seconds after which it is worth trying again. */
export function tooMany({
  reason,
  type = "es_rejected_execution_exception",
  retryAfter = 1,
}: {
  reason: string;
  type?: Type;
  retryAfter?: number;
}): HttpError {
  const headers = { "Retry-After": String(Math.max(1, Math.ceil(retryAfter))) };
  return new HttpError(429, `elastic: Error 429 (Too Many Requests): ${reason} [type=${type}]`, {
    cause: { type, reason },
    headers,
  });
}
