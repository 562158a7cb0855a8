import { randomUUID } from "node:crypto";

/** How long a search may still grow into the next one, in ms. */
const LIFETIME = 30_000;
const MAX_USERS = 20_000;

type Entry = { id: string; at: number };
type User = { searches: Map<string, Entry>; newest: number; seenAt: number };

/** Tells which searches are one: `b`, `bo`, `boo`, `book` typed within half a minute count once, as the last. */
export type SearchSessions = {
  /** The id of a search, an earlier one's where this one goes on from it. A search without text is always new. */
  idFor: (user: string, term: string) => string;
  /** True for a request that its client made before another one that came first (`X-Timestamp`, ms). */
  isStale: (user: string, timestamp: number | undefined) => boolean;
};

// A term with its last one and last two letters taken off: what may have been typed just before, or be left after a correction.
function shorterBy(term: string, letters: number): string {
  return [...term].slice(0, -letters).join("");
}

/** Short-lived memory of who searched for what. `now` gives the time in ms. */
export function createSearchSessions(now: () => number = Date.now): SearchSessions {
  const users = new Map<string, User>();

  function userOf(name: string): User {
    const known = users.get(name);
    if (known) return known;
    if (users.size >= MAX_USERS) for (const [old, { seenAt }] of users) if (now() - seenAt > LIFETIME) users.delete(old);
    if (users.size >= MAX_USERS) users.clear();
    const user: User = { searches: new Map(), newest: 0, seenAt: now() };
    users.set(name, user);
    return user;
  }

  function idFor(name: string, rawTerm: string): string {
    const term = rawTerm.trim().toLowerCase();
    if (term === "") return randomUUID();
    const user = userOf(name);
    const earlier = [term, shorterBy(term, 1), shorterBy(term, 2)].map((text) => user.searches.get(text)).find((entry) => entry && now() - entry.at < LIFETIME);
    if (!earlier) user.searches.clear();
    const entry: Entry = { id: earlier?.id ?? randomUUID(), at: now() };
    for (const text of [term, shorterBy(term, 1), shorterBy(term, 2)]) if (text !== "") user.searches.set(text, entry);
    return entry.id;
  }

  function isStale(name: string, timestamp: number | undefined): boolean {
    if (timestamp === undefined || !Number.isFinite(timestamp)) return false;
    const user = userOf(name);
    if (now() - user.seenAt < LIFETIME && timestamp < user.newest) return true;
    user.newest = timestamp;
    user.seenAt = now();
    return false;
  }

  return { idFor, isStale };
}
