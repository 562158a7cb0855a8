import { randomBytes } from "node:crypto";
import { NO_ROUTE } from "@common/http/not-offered";
import { type ConsoleRequest, targetText } from "~/lib/data/console/parse";
import { isConsoleFull, openStore } from "~/services/platform/store/database.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { maskedRequest } from "./masked-request.server";
import type { Answer } from "./run.server";

/** A request that somebody sent, without its answer. */
export type Sent = {
  id: string;
  at: number;
  method: string;
  /** With its parameters. */
  path: string;
  body: string | null;
  note: string | null;
  state: Answer["state"];
  status: number | null;
  took: number | null;
  bytes: number | null;
};

const KEPT_MS = 30 * 24 * 3600_000;
const KEPT_EACH = 500;
const MOST_NOT_OFFERED = 100;
/**
 * The sizes, in bytes, of what servers answer with a 404 where it is no index or document that is missing, but the
 * route.
 */
const NO_ROUTE_SIZES = NO_ROUTE.map((body) => Buffer.byteLength(body));

type Bound = Pick<Scope, "context" | "session">;
const whose = ({ session }: Bound) => [session.url, personOf(session)] as const;
const storeOf = ({ context }: Bound) => openStore(context.config.dataDir);

/**
 * Notes what was sent, secrets masked, for who sent it. A full disk of the console takes nothing, and nothing stops for
 * it.
 */
export function noteSent(scope: Bound, request: ConsoleRequest, { state, status, took, shown }: Answer) {
  const { method, body, note, ...masked } = maskedRequest(request);
  // With the server that it names: opened again, it is no request to this one either.
  const target = targetText(masked);
  const database = storeOf(scope);
  const [server, person] = whose(scope);
  const id = `${Date.now().toString(36)}${randomBytes(6).toString("base64url")}`;
  try {
    database
      .prepare(
        "INSERT INTO console_history (id, server, person, at, method, path, body, note, state, status, took, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(id, server, person, Date.now(), method, target, body, note, state, status, took, shown?.bytes ?? null);
    database.prepare("DELETE FROM console_history WHERE at < ?").run(Date.now() - KEPT_MS);
    const oldest =
      "DELETE FROM console_history WHERE server = ?1 AND person = ?2 AND id NOT IN (SELECT id FROM console_history WHERE server = ?1 AND person = ?2 ORDER BY at DESC, rowid DESC LIMIT ?3)";
    database.prepare(oldest).run(server, person, KEPT_EACH);
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
  }
}

/** A page of what the reader sent, the newest first. */
export function listSent(
  scope: Bound,
  { page, size }: { page: number; size: number },
): { rows: Sent[]; total: number } {
  const database = storeOf(scope);
  const total =
    database
      .prepare<{ n: number }>("SELECT COUNT(*) AS n FROM console_history WHERE server = ? AND person = ?")
      .get(...whose(scope))?.n ?? 0;
  const sql =
    "SELECT id, at, method, path, NULL AS body, note, state, status, took, bytes FROM console_history WHERE server = ? AND person = ? ORDER BY at DESC, rowid DESC LIMIT ? OFFSET ?";
  return { rows: database.prepare<Sent>(sql).all(...whose(scope), size, (page - 1) * size), total };
}

/** What the server had no route for when the reader sent it last: method and path, without parameters. */
export function listNotOffered(scope: Bound): string[] {
  // SQLite takes the other columns from the row that has the maximum.
  const sql = `SELECT method, path, status, bytes, MAX(at) FROM console_history WHERE server = ? AND person = ? GROUP BY method, path HAVING status = 405 OR (status = 404 AND bytes IN (${NO_ROUTE_SIZES.join(", ")})) LIMIT ${MOST_NOT_OFFERED}`;
  const rows = storeOf(scope)
    .prepare<{ method: string; path: string }>(sql)
    .all(...whose(scope));
  return [...new Set(rows.map(({ method, path }) => `${method} ${path.split("?")[0] ?? ""}`))];
}

/** One of them; undefined where it is not the reader's, or no longer kept. */
export function getSent(scope: Bound, id: string): Sent | undefined {
  const sql =
    "SELECT id, at, method, path, body, note, state, status, took, bytes FROM console_history WHERE id = ? AND server = ? AND person = ?";
  return (
    storeOf(scope)
      .prepare<Sent>(sql)
      .get(id, ...whose(scope)) ?? undefined
  );
}

/** Forgets what the reader sent. Throws BackendError 507. */
export function clearSent(scope: Bound): number {
  return storeOf(scope)
    .prepare("DELETE FROM console_history WHERE server = ? AND person = ?")
    .run(...whose(scope));
}
