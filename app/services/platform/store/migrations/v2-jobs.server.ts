import type { Migration } from "./migrate.server";

/**
 * Jobs of every kind in one table; imports become the first kind. Their failed rows, which may be hundreds of
 * megabytes, stay where they are under another name. What an import waited for is now called paused.
 */
export const jobs: Migration = {
  version: 2,
  up(database) {
    database.exec(`
      CREATE TABLE jobs (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, server TEXT NOT NULL, target TEXT NOT NULL, owner TEXT NOT NULL, label TEXT NOT NULL,
        state TEXT NOT NULL, message TEXT, input TEXT NOT NULL, progress TEXT, result TEXT, done INTEGER NOT NULL DEFAULT 0, total INTEGER,
        failed INTEGER NOT NULL DEFAULT 0, kept_bytes INTEGER NOT NULL DEFAULT 0, credentials TEXT, created INTEGER NOT NULL, started INTEGER, finished INTEGER,
        tries INTEGER NOT NULL DEFAULT 0, next_try INTEGER, lease TEXT, lease_until INTEGER, cancel INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX jobs_by_target ON jobs (server, target, created);
      CREATE INDEX jobs_by_state ON jobs (state, created);
      INSERT INTO jobs (id, kind, server, target, owner, label, state, message, input, progress, result, done, total, failed, kept_bytes, credentials, created, started, finished)
        SELECT id, 'import', url, app, username, name, CASE state WHEN 'waiting' THEN 'paused' ELSE state END, message,
          json_object('path', path, 'plan', json(plan), 'header', header, 'parent', parent, 'retriedBy', retried_by),
          json_object('rowsRead', rows_read, 'indexed', indexed, 'updated', updated, 'ackedRow', acked_row),
          CASE WHEN problem IS NULL THEN NULL ELSE json_object('problem', json(problem)) END,
          bytes_read, size, failed, kept_bytes, credentials, created, started, finished
        FROM imports ORDER BY created;
      DROP TABLE imports;
      ALTER TABLE import_failures RENAME TO job_failures;
    `);
  },
};
