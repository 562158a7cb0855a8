import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Credential } from "../auth/credential";
import { limitKey } from "../auth/credential";
import type { Category } from "@common/access-control/categories";

// Points are counted here and compared with the limit of the credential at hand, so the limiter's own bound is out of
// reach.
const UNBOUND = Number.MAX_SAFE_INTEGER;

export type RateLimits = (check: { credential: Credential; category: Category; address: string }) => Promise<boolean>;

/**
 * Counts the calls of credentials: per category in a second, per address in an hour. The answer is false once a limit
 * is passed.
 */
export function createRateLimits(): RateLimits {
  const perSecond = new RateLimiterMemory({ keyPrefix: "s", points: UNBOUND, duration: 1 });
  const perHour = new RateLimiterMemory({ keyPrefix: "h", points: UNBOUND, duration: 3600 });
  return async ({ credential, category, address }) => {
    // A call that is one too many for its category does not count for its address [server].
    const limit = credential.limits[limitKey(category)];
    if (limit !== undefined && (await perSecond.penalty(`${credential.username}:${category}`)).consumedPoints > limit)
      return false;
    const inHour = await perHour.penalty(`${credential.username}:${address}`);
    return inHour.consumedPoints <= (credential.limits["ip_limit"] ?? UNBOUND);
  };
}
