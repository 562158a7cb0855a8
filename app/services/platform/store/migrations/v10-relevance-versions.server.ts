import type { Migration } from "./migrate.server";

/**
 * What was deployed to an index: the record of settings, and with `make` what the index was made of then. `changes` are
 * the lines of the review, `wishes` the values of the draft, both as JSON; `job` is the re-index that it started.
 */
export const relevanceVersions: Migration = {
  version: 10,
  up(database) {
    database.exec(`
      CREATE TABLE relevance_versions (
        server TEXT NOT NULL, index_name TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL, note TEXT NOT NULL,
        record TEXT NOT NULL, record_version TEXT NOT NULL, make TEXT, changes TEXT NOT NULL, wishes TEXT NOT NULL, job TEXT,
        PRIMARY KEY (server, index_name, number));
    `);
  },
};
