import type { Migration } from "./migrate.server";

/**
 * Whose a session is, from where it began and when it was used last. Those from before know nothing of it: `seen` is 0
 * until the next page.
 */
export const signIns: Migration = {
  version: 5,
  up(database) {
    database.exec(`
      ALTER TABLE sessions ADD COLUMN owner TEXT NOT NULL DEFAULT '';
      ALTER TABLE sessions ADD COLUMN started INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
      ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';
      CREATE INDEX sessions_by_owner ON sessions (owner);
    `);
  },
};
