import type { Scope } from "~/session/scope.server";

// Addresses of links that have just been created: the page after that shows one once, to the session that created it.
// Nothing else knows them.

const FRESH_MS = 5 * 60_000;
const MOST = 1000;

const fresh = new Map<string, { token: string; until: number }>();
const keyOf = ({ session }: Pick<Scope, "session">, id: string) => JSON.stringify([session.id, id]);

/** The next page of this link may show its address. */
export function keepToken(scope: Pick<Scope, "session">, { id, token }: { id: string; token: string }): void {
  const now = Date.now();
  for (const [key, { until }] of fresh) if (until < now || fresh.size >= MOST) fresh.delete(key);
  fresh.set(keyOf(scope, id), { token, until: now + FRESH_MS });
}

/** What its address ends in: once. */
export function takeToken(scope: Pick<Scope, "session">, id: string): string | undefined {
  const key = keyOf(scope, id);
  const found = fresh.get(key);
  fresh.delete(key);
  return found !== undefined && found.until > Date.now() ? found.token : undefined;
}
