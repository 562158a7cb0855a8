import type { Migration } from "./migrate.server";

/**
 * Weekly reports by mail: what is sent to whom, and each week of it. Of what a recipient's mails end in only the hash
 * is kept here; it is also in `sealed`, with the password of the credential.
 */
export const reportMails: Migration = {
  version: 7,
  up(database) {
    database.exec(`
      CREATE TABLE report_mails (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, index_name TEXT, label TEXT NOT NULL, weekday INTEGER NOT NULL, hour INTEGER NOT NULL, zone TEXT NOT NULL,
        origin TEXT NOT NULL, person TEXT NOT NULL, created INTEGER NOT NULL, credential TEXT NOT NULL, sealed TEXT NOT NULL);
      CREATE INDEX report_mails_by_time ON report_mails (server, created);
      CREATE TABLE report_mail_recipients (mail TEXT NOT NULL, address TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, left_at INTEGER, PRIMARY KEY (mail, address));
      CREATE TABLE report_mail_weeks (
        id TEXT PRIMARY KEY, mail TEXT NOT NULL, week TEXT NOT NULL, person TEXT, state TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, next_try INTEGER,
        lease TEXT, lease_until INTEGER, taken TEXT NOT NULL DEFAULT '{}', reason TEXT, created INTEGER NOT NULL, ended INTEGER);
      CREATE UNIQUE INDEX report_mail_weeks_once ON report_mail_weeks (mail, week) WHERE person IS NULL;
      CREATE INDEX report_mail_weeks_by_state ON report_mail_weeks (state, created);
    `);
  },
};
