import type { SqliteDatabase } from "@common/storage/sqlite";

/**
 * One step forward of the console's database. What is released is not changed any more: the next change is the next
 * step.
 */
export type Migration = {
  /** What `PRAGMA user_version` says afterwards. */
  version: number;
  /**
   * Runs within a transaction. Leave none of what a table holds behind; rename a table with large rows, do not copy it.
   */
  up: (database: SqliteDatabase) => void;
};

/** The file was written by a newer version of the console, which this one must not touch. */
export class NewerStoreError extends Error {
  override name = "NewerStoreError";
}

/** The version of a database, 0 for a new file and for one from before there were versions. */
export function storeVersion(database: SqliteDatabase): number {
  return database.prepare<{ user_version: number }>("PRAGMA user_version").get()?.user_version ?? 0;
}

/**
 * Brings a database to the version of the last step, each in a transaction of its own: a process that is killed leaves
 * the version before. Of several processes that open one file at once the first takes a step, the others wait and find
 * it taken. Throws NewerStoreError, and what a step throws.
 */
export function migrate(database: SqliteDatabase, steps: readonly Migration[]): void {
  const newest = steps.at(-1)?.version ?? 0;
  if (storeVersion(database) > newest) throw newerStore(database, newest);
  for (const { version, up } of steps) {
    // Read without a lock first: nearly always there is nothing to do.
    if (storeVersion(database) >= version) continue;
    database.transaction(() => {
      if (storeVersion(database) >= version) return;
      up(database);
      database.exec(`PRAGMA user_version = ${version}`);
    });
  }
}

function newerStore(database: SqliteDatabase, newest: number): NewerStoreError {
  return new NewerStoreError(
    `${database.path} was written by a newer version of Searchdeck (format ${storeVersion(database)}; this version reads up to ${newest}). ` +
      "Start that version again, or set another data folder.",
  );
}
