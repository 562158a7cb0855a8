import type { Migration } from "./migrate.server";

/** The change log with the ways back, and the writing windows of protected servers. */
export const changes: Migration = {
  version: 3,
  up(database) {
    database.exec(`
      CREATE TABLE changes (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL, address TEXT NOT NULL, screen TEXT NOT NULL, kind TEXT NOT NULL,
        resource TEXT NOT NULL, name TEXT NOT NULL, index_name TEXT, right_name TEXT NOT NULL, verb TEXT NOT NULL, noun TEXT NOT NULL, summary TEXT,
        method TEXT NOT NULL, path TEXT NOT NULL, content_type TEXT, body TEXT, before TEXT, after TEXT, remark TEXT, outcome TEXT NOT NULL, status INTEGER,
        took INTEGER, message TEXT, undoes TEXT, undone_by TEXT, job TEXT, bytes INTEGER NOT NULL);
      CREATE INDEX changes_by_time ON changes (server, at);
      CREATE INDEX changes_by_job ON changes (job) WHERE job IS NOT NULL;
      CREATE TABLE change_undos (id TEXT PRIMARY KEY, at INTEGER NOT NULL, sealed TEXT NOT NULL, bytes INTEGER NOT NULL);
      CREATE TABLE writing_windows (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, person TEXT NOT NULL, reason TEXT NOT NULL, opened INTEGER NOT NULL, ends INTEGER NOT NULL);
    `);
  },
};
