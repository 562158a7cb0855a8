import { CALLS_LIMITS } from "@common/limits/calls";
import { HttpError } from "./errors";

/**
 * What one request holds of the budget: `take` before bytes are kept, throwing 429 where too many are held already;
 * `release` once the request is answered.
 */
export type HeldBytes = { take: (bytes: number) => void; release: () => void };
export type BodyBudget = { open: () => HeldBytes };

function inWords(bytes: number): string {
  for (const [unit, size] of [
    ["gb", 1024 ** 3],
    ["mb", 1024 ** 2],
    ["kb", 1024],
  ] as const) {
    if (bytes >= size) return `${bytes}/${Math.floor((bytes / size) * 10) / 10}${unit}`;
  }
  return `${bytes}/${bytes}b`;
}

// Elasticsearch's sentence and type for its own limit of this kind.
function tooMuch(wanted: number, limit: number): HttpError {
  const reason = `[in_flight_requests] Data too large, data for [<http_request>] would be [${inWords(wanted)}], which is larger than the limit of [${inWords(limit)}]`;
  const cause = { type: "circuit_breaking_exception", reason };
  const headers = { "Retry-After": "1", Connection: "close" };
  return new HttpError(429, `elastic: Error 429 (Too Many Requests): ${reason} [type=circuit_breaking_exception]`, {
    cause,
    headers,
  });
}

/** A budget of bytes. Only what has arrived counts, so a slow caller takes no more of it than he sent. */
export function createBodyBudget(limit: number = CALLS_LIMITS.bodies.most): BodyBudget {
  let held = 0;
  return {
    open: () => {
      let mine = 0;
      return {
        take: (bytes) => {
          if (held + bytes > limit) throw tooMuch(held + bytes, limit);
          held += bytes;
          mine += bytes;
        },
        release: () => {
          held -= mine;
          mine = 0;
        },
      };
    },
  };
}
