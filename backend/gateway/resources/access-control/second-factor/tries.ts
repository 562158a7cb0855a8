import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HttpError } from "@backend/gateway/platform/http/errors";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

type Try = { username: string; address: string; kind: "time" | "recovery" };

/** Counts codes that are tried, in this process. */
export type Tries = { take: (attempt: Try) => Promise<void>; forget: (attempt: Try) => Promise<void> };

function tooMany({ msBeforeNext }: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new HttpError(429, `too many wrong codes: try again in ${seconds} seconds`, {
    headers: { "Retry-After": String(seconds) },
  });
}

/**
 * Limits of tries, by user and address. Over all addresses only codes of six digits are limited: whoever knows the
 * password and tries codes from everywhere keeps nobody from signing in with a recovery code, which cannot be guessed.
 */
export function createTries(): Tries {
  const byAddress = new RateLimiterMemory({ keyPrefix: "a", points: 5, duration: 15 * MINUTE });
  const recovery = new RateLimiterMemory({ keyPrefix: "r", points: 10, duration: 15 * MINUTE });
  const byUser = new RateLimiterMemory({ keyPrefix: "u", points: 100, duration: DAY });
  const key = ({ username, address }: Try) => `${address} ${username}`;
  const of = ({ kind }: Try) => (kind === "time" ? byAddress : recovery);

  async function consume(limiter: RateLimiterMemory, name: string): Promise<void> {
    try {
      await limiter.consume(name);
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(error) : error;
    }
  }

  return {
    // Counted before the code is looked at, so that many at once do not slip past.
    take: async (attempt) => {
      await consume(of(attempt), key(attempt));
      if (attempt.kind === "time") await consume(byUser, attempt.username);
    },
    forget: async (attempt) => {
      await of(attempt).delete(key(attempt));
      if (attempt.kind === "time") await byUser.reward(attempt.username, 1);
    },
  };
}
