import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SqliteDatabase } from "@common/sqlite";

// Kept on the process, for the development server loads this module anew at each change.
const shared: typeof globalThis & { searchdeckStores?: Map<string, SqliteDatabase> } = globalThis;

/** The console's own database, `console.db` in the data folder: opened at the first call, one connection per file. */
export function openStore(dataDir: string): SqliteDatabase {
  shared.searchdeckStores ??= new Map();
  const known = shared.searchdeckStores.get(dataDir);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  const database = new SqliteDatabase(join(dataDir, "console.db"));
  shared.searchdeckStores.set(dataDir, database);
  return database;
}
