import type { Migration } from "./migrate.server";

/**
 * Sample requests of pipelines with what they are expected to answer. `content` is a sample as JSON; `version` counts
 * its saves.
 */
export const pipelineSamples: Migration = {
  version: 16,
  up(database) {
    database.exec(`
      CREATE TABLE pipeline_samples (
        id TEXT PRIMARY KEY, server TEXT NOT NULL, pipeline TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL, version INTEGER NOT NULL,
        person TEXT NOT NULL, changed INTEGER NOT NULL);
      CREATE INDEX pipeline_samples_by_name ON pipeline_samples (server, pipeline, name);
    `);
  },
};
