import type { Migration } from "./migrate.server";

/**
 * Links that show one page to whoever has them, and each time that one was opened. Of a link's secret only the hash is
 * kept.
 */
export const sharedLinks: Migration = {
  version: 6,
  up(database) {
    database.exec(`
      CREATE TABLE shared_links (
        id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, server TEXT NOT NULL, index_name TEXT, screen TEXT NOT NULL, search TEXT NOT NULL,
        zone TEXT NOT NULL, label TEXT NOT NULL, person TEXT NOT NULL, created INTEGER NOT NULL, ends INTEGER NOT NULL, revoked INTEGER, revoked_by TEXT,
        credential TEXT NOT NULL, sealed TEXT NOT NULL, opened INTEGER NOT NULL DEFAULT 0, last_opened INTEGER);
      CREATE INDEX shared_links_by_time ON shared_links (server, created);
      CREATE TABLE shared_link_openings (link TEXT NOT NULL, at INTEGER NOT NULL, address TEXT NOT NULL, agent TEXT NOT NULL);
      CREATE INDEX shared_link_openings_by_time ON shared_link_openings (link, at);
    `);
  },
};
