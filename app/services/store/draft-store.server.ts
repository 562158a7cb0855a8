import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod";
import type { Scope } from "~/scope.server";
import { openStore } from "./database.server";

// What a user has begun and not yet done: a changed document between edit and save, a choice of rows, a deleted document that may come back.
// A page of its own can show it, be loaded again and be left, without a script. Only its own session can read it.
const table = `CREATE TABLE IF NOT EXISTS drafts (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, kind TEXT NOT NULL, index_name TEXT NOT NULL, value TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID`;

const KEPT_MS = 24 * 3600_000;
const KEPT_EACH = 20;

type Bound = Pick<Scope, "context" | "session">;
export type DraftKind = "edit" | "selection" | "deleted";

const prepared = new WeakSet<object>();

function open({ context }: Bound) {
  const database = openStore(context.config.dataDir);
  if (!prepared.has(database)) {
    database.exec(table);
    prepared.add(database);
  }
  return database;
}

const ownerOf = ({ session }: Bound) => createHash("sha256").update(session.id).digest("base64url");

/** Keeps a draft for a day and returns its id. A session has twenty; the oldest go first. */
export function addDraft(scope: Bound, { kind, index, value }: { kind: DraftKind; index: string; value: unknown }): string {
  const database = open(scope);
  const id = randomBytes(12).toString("base64url");
  const owner = ownerOf(scope);
  database.prepare("INSERT INTO drafts (id, owner, kind, index_name, value, created) VALUES (?, ?, ?, ?, ?, ?)").run(id, owner, kind, index, JSON.stringify(value), Date.now());
  database.prepare("DELETE FROM drafts WHERE created < ?").run(Date.now() - KEPT_MS);
  database.prepare("DELETE FROM drafts WHERE owner = ? AND id NOT IN (SELECT id FROM drafts WHERE owner = ? ORDER BY created DESC LIMIT ?)").run(owner, owner, KEPT_EACH);
  return id;
}

/** A draft of this session for this index; undefined when there is none (any more). */
export function getDraft<Schema extends z.ZodType>(scope: Bound, { id, kind, index, schema }: { id: string | null; kind: DraftKind; index: string; schema: Schema }): z.output<Schema> | undefined {
  if (id === null) return undefined;
  const row = open(scope)
    .prepare<{ value: string }>("SELECT value FROM drafts WHERE id = ? AND owner = ? AND kind = ? AND index_name = ? AND created >= ?")
    .get(id, ownerOf(scope), kind, index, Date.now() - KEPT_MS);
  return row === undefined ? undefined : schema.parse(JSON.parse(row.value));
}

/** Forgets a draft. */
export function removeDraft(scope: Bound, id: string) {
  open(scope).prepare("DELETE FROM drafts WHERE id = ? AND owner = ?").run(id, ownerOf(scope));
}
