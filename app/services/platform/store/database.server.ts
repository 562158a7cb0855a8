import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { privateFolder } from "@common/storage/private-files";
import { isDiskFull, SqliteDatabase } from "@common/storage/sqlite";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { migrate } from "./migrations/migrate.server";
import { steps } from "./migrations/steps.server";

type Stores = { file: SqliteDatabase | undefined; memory: SqliteDatabase };

// Kept on the process, for the development server reloads this module at each change.
const shared: typeof globalThis & { searchdeckStores?: Map<string, Stores> } = globalThis;

/** 507 Insufficient Storage. */
function consoleFull(cause?: unknown): BackendError {
  return new BackendError({
    failure: { kind: "console-full", status: 507, method: "WRITE", path: "console.db", requestId: "" },
    cause,
  });
}

function fullError(error: unknown): unknown {
  return isDiskFull(error) ? consoleFull(error) : error;
}

/** Whether a change could not be kept because the console's own disk is full. */
export function isConsoleFull(error: unknown): boolean {
  return isBackendError(error, 507) && error.failure.kind === "console-full";
}

function storesOf(dataDir: string): Stores {
  shared.searchdeckStores ??= new Map();
  let stores = shared.searchdeckStores.get(dataDir);
  if (!stores) shared.searchdeckStores.set(dataDir, (stores = { file: undefined, memory: openDatabase(":memory:") }));
  return stores;
}

// SQLITE_BUSY, which SQLite answers at once, without its timeout, to those that make one new file at the same time.
const BUSY = 5;
const BUSY_PATIENCE_MS = 10_000;

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && typeof error.errcode === "number" && (error.errcode & 0xff) === BUSY
  );
}

/**
 * Opens a database of the console and brings it to this version. Throws NewerStoreError, and BackendError 507 where the
 * disk has no room for that.
 */
export function openDatabase(path: string): SqliteDatabase {
  for (const started = Date.now(); ;) {
    let database: SqliteDatabase | undefined;
    try {
      database = new SqliteDatabase(path, { explain: fullError });
      migrate(database, steps);
      return database;
    } catch (error) {
      database?.close();
      if (!isBusy(error) || Date.now() - started > BUSY_PATIENCE_MS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/**
 * The console's own database, `console.db` in the data folder: opened and brought to this version at the first call,
 * one connection per file. A change throws BackendError 507 while the disk is full; where not even the file can be
 * opened the one in memory stands for it. Throws NewerStoreError.
 */
export function openStore(dataDir: string): SqliteDatabase {
  const stores = storesOf(dataDir);
  if (stores.file) return stores.file;
  try {
    privateFolder(dataDir);
    return (stores.file = openDatabase(join(dataDir, "console.db")));
  } catch (error) {
    if (!isConsoleFull(fullError(error)) && !isConsoleFull(error)) throw error;
    return stores.memory;
  }
}

/**
 * The same, but never in memory: what is begun there has to outlive the process. Throws BackendError 507 where the file
 * cannot be opened.
 */
export function requireStore(dataDir: string): SqliteDatabase {
  const database = openStore(dataDir);
  if (database === storesOf(dataDir).memory) throw consoleFull();
  return database;
}

/**
 * A database that ends with the process, for what a page cannot do without and the full disk does not take: sessions,
 * drafts.
 */
export function memoryStore(dataDir: string): SqliteDatabase {
  return storesOf(dataDir).memory;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** Makes a change of the store as soon as there is room for it. Throws the abort of `signal`, and every other error. */
export async function whenRoom<Value>(
  change: () => Value,
  { signal, onWaiting }: { signal?: AbortSignal; onWaiting?: (message: string | null) => void } = {},
): Promise<Value> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      const value = change();
      if (wait > FIRST_WAIT) onWaiting?.(null);
      return value;
    } catch (error) {
      if (!isConsoleFull(error)) throw error;
      onWaiting?.("The console's disk is full. Free disk space in its data folder. The job continues by itself.");
      await sleep(wait, undefined, { signal, ref: false });
    }
  }
}
