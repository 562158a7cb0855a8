import { createHash } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const MINUTE = 60;
const WINDOW_MS = 10 * MINUTE * 1000;

// By address: all tries. By name and address: those that did not succeed. A name alone is never counted, or anybody
// could lock it for its owner.
const byAddress = new RateLimiterMemory({ keyPrefix: "address", points: 60, duration: WINDOW_MS / 1000 });
const byName = new RateLimiterMemory({ keyPrefix: "name", points: 8, duration: 15 * MINUTE });
// Sign-ins by OpenID Connect: no password is tried here, so they are counted apart, the way there and the way back.
const byProvider = new RateLimiterMemory({ keyPrefix: "oidc", points: 120, duration: WINDOW_MS / 1000 });

// Shared links: by address all openings, so that nobody guesses; by link and address what one reader may load of it.
const byVisitor = new RateLimiterMemory({ keyPrefix: "visitor", points: 240, duration: WINDOW_MS / 1000 });
const byLink = new RateLimiterMemory({ keyPrefix: "link", points: 60, duration: WINDOW_MS / 1000 });

/** Addresses that are counted one by one at a time; with each go at most as many names as it has tries. */
const MOST_PLACES = 20_000;

/**
 * What is counted as one address: of IPv6 the network that one customer has, or a single machine would be 2^64 of them.
 * What comes when very many are counted already shares the count of its neighbourhood, so that no number of addresses
 * fills the memory.
 */
export function createPlaces(most = MOST_PLACES) {
  /** Those that count by themselves, and until when; in the order of their first try. */
  const places = new Map<string, number>();
  return (address: string): string => {
    const { near, far } = networksOf(address);
    const now = Date.now();
    if ((places.get(near) ?? 0) > now) return near;
    for (const [place, until] of places) {
      if (until > now) break;
      places.delete(place);
    }
    if (places.size >= most) return far;
    places.set(near, now + WINDOW_MS);
    return near;
  };
}

const placeOf = createPlaces();

/** Of an address the network that counts as one customer (`near`) and its neighbourhood (`far`). */
export function networksOf(address: string): { near: string; far: string } {
  if (isIP(address) === 0) return { near: "unknown", far: "unknown" };
  const bytes = ipaddr.process(address).toByteArray();
  const first = (count: number) => bytes.slice(0, count).join(".");
  return bytes.length === 4 ? { near: first(4), far: first(1) } : { near: `6 ${first(8)}`, far: `6 ${first(2)}` };
}

export type Try = { address: string; username: string; url: string };

/** Of one length, whatever was typed. */
const nameKey = ({ place, username, url }: { place: string; username: string; url: string }) =>
  createHash("sha256").update(`${place}|${url}|${username.toLowerCase()}`).digest("base64");

const keysOf = ({ address, username, url }: Try) => {
  const place = placeOf(address);
  return { place, name: nameKey({ place, username, url }) };
};

/**
 * Counts a try before the server is asked, so that many at once do not slip past the count. Returns the seconds to
 * wait, or 0 when this one may go on; then `forgetFailures` or `giveBack` takes it off again where it was no wrong
 * password.
 */
export async function countTry(attempt: Try): Promise<number> {
  const { place, name } = keysOf(attempt);
  // Before the name, which would be one more to remember.
  const used = await byAddress.get(place);
  if (used !== null && used.consumedPoints >= byAddress.points) return secondsOf(used);
  const byNameWait = await taken(byName, name);
  if (byNameWait > 0) return byNameWait;
  const byAddressWait = await taken(byAddress, place);
  if (byAddressWait > 0) await giveBack(attempt);
  return byAddressWait;
}

/** Counts one step of a sign-in by OpenID Connect. Returns the seconds to wait, or 0. */
export function countStep(address: string): Promise<number> {
  return taken(byProvider, placeOf(address));
}

/** Counts that somebody asks for a shared link, whether there is one or not. Returns the seconds to wait, or 0. */
export function countVisitor(address: string): Promise<number> {
  return taken(byVisitor, placeOf(address));
}

/** Counts an opening of a link that there is, by its id. Returns the seconds to wait, or 0. */
export function countOpening({ address, link }: { address: string; link: string }): Promise<number> {
  return taken(byLink, `${placeOf(address)}|${link}`);
}

async function taken(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return secondsOf(error);
    throw error;
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Takes a try off the count of its name: the password was not found wrong. */
export async function giveBack(attempt: Try) {
  await byName.reward(keysOf(attempt).name, 1);
}

/** Forgets the failed tries after a good one. */
export async function forgetFailures(attempt: Try) {
  await byName.delete(keysOf(attempt).name);
}
