import type { Session as Told } from "~/sessions.server";

type Session = { session: Pick<Told, "id"> };

const KEPT_MS = 10_000;
const MOST_KEPT = 200;
const kept = new Map<string, { at: number; names: Promise<string[]> }>();

/** The names of indices that a session was told within the last ten seconds; else what `ask` finds, which is kept. */
export function keptIndexNames({ session }: Session, ask: () => Promise<string[]>): Promise<string[]> {
  const found = kept.get(session.id);
  if (found && Date.now() - found.at < KEPT_MS) return found.names;
  const names = ask();
  kept.set(session.id, { at: Date.now(), names });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  names.catch(() => kept.delete(session.id));
  return names;
}

/** Forgets the kept names, after an index was made or deleted. */
export function forgetIndexNames({ session }: Session) {
  kept.delete(session.id);
}
