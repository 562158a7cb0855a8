import { createHash } from "node:crypto";
import type { Config } from "~/config.server";
import { openStore } from "./database.server";

// One table: which sessions are alive. Ids are kept as hashes, so that whoever reads the file cannot make a cookie from it.
const table = "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID";

const prepared = new WeakSet<object>();

function open({ dataDir }: Pick<Config, "dataDir">) {
  const database = openStore(dataDir);
  if (!prepared.has(database)) {
    database.exec(table);
    prepared.add(database);
  }
  return database;
}

const hashOf = (id: string) => createHash("sha256").update(id).digest("base64url");

type SessionRef = { config: Pick<Config, "dataDir">; id: string };

/** Notes a session that begins; `expires` in milliseconds since 1970. Forgets those that have run out. */
export function addSession({ config, id, expires }: SessionRef & { expires: number }) {
  const database = open(config);
  database.prepare("DELETE FROM sessions WHERE expires < ?").run(Date.now());
  database.prepare("INSERT INTO sessions (id, expires) VALUES (?, ?)").run(hashOf(id), expires);
}

/** True while a session has neither ended nor run out. */
export function hasSession({ config, id }: SessionRef) {
  return open(config).prepare("SELECT 1 FROM sessions WHERE id = ? AND expires > ?").get(hashOf(id), Date.now()) !== undefined;
}

/** Ends a session: its cookie, and every copy of it, is worth nothing from now on. */
export function removeSession({ config, id }: SessionRef) {
  open(config).prepare("DELETE FROM sessions WHERE id = ?").run(hashOf(id));
}
