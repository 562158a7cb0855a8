import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const MINUTE = 60;

// By address: all tries. By name and address: those that did not succeed. A name alone is never counted, or anybody could lock it for its owner.
const byAddress = new RateLimiterMemory({ keyPrefix: "address", points: 60, duration: 10 * MINUTE });
const byName = new RateLimiterMemory({ keyPrefix: "name", points: 8, duration: 15 * MINUTE });

// Sign-ins by OpenID Connect: no password is tried here, so they are counted apart, the way there and the way back.
const byProvider = new RateLimiterMemory({ keyPrefix: "oidc", points: 120, duration: 10 * MINUTE });

const nameKey = ({ address, username, url }: Try) => `${address}|${url}|${username.toLowerCase()}`;

export type Try = { address: string; username: string; url: string };

/**
 * Counts a try before the server is asked, so that many at once do not slip past the count. Returns the seconds to wait, or 0 when this one may go
 * on; then `forgetFailures` or `giveBack` takes it off again where it was no wrong password.
 */
export async function countTry(attempt: Try): Promise<number> {
  const byNameWait = await taken(byName, nameKey(attempt));
  if (byNameWait > 0) return byNameWait;
  const byAddressWait = await taken(byAddress, attempt.address);
  if (byAddressWait > 0) await giveBack(attempt);
  return byAddressWait;
}

/** Counts one step of a sign-in by OpenID Connect. Returns the seconds to wait, or 0. */
export function countStep(address: string): Promise<number> {
  return taken(byProvider, address);
}

async function taken(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw error;
  }
}

/** Takes a try off the count of its name: the password was not found wrong. */
export async function giveBack(attempt: Try) {
  await byName.reward(nameKey(attempt), 1);
}

/** Forgets the failed tries after a good one. */
export async function forgetFailures(attempt: Try) {
  await byName.delete(nameKey(attempt));
}
