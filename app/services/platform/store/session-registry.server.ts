import { createHash } from "node:crypto";
import type { Config } from "~/server/config.server";
import type { SqliteDatabase } from "@common/storage/sqlite";
import { isConsoleFull, memoryStore, openStore } from "./database.server";

// One table: which sessions are alive. Ids are kept as hashes, so that whoever reads the file cannot make a cookie from
// it.

/** The file, and what a full disk did not take: sessions that started meanwhile, and those that ended (`expires` 0). */
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

type Where = { config: Pick<Config, "dataDir" | "sessionIdleMs"> };
type SessionRef = Where & { id: string };

/** A sign-in: whose, when it started and was used last (ms since 1970), from which address, with which browser. */
type Row = {
  id: string;
  expires: number;
  owner: string;
  started: number;
  seen: number;
  address: string;
  agent: string;
};
export type SignIn = Omit<Row, "owner" | "expires">;

const columns = ["id", "expires", "owner", "started", "seen", "address", "agent"] as const;
const insert = `INSERT OR REPLACE INTO sessions (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
const remove = "DELETE FROM sessions WHERE id = ?";
const write = (database: SqliteDatabase, row: Row) => database.prepare(insert).run(...columns.map((name) => row[name]));
const read = (database: SqliteDatabase, id: string) =>
  database.prepare<Row>("SELECT * FROM sessions WHERE id = ?").get(id);
const ended = (id: string): Row => ({ id, expires: 0, owner: "", started: 0, seen: 0, address: "", agent: "" });

/** A session is noted as used at most so often. */
const NOTED_MS = 60_000;
/** Of what a browser says of itself. */
const MOST_AGENT = 300;

/** Notes a session that begins; `expires` in ms since 1970. Forgets those that have run out. */
export function addSession({
  config,
  id,
  expires,
  owner,
  address,
  agent,
}: SessionRef & Pick<Row, "expires" | "owner" | "address" | "agent">) {
  const { file, memory } = open(config);
  const now = Date.now();
  const row: Row = {
    id: hashOf(id),
    expires,
    owner,
    started: now,
    seen: now,
    address: address.slice(0, 100),
    agent: agent.slice(0, MOST_AGENT),
  };
  try {
    file
      .prepare("DELETE FROM sessions WHERE expires < ? OR (seen > 0 AND seen < ?)")
      .run(now, now - config.sessionIdleMs);
    write(file, row);
    settle({ file, memory });
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    write(memory, row);
  }
}

/** Moves to the file what it could not take before. */
function settle({ file, memory }: ReturnType<typeof open>) {
  if (file === memory) return;
  for (const row of memory.prepare<Row>("SELECT * FROM sessions").all()) {
    if (row.expires > Date.now()) write(file, row);
    else file.prepare(remove).run(row.id);
    memory.prepare(remove).run(row.id);
  }
}

const isAlive = (
  { expires, seen }: Pick<Row, "expires" | "seen">,
  { sessionIdleMs }: Pick<Config, "sessionIdleMs">,
  now = Date.now(),
) => expires > now && (seen === 0 || now - seen < sessionIdleMs);

/** True while a session has neither ended nor run out, nor was left alone too long. Notes that it was used. */
export function hasSession({ config, id }: SessionRef) {
  const { file, memory } = open(config);
  const hash = hashOf(id);
  const kept = read(memory, hash);
  const row = kept ?? read(file, hash);
  if (row === undefined || !isAlive(row, config)) return false;
  if (Date.now() - row.seen > NOTED_MS) note({ database: kept ? memory : file, id: hash });
  return true;
}

// That a session was used is no reason to fail a page.
function note({ database, id }: { database: SqliteDatabase; id: string }) {
  try {
    database.prepare("UPDATE sessions SET seen = ? WHERE id = ?").run(Date.now(), id);
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
  }
}

/** Ends a session: its cookie, and every copy of it, is worth nothing from now on. */
export function removeSession({ config, id }: SessionRef) {
  end({ config, ids: [hashOf(id)] });
}

function end({ config, ids }: Where & { ids: readonly string[] }) {
  const { file, memory } = open(config);
  for (const id of ids) {
    try {
      file.prepare(remove).run(id);
      memory.prepare(remove).run(id);
    } catch (error) {
      if (!isConsoleFull(error)) throw error;
      write(memory, ended(id));
    }
  }
}

/** What stands for a session in lists: nobody can make a cookie from it. */
export const signInId = hashOf;

/** Sign-ins of an owner that are alive, last used first. */
export function listSignIns({ config, owner }: Where & { owner: string }): SignIn[] {
  const { file, memory } = open(config);
  const of = (database: SqliteDatabase) => database.prepare<Row>("SELECT * FROM sessions WHERE owner = ?").all(owner);
  const gone = new Set(
    memory
      .prepare<{ id: string }>("SELECT id FROM sessions WHERE expires = 0")
      .all()
      .map(({ id }) => id),
  );
  const rows = new Map([...of(file), ...of(memory)].map((row) => [row.id, row]));
  return [...rows.values()]
    .filter((row) => isAlive(row, config) && !gone.has(row.id))
    .sort((a, b) => b.seen - a.seen)
    .map(({ id, started, seen, address, agent }) => ({ id, started, seen, address, agent }));
}

/** Ends those sign-ins of an owner that `ids` names, all but `except` where it names none. Returns how many. */
export function endSignIns({
  config,
  owner,
  ids,
  except,
}: Where & { owner: string; ids?: readonly string[]; except?: string }): number {
  const found = listSignIns({ config, owner })
    .map(({ id }) => id)
    .filter((id) => (ids === undefined ? id !== except : ids.includes(id)));
  end({ config, ids: found });
  return found.length;
}
