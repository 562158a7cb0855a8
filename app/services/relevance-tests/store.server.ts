import { randomBytes } from "node:crypto";
import { parseJson, stringifyJson } from "@common/json";
import type { Config } from "~/config.server";
import { openStore, requireStore } from "~/services/store/database.server";
import { type RelevanceTest, RelevanceTestSchema } from "./records.server";

// Relevance tests in the console's own database: those of an index belong to everybody who may see its settings.

/** Of one index, at most. */
export const MOST_TESTS = 500;

type Where = Pick<Config, "dataDir">;
type Of = { server: string; index: string };
type Row = { id: string; label: string; content: string; version: number; person: string; changed: number };

/** A test as it is kept: who saved it last, and how often it was saved. */
export type StoredTest = Pick<Row, "id" | "version" | "person" | "changed"> & RelevanceTest;

const select = "SELECT id, label, content, version, person, changed FROM relevance_tests WHERE server = ? AND index_name = ?";

function read({ content, label: _, ...row }: Row): StoredTest[] {
  const test = RelevanceTestSchema.safeParse(parseJson(content));
  // What a later version of the console wrote is left out and stays.
  return test.success ? [{ ...row, ...test.data }] : [];
}

/** Those of an index, by their labels. */
export function listRelevanceTests({ dataDir }: Where, { server, index }: Of): StoredTest[] {
  return openStore(dataDir).prepare<Row>(`${select} ORDER BY lower(label), id`).all(server, index).flatMap(read);
}

/** One of them; undefined where it does not exist, or no longer. */
export function getRelevanceTest({ dataDir }: Where, { server, index, id }: Of & { id: string }): StoredTest | undefined {
  const row = openStore(dataDir).prepare<Row>(`${select} AND id = ?`).get(server, index, id);
  return row && read(row)[0];
}

/** Why a test was not kept: an index has as many as it may have; it was saved, or deleted, by somebody else meanwhile. */
export type Refused = { refused: "full" | "changed" | "gone" };

/** Keeps a new test. Throws BackendError 507 where the console's disk is full. */
export function addRelevanceTest({ dataDir }: Where, { server, index, person, test }: Of & { person: string; test: RelevanceTest }): StoredTest | Refused {
  const database = requireStore(dataDir);
  const kept = { id: randomBytes(9).toString("base64url"), version: 1, person, changed: Date.now() };
  return database.transaction(() => {
    const { count } = database
      .prepare<{ count: number }>("SELECT count(*) AS count FROM relevance_tests WHERE server = ? AND index_name = ?")
      .get(server, index) ?? { count: 0 };
    if (count >= MOST_TESTS) return { refused: "full" };
    database
      .prepare("INSERT INTO relevance_tests (id, server, index_name, label, content, version, person, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(kept.id, server, index, test.label, stringifyJson(test), kept.version, person, kept.changed);
    return { ...kept, ...test };
  });
}

type Save = Of & { id: string; /** That was shown. */ version: number; person: string; test: RelevanceTest };

/** Keeps a test in the place of the version that was shown. Throws BackendError 507 where the console's disk is full. */
export function saveRelevanceTest({ dataDir }: Where, { server, index, id, version, person, test }: Save): StoredTest | Refused {
  const database = requireStore(dataDir);
  const kept = { id, version: version + 1, person, changed: Date.now() };
  return database.transaction(() => {
    const now = database.prepare<Row>(`${select} AND id = ?`).get(server, index, id);
    if (!now) return { refused: "gone" };
    if (now.version !== version) return { refused: "changed" };
    database
      .prepare("UPDATE relevance_tests SET label = ?, content = ?, version = ?, person = ?, changed = ? WHERE id = ?")
      .run(test.label, stringifyJson(test), kept.version, person, kept.changed, id);
    return { ...kept, ...test };
  });
}

/** Forgets a test. False if it is gone already. Throws BackendError 507 where the console's disk is full. */
export function deleteRelevanceTest({ dataDir }: Where, { server, index, id }: Of & { id: string }): boolean {
  return requireStore(dataDir).prepare("DELETE FROM relevance_tests WHERE server = ? AND index_name = ? AND id = ?").run(server, index, id) > 0;
}
