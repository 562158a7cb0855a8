import type { Migration } from "./migrate.server";

/**
 * When the relevance tests of an index are run by the console itself, and what became of it last. `weekday` 0 is every
 * day; `done_day` is the day of the schedule that is over; `sealed` holds the password of the credential.
 */
export const relevanceSchedules: Migration = {
  version: 15,
  up(database) {
    database.exec(`
      CREATE TABLE relevance_schedules (
        server TEXT NOT NULL, index_name TEXT NOT NULL, id TEXT NOT NULL UNIQUE, weekday INTEGER NOT NULL, hour INTEGER NOT NULL, zone TEXT NOT NULL,
        person TEXT NOT NULL, created INTEGER NOT NULL, credential TEXT NOT NULL, sealed TEXT NOT NULL,
        done_day TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, next_try INTEGER, lease TEXT, lease_until INTEGER, ran_at INTEGER, reason TEXT,
        PRIMARY KEY (server, index_name));
    `);
  },
};
