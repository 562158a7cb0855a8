import { randomBytes } from "node:crypto";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { parseJson, stringifyJson } from "@common/text/json";
import type { Config } from "~/server/config.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";
import { type SavedSample, SavedSampleSchema } from "./records.server";

// Samples in the console's own database: those of a pipeline belong to everybody who may see it.

type Where = Pick<Config, "dataDir">;
/** Whose samples: the pipeline of one server. */
export type Of = { server: string; pipeline: string };
type Row = { id: string; content: string; version: number; person: string; changed: number };
/** A sample as it is kept: who saved it last (`changed` in ms since 1970), and how often it was saved. */
export type StoredSample = Omit<Row, "content"> & SavedSample;

const select = "SELECT id, content, version, person, changed FROM pipeline_samples WHERE server = ? AND pipeline = ?";

function read({ content, ...row }: Row): StoredSample[] {
  const sample = SavedSampleSchema.safeParse(parseJson(content));
  // What a later version of the console wrote is left out and stays.
  return sample.success ? [{ ...sample.data, ...row }] : [];
}

/** Those of a pipeline, by their names. */
export function listSamples({ dataDir }: Where, { server, pipeline }: Of): StoredSample[] {
  return openStore(dataDir).prepare<Row>(`${select} ORDER BY lower(name), id`).all(server, pipeline).flatMap(read);
}

/** One of them; undefined where it does not exist, or no longer. */
export function getSample({ dataDir }: Where, { server, pipeline, id }: Of & { id: string }): StoredSample | undefined {
  const row = openStore(dataDir).prepare<Row>(`${select} AND id = ?`).get(server, pipeline, id);
  return row && read(row)[0];
}

/** An id for a new sample. */
export const newSampleId = () => randomBytes(9).toString("base64url");

/** What is kept in the place of the version that was shown (0: of none); `sample` null: it is deleted. */
export type Asked = {
  id: string;
  version: number;
  /** The last version of one that was deleted. */
  past?: number | undefined;
  sample: SavedSample | null;
};
export type Refused = "full" | "changed" | "gone" | "name";

/**
 * Keeps or deletes a sample; says why not. Gives the version that is kept now, 0 for a deleted one. Throws BackendError
 * 507 where the console's disk is full.
 */
export function changeSample(
  { dataDir }: Where,
  { server, pipeline, person, id, version, past, sample }: Of & Asked & { person: string },
): { refused: Refused } | { version: number } {
  const database = requireStore(dataDir);
  return database.transaction(() => {
    const row = database
      .prepare<{ server: string; pipeline: string; version: number }>(
        "SELECT server, pipeline, version FROM pipeline_samples WHERE id = ?",
      )
      .get(id);
    if (row ? row.server !== server || row.pipeline !== pipeline : version !== 0) return { refused: "gone" };
    if ((row?.version ?? 0) !== version) return { refused: "changed" };
    if (sample === null) {
      database.prepare("DELETE FROM pipeline_samples WHERE id = ?").run(id);
      return { version: 0 };
    }
    const others = database
      .prepare<{ name: string }>("SELECT name FROM pipeline_samples WHERE server = ? AND pipeline = ? AND id <> ?")
      .all(server, pipeline, id);
    if (others.some(({ name }) => name === sample.name)) return { refused: "name" };
    if (others.length >= PIPELINES_LIMITS.samples.most) return { refused: "full" };
    const next = Math.max(version, past ?? 0) + 1;
    database
      .prepare(
        "INSERT OR REPLACE INTO pipeline_samples (id, server, pipeline, name, content, version, person, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(id, server, pipeline, sample.name, stringifyJson(SavedSampleSchema.parse(sample)), next, person, Date.now());
    return { version: next };
  });
}
