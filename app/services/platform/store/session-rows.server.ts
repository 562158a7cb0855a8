import { createHash, randomBytes } from "node:crypto";
import type { SqliteDatabase } from "@common/storage/sqlite";
import type { Scope } from "~/session/scope.server";
import { isConsoleFull, memoryStore, openStore } from "./database.server";

// Rows that belong to one session, for a day: how they expire, how many there are, whose they are, and what becomes of
// them on a full disk, whatever they hold.

const KEPT_MS = 24 * 3600_000;

/** Who asks, as far as rows of a session go. */
export type Bound = Pick<Scope, "context" | "session">;

type Table = {
  name: "drafts" | "console_work";
  /** The columns of the time and of what is kept. */
  time: "created" | "at";
  value: "value" | "sealed";
  /** Rows of a session; the oldest go first. */
  most: number;
  /** Which come first; of one moment only a table with row ids knows. */
  newest: "created DESC" | "at DESC, rowid DESC";
  /** Stands before the session where owners of this table are to be no owners of another. */
  salt?: string;
};

/** The file, and where the full disk takes nothing the memory; rows are looked for in both. */
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

/** The rows of a table; `beside` are further columns, by which a row is found as by its id and its session. */
export function sessionRows<Beside extends string = never>({ name, time, value, most, newest, salt = "" }: Table) {
  const ownerOf = ({ session }: Bound) => createHash("sha256").update(`${salt}${session.id}`).digest("base64url");

  return {
    /** Keeps a text for a day and returns its id. */
    add(scope: Bound, text: string, beside: Readonly<Record<Beside, string>>): string {
      const id = randomBytes(12).toString("base64url");
      const owner = ownerOf(scope);
      const now = Date.now();
      const row: Record<string, string | number> = { id, owner, ...beside, [value]: text, [time]: now };
      const columns = Object.keys(row);
      const places = columns.map(() => "?").join(", ");
      const work = (database: SqliteDatabase) => {
        database.prepare(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${places})`).run(...Object.values(row));
        database.prepare(`DELETE FROM ${name} WHERE ${time} < ?`).run(now - KEPT_MS);
        const kept = `SELECT id FROM ${name} WHERE owner = ? ORDER BY ${newest} LIMIT ?`;
        database.prepare(`DELETE FROM ${name} WHERE owner = ? AND id NOT IN (${kept})`).run(owner, owner, most);
      };
      change(scope, { everywhere: false, work });
      return id;
    },

    /** A text of this session; undefined when it does not exist, or no longer. */
    get(scope: Bound, id: string, beside: Readonly<Record<Beside, string>>): string | undefined {
      const found: Record<string, string> = { id, owner: ownerOf(scope), ...beside };
      const where = Object.keys(found).map((column) => `${column} = ?`);
      const sql = `SELECT ${value} AS kept FROM ${name} WHERE ${where.join(" AND ")} AND ${time} >= ?`;
      const oldest = Date.now() - KEPT_MS;
      const [row] = databases(scope).flatMap(
        (database) => database.prepare<{ kept: string }>(sql).get(...Object.values(found), oldest) ?? [],
      );
      return row?.kept;
    },

    /** Forgets one. */
    remove(scope: Bound, id: string): void {
      const sql = `DELETE FROM ${name} WHERE id = ? AND owner = ?`;
      change(scope, {
        everywhere: true,
        work: (database) => void database.prepare(sql).run(id, ownerOf(scope)),
      });
    },
  };
}
