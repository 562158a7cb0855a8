import { createHash } from "node:crypto";
import type { Config } from "~/config.server";
import type { SqliteDatabase } from "@common/sqlite";
import { isConsoleFull, memoryStore, openStore } from "./database.server";

// One table: which sessions are alive. Ids are kept as hashes, so that whoever reads the file cannot make a cookie from it.

/** The file, and what a full disk did not take: sessions that began meanwhile, and those that ended (`expires` 0). */
function open({ dataDir }: Pick<Config, "dataDir">) {
  const memory = memoryStore(dataDir);
  try {
    return { file: openStore(dataDir), memory };
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    return { file: memory, memory };
  }
}

const hashOf = (id: string) => createHash("sha256").update(id).digest("base64url");

type SessionRef = { config: Pick<Config, "dataDir">; id: string };

const insert = "INSERT OR REPLACE INTO sessions (id, expires) VALUES (?, ?)";
const remove = "DELETE FROM sessions WHERE id = ?";

/** Notes a session that begins; `expires` in milliseconds since 1970. Forgets those that have run out. */
export function addSession({ config, id, expires }: SessionRef & { expires: number }) {
  const { file, memory } = open(config);
  try {
    file.prepare("DELETE FROM sessions WHERE expires < ?").run(Date.now());
    file.prepare(insert).run(hashOf(id), expires);
    settle({ file, memory });
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    memory.prepare(insert).run(hashOf(id), expires);
  }
}

/** Moves to the file what it could not take before. */
function settle({ file, memory }: ReturnType<typeof open>) {
  if (file === memory) return;
  for (const { id, expires } of memory.prepare<{ id: string; expires: number }>("SELECT id, expires FROM sessions").all()) {
    if (expires > Date.now()) file.prepare(insert).run(id, expires);
    else file.prepare(remove).run(id);
    memory.prepare(remove).run(id);
  }
}

/** True while a session has neither ended nor run out. */
export function hasSession({ config, id }: SessionRef) {
  const { file, memory } = open(config);
  const expiry = (database: SqliteDatabase) => database.prepare<{ expires: number }>("SELECT expires FROM sessions WHERE id = ?").get(hashOf(id))?.expires;
  return (expiry(memory) ?? expiry(file) ?? 0) > Date.now();
}

/** Ends a session: its cookie, and every copy of it, is worth nothing from now on. */
export function removeSession({ config, id }: SessionRef) {
  const { file, memory } = open(config);
  try {
    file.prepare(remove).run(hashOf(id));
    memory.prepare(remove).run(hashOf(id));
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    memory.prepare(insert).run(hashOf(id), 0);
  }
}
