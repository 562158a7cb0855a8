import type { Migration } from "./migrate.server";

/** Saved searches with what they are expected to find. `content` is a test as JSON; `version` counts its saves. */
export const relevanceTests: Migration = {
  version: 8,
  up(database) {
    database.exec(`
      CREATE TABLE relevance_tests (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, index_name TEXT NOT NULL, label TEXT NOT NULL, content TEXT NOT NULL, version INTEGER NOT NULL,
        person TEXT NOT NULL, changed INTEGER NOT NULL);
      CREATE INDEX relevance_tests_by_label ON relevance_tests (server, index_name, label);
    `);
  },
};
