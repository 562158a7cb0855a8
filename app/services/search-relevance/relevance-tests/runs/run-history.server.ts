import { parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import type { Config } from "~/server/config.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";
import { passes } from "../report";
import type { RanTest } from "./rows";
import type { Of } from "../store.server";

// What runs gave on live, in the console's own database, so that one sees what became better or worse over weeks.

/** Runs of one index that are kept; the oldest go. */
export const MOST_RUNS = 400;

const resultSchema = z.object({
  id: z.string(),
  label: z.string(),
  passes: z.boolean(),
  /** nDCG of the first ten places, from 0 to 1; null for a test without grades. */
  ndcg: z.number().nullable(),
});
const contentSchema = z.object({ settings: z.string(), results: z.array(resultSchema) });

export type PastResult = z.infer<typeof resultSchema>;
/** A run: when (ms since 1970), by whom (empty: by the schedule), on which version of the settings' record, and what each test gave. */
export type PastRun = { at: number; person: string; settings: string; results: PastResult[] };

type Where = Pick<Config, "dataDir">;
type Row = { at: number; person: string; content: string };

/** What each test gave on live, as it is kept. */
export const resultsOf = (ran: readonly RanTest[]): PastResult[] =>
  ran.map(({ test: { id, label }, live }) => ({ id, label, passes: passes(live), ndcg: live.ndcg ?? null }));

/** Keeps a run. Throws BackendError 507 where the console's disk is full. */
export function addRun({ dataDir }: Where, { server, index }: Of, { at, person, ...content }: PastRun): void {
  const database = requireStore(dataDir);
  database.transaction(() => {
    database
      .prepare("INSERT OR REPLACE INTO relevance_runs (server, index_name, at, person, content) VALUES (?, ?, ?, ?, ?)")
      .run(server, index, at, person, stringifyJson(content));
    database
      .prepare(
        "DELETE FROM relevance_runs WHERE server = ? AND index_name = ? AND at NOT IN (SELECT at FROM relevance_runs WHERE server = ? AND index_name = ? ORDER BY at DESC LIMIT ?)",
      )
      .run(server, index, server, index, MOST_RUNS);
  });
}

/** The runs of an index, the newest first. */
export function listRuns({ dataDir }: Where, { server, index }: Of): PastRun[] {
  return openStore(dataDir)
    .prepare<Row>("SELECT at, person, content FROM relevance_runs WHERE server = ? AND index_name = ? ORDER BY at DESC")
    .all(server, index)
    .flatMap(({ at, person, content }) => {
      const read = contentSchema.safeParse(parseJson(content));
      // What a later version of the console wrote is left out and stays.
      return read.success ? [{ at, person, ...read.data }] : [];
    });
}

/** The mean nDCG@10 of the tests that have grades; null where none has. */
export function meanNdcg(results: readonly PastResult[]): number | null {
  const graded = results.flatMap(({ ndcg }) => ndcg ?? []);
  return graded.length === 0 ? null : graded.reduce((sum, one) => sum + one, 0) / graded.length;
}

/** A test that gave something else than in the run before; null stands for a test that was not in it, or has no grades. */
export type Moved = {
  id: string;
  label: string;
  before: number | null;
  now: number | null;
  passes: boolean;
  passed: boolean;
};

const LEAST_MOVE = 0.005;

/** What moved between two runs: tests that pass or fail now, and nDCG by half a hundredth or more, the furthest first. */
export function movedBetween(before: readonly PastResult[], now: readonly PastResult[]): Moved[] {
  const past = new Map(before.map((one) => [one.id, one]));
  const moved = now.flatMap(({ id, label, ndcg, ...one }): Moved[] => {
    const was = past.get(id);
    if (was === undefined) return [];
    const step = Math.abs((ndcg ?? 0) - (was.ndcg ?? 0));
    const isSame = was.passes === one.passes && (ndcg === null || was.ndcg === null || step < LEAST_MOVE);
    return isSame ? [] : [{ id, label, before: was.ndcg, now: ndcg, passes: one.passes, passed: was.passes }];
  });
  const far = (one: Moved) => (one.passes === one.passed ? 0 : 1) + Math.abs((one.now ?? 0) - (one.before ?? 0));
  return moved.sort((a, b) => far(b) - far(a));
}
