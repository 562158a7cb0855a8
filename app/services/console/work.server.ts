import { createHash, randomBytes } from "node:crypto";
import type { SqliteDatabase } from "@common/sqlite";
import { isConsoleFull, memoryStore, openStore } from "~/services/store/database.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import type { Scope } from "~/session/scope.server";
import type { Answer } from "./run.server";

// What a session is at work on in the console: its text and the answers. Sealed, for both may hold anything. A page can be loaded again and gone back to without
// sending a request once more.

export type Work = { text: string; /** The number of the request that was chosen last; -1 for none. */ chosen: number; answers: Answer[] };

const KEPT_MS = 24 * 3600_000;
const KEPT_EACH = 20;

type Bound = Pick<Scope, "context" | "session">;

const ownerOf = ({ session }: Bound) => createHash("sha256").update(`console ${session.id}`).digest("base64url");

/** The file, and the memory where its disk is full. */
function databases({ context: { config } }: Bound): SqliteDatabase[] {
  const memory = memoryStore(config.dataDir);
  const file = openStore(config.dataDir);
  return file === memory ? [memory] : [file, memory];
}

/** Keeps the work for a day; the id of it. A session has twenty, the oldest go first. */
export function keepWork(scope: Bound, work: Work): string {
  const id = randomBytes(12).toString("base64url");
  const owner = ownerOf(scope);
  const sealed = seal({ text: JSON.stringify(work), purpose: "console work", secrets: sessionSecrets(scope.context.config) });
  for (const database of databases(scope)) {
    try {
      database.prepare("INSERT INTO console_work (id, owner, at, sealed) VALUES (?, ?, ?, ?)").run(id, owner, Date.now(), sealed);
      database.prepare("DELETE FROM console_work WHERE at < ?").run(Date.now() - KEPT_MS);
      const oldest =
        "DELETE FROM console_work WHERE owner = ? AND id NOT IN (SELECT id FROM console_work WHERE owner = ? ORDER BY at DESC, rowid DESC LIMIT ?)";
      database.prepare(oldest).run(owner, owner, KEPT_EACH);
      return id;
    } catch (error) {
      if (!isConsoleFull(error)) throw error;
    }
  }
  return id;
}

/** Kept work of this session; undefined when it does not exist, or no longer. */
export function getWork(scope: Bound, id: string | null): Work | undefined {
  if (id === null || id === "") return undefined;
  const sql = "SELECT sealed FROM console_work WHERE id = ? AND owner = ? AND at >= ?";
  const [row] = databases(scope).flatMap((database) => database.prepare<{ sealed: string }>(sql).get(id, ownerOf(scope), Date.now() - KEPT_MS) ?? []);
  const text = row === undefined ? undefined : unseal({ value: row.sealed, purpose: "console work", secrets: sessionSecrets(scope.context.config) });
  // Only this module writes it, and nobody else can seal it.
  return text === undefined ? undefined : (JSON.parse(text) as Work);
}
