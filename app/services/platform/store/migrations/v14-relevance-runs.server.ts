import type { Migration } from "./migrate.server";

/** What runs of an index's relevance tests gave on what was live. `content` is the run as JSON; `at` is in ms since 1970. */
export const relevanceRuns: Migration = {
  version: 14,
  up(database) {
    database.exec(`
      CREATE TABLE relevance_runs (
        server TEXT NOT NULL, index_name TEXT NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL, content TEXT NOT NULL,
        PRIMARY KEY (server, index_name, at));
    `);
  },
};
