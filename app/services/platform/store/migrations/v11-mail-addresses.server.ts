import type { Migration } from "./migrate.server";

/**
 * Who wants no mail any more, whatever report he is put into, and what was mailed to whom in the last days, by server
 * and address.
 */
export const mailAddresses: Migration = {
  version: 11,
  up(database) {
    database.exec(`
      CREATE TABLE mail_unsubscribed (address TEXT PRIMARY KEY, left_at INTEGER NOT NULL);
      INSERT INTO mail_unsubscribed SELECT lower(trim(address)), min(left_at) FROM report_mail_recipients WHERE left_at IS NOT NULL GROUP BY lower(trim(address));
      CREATE TABLE mail_sent (id INTEGER PRIMARY KEY, server TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL);
      CREATE INDEX mail_sent_by_address ON mail_sent (server, address, at);
      CREATE INDEX mail_sent_by_time ON mail_sent (at);
    `);
  },
};
