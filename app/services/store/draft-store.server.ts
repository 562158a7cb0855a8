import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod";
import type { Scope } from "~/session/scope.server";
import type { SqliteDatabase } from "@common/sqlite";
import { isConsoleFull, memoryStore, openStore } from "./database.server";

// What a user has begun and not yet done: a changed document between edit and save, a choice of rows.
// A page of its own can show it, be loaded again and be left, without a script. Only its own session can read it.

const KEPT_MS = 24 * 3600_000;
const KEPT_EACH = 60;

type Bound = Pick<Scope, "context" | "session">;

/** The file, and where the full disk takes nothing the memory; drafts are looked for in both. */
function databases({ context: { config } }: Bound): SqliteDatabase[] {
  const memory = memoryStore(config.dataDir);
  try {
    const file = openStore(config.dataDir);
    return file === memory ? [memory] : [file, memory];
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    return [memory];
  }
}

/** Makes a change in the first that takes it; in all, where `everywhere`. */
function change(scope: Bound, { everywhere, work }: { everywhere: boolean; work: (database: SqliteDatabase) => void }) {
  for (const database of databases(scope)) {
    try {
      work(database);
      if (!everywhere) return;
    } catch (error) {
      if (!isConsoleFull(error)) throw error;
    }
  }
}

const ownerOf = ({ session }: Bound) => createHash("sha256").update(session.id).digest("base64url");

/** Keeps a draft for a day and returns its id. A session has sixty; the oldest go first. */
export function addDraft(scope: Bound, { kind, index, value }: { kind: string; index: string; value: unknown }): string {
  const id = randomBytes(12).toString("base64url");
  const owner = ownerOf(scope);
  function work(database: SqliteDatabase) {
    database
      .prepare("INSERT INTO drafts (id, owner, kind, index_name, value, created) VALUES (?, ?, ?, ?, ?, ?)")
      .run(id, owner, kind, index, JSON.stringify(value), Date.now());
    database.prepare("DELETE FROM drafts WHERE created < ?").run(Date.now() - KEPT_MS);
    database
      .prepare("DELETE FROM drafts WHERE owner = ? AND id NOT IN (SELECT id FROM drafts WHERE owner = ? ORDER BY created DESC LIMIT ?)")
      .run(owner, owner, KEPT_EACH);
  }
  change(scope, { everywhere: false, work });
  return id;
}

/** A draft of this session for this index; undefined when it does not exist, or no longer. */
export function getDraft<Schema extends z.ZodType>(
  scope: Bound,
  { id, kind, index, schema }: { id: string | null; kind: string; index: string; schema: Schema },
): z.output<Schema> | undefined {
  if (id === null) return undefined;
  const sql = "SELECT value FROM drafts WHERE id = ? AND owner = ? AND kind = ? AND index_name = ? AND created >= ?";
  const [row] = databases(scope).flatMap(
    (database) => database.prepare<{ value: string }>(sql).get(id, ownerOf(scope), kind, index, Date.now() - KEPT_MS) ?? [],
  );
  return row === undefined ? undefined : schema.parse(JSON.parse(row.value));
}

/** Forgets a draft. */
export function removeDraft(scope: Bound, id: string) {
  change(scope, { everywhere: true, work: (database) => void database.prepare("DELETE FROM drafts WHERE id = ? AND owner = ?").run(id, ownerOf(scope)) });
}
