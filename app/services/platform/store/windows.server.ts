import { randomBytes } from "node:crypto";
import { openStore, requireStore } from "./database.server";

// Writing windows of protected servers: for some minutes, with a reason, changes may be made. Everybody on the server
// sees them.

export type WritingWindow = { id: string; person: string; reason: string; opened: number; ends: number };

type Where = { dataDir: string; server: string };

/** The window that is open on a server now; null if none is. */
export function currentWindow({ dataDir, server }: Where): WritingWindow | null {
  const sql =
    "SELECT id, person, reason, opened, ends FROM writing_windows WHERE server = ? AND ends > ? ORDER BY ends DESC LIMIT 1";
  return openStore(dataDir).prepare<WritingWindow>(sql).get(server, Date.now()) ?? null;
}

/**
 * Opens a window. Throws BackendError 507 where the console's disk is full: a window that a restart forgets would be
 * closed without a word.
 */
export function openWindow({
  dataDir,
  server,
  person,
  reason,
  minutes,
}: Where & { person: string; reason: string; minutes: number }): WritingWindow {
  const now = Date.now();
  const window = {
    id: randomBytes(9).toString("base64url"),
    person,
    reason,
    opened: now,
    ends: now + minutes * 60_000,
  };
  requireStore(dataDir)
    .prepare("INSERT INTO writing_windows (id, server, person, reason, opened, ends) VALUES (?, ?, ?, ?, ?, ?)")
    .run(window.id, server, person, reason, now, window.ends);
  return window;
}

/** Ends every window of a server now. False where none was open. */
export function endWindow({ dataDir, server }: Where): boolean {
  const now = Date.now();
  return (
    requireStore(dataDir)
      .prepare("UPDATE writing_windows SET ends = ? WHERE server = ? AND ends > ?")
      .run(now, server, now) > 0
  );
}
