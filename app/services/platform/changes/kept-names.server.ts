import type { Session as Told } from "~/sessions.server";

/** What choosers know of an index. */
export type KnownIndex = { name: string; index: string; open: boolean; documents: number | null };

type Session = { session: Pick<Told, "id"> };

const KEPT_MS = 10_000;
const MOST_KEPT = 200;
const kept = new Map<string, { at: number; rows: Promise<KnownIndex[]> }>();

/** The indices that a session was told within the last ten seconds; else what `ask` finds, which is kept. */
export function keptIndices({ session }: Session, ask: () => Promise<KnownIndex[]>): Promise<KnownIndex[]> {
  const found = kept.get(session.id);
  if (found && Date.now() - found.at < KEPT_MS) return found.rows;
  const rows = ask();
  kept.set(session.id, { at: Date.now(), rows });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  rows.catch(() => kept.delete(session.id));
  return rows;
}

/** Forgets them, after an index was made or deleted. */
export function forgetIndexNames({ session }: Session) {
  kept.delete(session.id);
}
