import type { Migration } from "./migrate.server";

/** Search terms for which an index has nothing, on purpose: each with a note, one for each server, index and term. */
export const stockNotes: Migration = {
  version: 13,
  up(database) {
    database.exec(`
      CREATE TABLE stock_notes (
        server TEXT NOT NULL, index_name TEXT NOT NULL, term TEXT NOT NULL, note TEXT NOT NULL, person TEXT NOT NULL, changed INTEGER NOT NULL,
        PRIMARY KEY (server, index_name, term));
    `);
  },
};
