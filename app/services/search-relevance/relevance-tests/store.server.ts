import { randomBytes } from "node:crypto";
import { endpointPlaces } from "@common/http/endpoint-queries";
import { isJsonObject, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import type { Config } from "~/server/config.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";
import { type Put, type RelevanceTest, RelevanceTestSchema } from "./records.server";
import { withSharedGrades } from "./sharing";

// Relevance tests in the console's own database: those of an index belong to everybody who may see its settings.

/** Of one index, at most. */
export const MOST_TESTS = 500;

type Where = Pick<Config, "dataDir">;
export type Of = { server: string; index: string };
type Row = { id: string; label: string; content: string; version: number; person: string; changed: number };

const lastSchema = z.object({
  at: z.number(),
  live: z.boolean(),
  draft: z.object({ person: z.string(), passes: z.boolean() }).optional(),
});
/** What became of a test when it was last run: whether it passes, and on whose draft. */
export type Last = z.infer<typeof lastSchema>;
/** A test as it is kept: who saved it last, how often it was saved, and when it was last run since. */
export type StoredTest = Pick<Row, "id" | "version" | "person" | "changed"> & RelevanceTest & { last: Last | null };

const select =
  "SELECT id, label, content, version, person, changed FROM relevance_tests WHERE server = ? AND index_name = ?";

function read({ content, label: _, ...row }: Row): StoredTest[] {
  const kept = parseJson(content);
  const test = RelevanceTestSchema.safeParse(kept);
  const last = lastSchema.safeParse(isJsonObject(kept) ? kept["last"] : undefined);
  // What a later version of the console wrote is left out and stays.
  return test.success ? [{ ...row, ...test.data, last: last.success ? last.data : null }] : [];
}

/** Those of an index, by their labels. */
export function listRelevanceTests({ dataDir }: Where, { server, index }: Of): StoredTest[] {
  return openStore(dataDir).prepare<Row>(`${select} ORDER BY lower(label), id`).all(server, index).flatMap(read);
}

/** One of them; undefined where it does not exist, or no longer. */
export function getRelevanceTest(
  { dataDir }: Where,
  { server, index, id }: Of & { id: string },
): StoredTest | undefined {
  const row = openStore(dataDir).prepare<Row>(`${select} AND id = ?`).get(server, index, id);
  return row && read(row)[0];
}

export type Removal = { id: string; version: number };
/**
 * Why nothing was kept: an index has as many as it may have; a request calls an endpoint; a test was saved, or deleted,
 * by somebody else meanwhile.
 */
export type Refused =
  { refused: "full" | "changed" | "gone"; now?: StoredTest } | { refused: "endpoint"; places: string[] };

/** An id for a new test. */
export const newTestId = () => randomBytes(9).toString("base64url");

/**
 * Keeps tests and forgets others, all of them or none, with those that share grades with one of them; what was kept
 * before comes with the versions that are kept now.
 * Throws BackendError 507 where the console's disk is full.
 */
export function changeRelevanceTests(
  { dataDir }: Where,
  {
    server,
    index,
    person,
    put: asked = [],
    remove = [],
  }: Of & { person: string; put?: readonly Put[]; remove?: readonly Removal[] },
): { kept: { id: string; version: number }[]; before: StoredTest[] } | Refused {
  const places = asked.flatMap(({ test }) => endpointPlaces(test.request));
  if (places.length > 0) return { refused: "endpoint", places };
  const database = requireStore(dataDir);
  const rowOf = (id: string) => database.prepare<Row>(`${select} AND id = ?`).get(server, index, id);
  const isElsewhere = (id: string) =>
    database.prepare("SELECT 1 FROM relevance_tests WHERE id = ?").get(id) !== undefined;
  return database.transaction(() => {
    const isShared = asked.some(({ joins, test }) => joins !== undefined || test.sharing !== undefined);
    const going = new Set(remove.map(({ id }) => id));
    const staying = () => listRelevanceTests({ dataDir }, { server, index }).filter(({ id }) => !going.has(id));
    const put = isShared ? withSharedGrades(asked, { stored: staying(), newMark: newTestId }) : asked;
    const before: StoredTest[] = [];
    for (const { id, version } of [...put, ...remove]) {
      const row = rowOf(id);
      const [now] = row ? read(row) : [];
      if (!row && (version !== 0 || isElsewhere(id))) return { refused: "gone" };
      if ((row?.version ?? 0) !== version) return { refused: "changed", ...(now && { now }) };
      if (now) before.push(now);
    }
    const { count } = database
      .prepare<{ count: number }>("SELECT count(*) AS count FROM relevance_tests WHERE server = ? AND index_name = ?")
      .get(server, index) ?? { count: 0 };
    const added = put.filter(({ version }) => version === 0).length;
    if (added > 0 && count + added - remove.length > MOST_TESTS) return { refused: "full" };
    for (const { id } of remove)
      database
        .prepare("DELETE FROM relevance_tests WHERE server = ? AND index_name = ? AND id = ?")
        .run(server, index, id);
    const kept = put.map(({ id, version, past, test }) => {
      const next = Math.max(version, past ?? 0) + 1;
      database
        .prepare(
          "INSERT OR REPLACE INTO relevance_tests (id, server, index_name, label, content, version, person, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .run(id, server, index, test.label, stringifyJson(RelevanceTestSchema.parse(test)), next, person, Date.now());
      return { id, version: next };
    });
    return { kept, before };
  });
}

/** Notes what became of tests, each of a version: of one that was saved meanwhile nothing is noted. */
export function noteResults(
  { dataDir }: Where,
  { server, index }: Of,
  results: readonly { test: StoredTest; last: Last }[],
): void {
  const database = openStore(dataDir);
  const note = () => {
    for (const { test, last } of results) {
      const { id, version, person: _, changed: __, last: before, ...content } = test;
      // What another person's draft gave is not known to this run, and stays.
      const whole = { ...last, ...(last.draft === undefined && before?.draft ? { draft: before.draft } : {}) };
      database
        .prepare(
          "UPDATE relevance_tests SET content = ? WHERE server = ? AND index_name = ? AND id = ? AND version = ?",
        )
        .run(stringifyJson({ ...content, last: whole }), server, index, id, version);
    }
  };
  database.transaction(note, { lazy: true });
}
