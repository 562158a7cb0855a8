import type { Migration } from "./migrate.server";

/**
 * What the provider of OpenID Connect is asked again with, for each sign-in: sealed tokens, when it last said yes and
 * is asked next (ms since 1970), until when a console waits for its answer, and why it refused.
 */
export const oidcChecks: Migration = {
  version: 12,
  up(database) {
    database.exec(`
      CREATE TABLE oidc_checks (
        id TEXT PRIMARY KEY, tokens TEXT, good INTEGER NOT NULL, due INTEGER NOT NULL, asking INTEGER NOT NULL DEFAULT 0, refused TEXT);
      CREATE INDEX oidc_checks_by_time ON oidc_checks (due);
    `);
  },
};
