import type { Migration } from "./migrate.server";

/** The request console: what a session is at work on, what was sent, and what is kept by name. */
export const requestConsole: Migration = {
  version: 4,
  up(database) {
    database.exec(`
      CREATE TABLE console_work (id TEXT PRIMARY KEY, owner TEXT NOT NULL, at INTEGER NOT NULL, sealed TEXT NOT NULL);
      CREATE INDEX console_work_by_owner ON console_work (owner, at);
      CREATE TABLE console_history (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, body TEXT, note TEXT,
        state TEXT NOT NULL, status INTEGER, took INTEGER, bytes INTEGER);
      CREATE INDEX console_history_by_time ON console_history (server, person, at);
      CREATE TABLE console_saved (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, requests INTEGER NOT NULL, note TEXT);
      CREATE INDEX console_saved_by_name ON console_saved (server, name);
    `);
  },
};
