import type { Scope } from "~/session/scope.server";

// Credentials whose password has just been made. The page after that shows it without being asked, once, to the session
// that made it.

const FRESH_MS = 2 * 60_000;
const MOST = 1000;

/** Until when, by session and name, the oldest first. */
const fresh = new Map<string, number>();
const keyOf = ({ session }: Pick<Scope, "session">, name: string) => JSON.stringify([session.id, name]);

/** The next page of this credential may show its password. */
export function markFresh(scope: Pick<Scope, "session">, name: string): void {
  const now = Date.now();
  for (const [key, until] of fresh) if (until < now || fresh.size >= MOST) fresh.delete(key);
  fresh.set(keyOf(scope, name), now + FRESH_MS);
}

/** Whether it may: true once. */
export function takeFresh(scope: Pick<Scope, "session">, name: string): boolean {
  const key = keyOf(scope, name);
  const until = fresh.get(key) ?? 0;
  fresh.delete(key);
  return until > Date.now();
}
