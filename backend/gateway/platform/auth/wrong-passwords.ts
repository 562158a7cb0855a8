import { createHmac, randomBytes } from "node:crypto";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { HttpError } from "../http/errors";

/**
 * Wrong passwords of one name from one address in 15 minutes, and of one address in 10 minutes, before it has to wait.
 * 0 counts none.
 */
export type WrongPasswordLimits = { perName: number; perAddress: number };
/** A sign-in with a name and a password; `address` is null where whoever calls counts himself, as the console does. */
export type SignIn = { address: string | null; username: string; password: string };
/** Runs a check of a password, unless there were too many wrong ones: then it throws 429 with `Retry-After`. */
export type WrongPasswords = <Value>(signIn: SignIn, check: () => Promise<Value>) => Promise<Value>;

export const USUAL_LIMITS: WrongPasswordLimits = { perName: 8, perAddress: 60 };

const MINUTE = 60;
/** How long who signed in may go on whatever others of his address do, in ms, and how many such are remembered. */
const REMEMBERED = 60 * 60_000;
const MAX_REMEMBERED = 10_000;

/** What counts as one address: whoever has one of IPv6 has the 2^64 beside it. */
export function network(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : address;
}

function tooMany(milliseconds: number): HttpError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new HttpError(429, `Too many wrong passwords. Try again in ${seconds} seconds`, {
    headers: { "Retry-After": String(seconds) },
  });
}

const isWrong = (error: unknown) => error instanceof HttpError && error.status === 401;

/**
 * Counts wrong passwords by address, and by name and address. A name alone is never counted, or anybody could lock it
 * for its owner, and a password that is right costs nothing. A try counts before it is checked and is given back where
 * nothing wrong was found, so that many at once do not slip past the count.
 */
export function createWrongPasswords({ perName, perAddress }: WrongPasswordLimits = USUAL_LIMITS): WrongPasswords {
  const secret = randomBytes(32);
  const good = new Map<string, number>();
  const underWay = new Map<string, Promise<unknown>>();
  const counts = [
    {
      points: perName,
      limiter: new RateLimiterMemory({ keyPrefix: "name", points: perName || 1, duration: 15 * MINUTE }),
      isByName: true,
    },
    {
      points: perAddress,
      limiter: new RateLimiterMemory({ keyPrefix: "address", points: perAddress || 1, duration: 10 * MINUTE }),
      isByName: false,
    },
  ].filter(({ points }) => points > 0);
  const digest = (...parts: string[]) =>
    createHmac("sha256", secret).update(parts.join("\0")).digest("base64url").slice(0, 22);

  function remember(id: string): void {
    good.delete(id);
    good.set(id, Date.now() + REMEMBERED);
    const [oldest] = good.keys();
    if (good.size > MAX_REMEMBERED && oldest !== undefined) good.delete(oldest);
  }

  async function counted<Value>(
    keys: readonly { limiter: RateLimiterMemory; points: number; key: string }[],
    check: () => Promise<Value>,
  ): Promise<Value> {
    const all = await Promise.all(
      keys.map(async ({ limiter, points, key }) => ({ points, state: await limiter.get(key) })),
    );
    const waits = all.flatMap(({ points, state }) =>
      state !== null && state.consumedPoints >= points ? [state.msBeforeNext] : [],
    );
    if (waits.length > 0) throw tooMany(Math.max(...waits));
    await Promise.all(keys.map(({ limiter, key }) => limiter.penalty(key)));
    try {
      const value = await check();
      await Promise.all(keys.map(({ limiter, key }) => limiter.reward(key)));
      return value;
    } catch (error) {
      if (!isWrong(error)) await Promise.all(keys.map(({ limiter, key }) => limiter.reward(key)));
      throw error;
    }
  }

  return async ({ address, username, password }, check) => {
    if (address === null || counts.length === 0) return check();
    const from = network(address);
    const id = digest(from, username, password);
    // The same name and password at the same time are one try, as of a program that begins with many calls.
    await underWay.get(id)?.catch(() => undefined);
    const isGood = (good.get(id) ?? 0) > Date.now();
    const keys = counts.map(({ limiter, points, isByName }) => ({
      limiter,
      points,
      key: isByName ? digest(from, username) : from,
    }));
    const result = isGood ? check() : counted(keys, check);
    if (!isGood && !underWay.has(id)) {
      const settled = () => void underWay.delete(id);
      underWay.set(id, result);
      result.then(settled, settled);
    }
    try {
      const value = await result;
      remember(id);
      return value;
    } catch (error) {
      if (isGood && isWrong(error)) good.delete(id);
      throw error;
    }
  };
}
