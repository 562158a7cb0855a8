import type { Migration } from "./migrate.server";

/**
 * Relevance settings that wait to be deployed, one draft for each server, index and person. `content` is a draft as
 * JSON.
 */
export const relevanceDrafts: Migration = {
  version: 9,
  up(database) {
    database.exec(`
      CREATE TABLE relevance_drafts (
        server TEXT NOT NULL, index_name TEXT NOT NULL, person TEXT NOT NULL, content TEXT NOT NULL, changed INTEGER NOT NULL,
        PRIMARY KEY (server, index_name, person));
    `);
  },
};
