import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const MINUTE = 60;

// By address: all tries. By name and address: failed ones. A name alone is never counted, or anybody could lock it for its owner.
const byAddress = new RateLimiterMemory({ keyPrefix: "address", points: 60, duration: 10 * MINUTE });
const byName = new RateLimiterMemory({ keyPrefix: "name", points: 8, duration: 15 * MINUTE });

const nameKey = ({ address, username, url }: Try) => `${address}|${url}|${username.toLowerCase()}`;

export type Try = { address: string; username: string; url: string };

/** Seconds to wait before the next try to sign in, or 0 when this one may go on. Counts the try. */
export async function secondsToWait(attempt: Try) {
  const failed = await byName.get(nameKey(attempt));
  if (failed !== null && failed.remainingPoints <= 0) return Math.ceil(failed.msBeforeNext / 1000);
  try {
    await byAddress.consume(attempt.address);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.ceil(error.msBeforeNext / 1000);
    throw error;
  }
}

/** Counts a try with a wrong name or password. */
export async function countFailure(attempt: Try) {
  await byName.penalty(nameKey(attempt), 1);
}

/** Forgets the failed tries after a good one. */
export async function forgetFailures(attempt: Try) {
  await byName.delete(nameKey(attempt));
}
