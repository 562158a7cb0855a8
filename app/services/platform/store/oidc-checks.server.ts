import type { Config } from "~/server/config.server";
import type { SqliteDatabase } from "@common/storage/sqlite";
import { isConsoleFull, memoryStore, openStore } from "./database.server";

// One table: what the provider of OpenID Connect is asked again with, by sign-in. It outlives sessions: a view as
// another user is one more session of the same sign-in, and jobs go on after it.

/**
 * `tokens` are sealed, and gone after a refusal. Times are ms since 1970; `asking` is until when a console may be
 * waiting for an answer.
 */
export type Check = {
  id: string;
  tokens: string | null;
  good: number;
  due: number;
  asking: number;
  refused: string | null;
};

type Where = { config: Pick<Config, "dataDir" | "sessionIdleMs"> };
type CheckRef = Where & { id: string };

/**
 * Kept so long after the last time that somebody who could use it came by; jobs that wait for their server ask within a
 * day.
 */
const KEPT_MS = 2 * 24 * 3600_000;

const columns = ["id", "tokens", "good", "due", "asking", "refused"] as const;
const insert = `INSERT OR REPLACE INTO oidc_checks (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
const remove = "DELETE FROM oidc_checks WHERE id = ?";
const read = (database: SqliteDatabase, id: string) =>
  database.prepare<Check>("SELECT * FROM oidc_checks WHERE id = ?").get(id);

/** Writes to the file; what a full disk does not take is kept in memory, which counts before the file. */
function write({ config, row }: Where & { row: Check }) {
  const [file, memory] = [openStore(config.dataDir), memoryStore(config.dataDir)];
  const values = columns.map((name) => row[name]);
  try {
    file.prepare(insert).run(...values);
    if (file !== memory) memory.prepare(remove).run(row.id);
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    memory.prepare(insert).run(...values);
  }
}

/** What is kept of a sign-in; undefined where nothing is. */
export function readCheck({ config, id }: CheckRef): Check | undefined {
  return read(memoryStore(config.dataDir), id) ?? read(openStore(config.dataDir), id);
}

/**
 * Keeps a sign-in that was just made. Forgets those that nobody has used for as long as a session may lie idle, and two
 * days more.
 */
export function addCheck({ config, ...row }: Where & Pick<Check, "id" | "tokens" | "good" | "due">) {
  try {
    openStore(config.dataDir)
      .prepare("DELETE FROM oidc_checks WHERE due < ?")
      .run(Date.now() - config.sessionIdleMs - KEPT_MS);
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
  }
  write({ config, row: { ...row, asking: 0, refused: null } });
}

/** Changes what is kept. One that is gone stays gone: its person has signed out meanwhile. */
export function changeCheck({ config, id, change }: CheckRef & { change: Partial<Omit<Check, "id">> }) {
  const row = readCheck({ config, id });
  if (row !== undefined) write({ config, row: { ...row, ...change } });
}

/** Takes the turn to ask the provider, until a time; false while another console of this data folder has it. */
export function claimCheck({ config, id, until }: CheckRef & { until: number }): boolean {
  if (read(memoryStore(config.dataDir), id) !== undefined) return true;
  try {
    return (
      openStore(config.dataDir)
        .prepare("UPDATE oidc_checks SET asking = ? WHERE id = ? AND asking < ?")
        .run(until, id, Date.now()) > 0
    );
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    return true;
  }
}

/** Forgets a sign-in, its tokens with it. */
export function removeCheck({ config, id }: CheckRef) {
  const row = readCheck({ config, id });
  if (row === undefined) return;
  try {
    openStore(config.dataDir).prepare(remove).run(id);
    memoryStore(config.dataDir).prepare(remove).run(id);
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    // What hides the row that the file keeps for now.
    memoryStore(config.dataDir)
      .prepare(insert)
      .run(...columns.map((name) => ({ ...row, tokens: null, due: 0, refused: "You signed out." })[name]));
  }
}
