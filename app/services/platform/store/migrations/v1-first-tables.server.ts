import type { Migration } from "./migrate.server";

/**
 * What stores held before they had a version, each table made when it was first needed: so any of them may be there
 * already.
 */
export const firstTables: Migration = {
  version: 1,
  up(database) {
    database.exec(`
      CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS drafts (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, kind TEXT NOT NULL, index_name TEXT NOT NULL, value TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS imports (
        id TEXT PRIMARY KEY, url TEXT NOT NULL, app TEXT NOT NULL, username TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL, path TEXT NOT NULL,
        state TEXT NOT NULL, message TEXT, plan TEXT, problem TEXT, credentials TEXT, header TEXT, created INTEGER NOT NULL, started INTEGER, finished INTEGER,
        rows_read INTEGER NOT NULL DEFAULT 0, indexed INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
        bytes_read INTEGER NOT NULL DEFAULT 0, acked_row INTEGER NOT NULL DEFAULT 0, kept_bytes INTEGER NOT NULL DEFAULT 0, parent TEXT, retried_by TEXT);
      CREATE INDEX IF NOT EXISTS imports_by_app ON imports (url, app, created);
      CREATE TABLE IF NOT EXISTS import_failures (
        job TEXT NOT NULL, row INTEGER NOT NULL, line INTEGER NOT NULL, field TEXT, reason TEXT NOT NULL, raw BLOB NOT NULL, PRIMARY KEY (job, row)) WITHOUT ROWID;
    `);
  },
};
