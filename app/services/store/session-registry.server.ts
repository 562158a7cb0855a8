import type { Config } from "~/config.server";

type Entry = { expires: number };
const sessions = new Map<string, Entry>();

/** Notes a session that begins. `expires` in milliseconds since 1970. */
export function addSession({ id, expires }: { config: Config; id: string; expires: number }) {
  sessions.set(id, { expires });
}

/** True while a session has neither ended nor run out. */
export function hasSession({ id }: { config: Config; id: string }) {
  const entry = sessions.get(id);
  return entry !== undefined && entry.expires > Date.now();
}

/** Ends a session: its cookie, and every copy of it, is worth nothing from now on. */
export function removeSession({ id }: { config: Config; id: string }) {
  sessions.delete(id);
}
