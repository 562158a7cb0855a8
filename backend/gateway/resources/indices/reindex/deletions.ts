import * as z from "zod";
import { REINDEX_LIMITS } from "@common/limits/reindex";
import type { Engine } from "@backend/engine/port";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { callEngine } from "@backend/gateway/platform/store/engine-client";

// What is deleted leaves nothing that a search finds, so each gateway notes which ids a delete names before it passes
// it on. A note is a hint where to look, never the truth: the id may be written again, and the delete may be refused.

const HitsSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.object({ ids: z.array(z.string()) }) })) }),
});

/** A note of deletes, by the id of its record. */
export type Note = { note: string; ids: string[] };

/** The notes of deletes, records of a system index. A run is named by the index that it fills. */
export function createDeletions({ engine, index }: { engine: Engine; index: () => string }) {
  /** Notes ids that are about to be deleted. Throws the engine's errors. */
  async function note(run: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0 || ids.length > REINDEX_LIMITS.deletions.most) return;
    await callEngine(engine, { method: "POST", path: enginePath([index(), "_doc"]), body: { run, ids } });
  }

  /** The notes of a run, the first thousand. Throws the engine's errors. */
  async function list(run: string): Promise<Note[]> {
    await callEngine(engine, { method: "POST", path: enginePath([index(), "_refresh"]) }, [404]);
    const body = { size: 1000, query: { term: { run } } };
    const answer = await callEngine(engine, { method: "POST", path: enginePath([index(), "_search"]), body }, [404]);
    if (answer.status === 404) return [];
    return HitsSchema.parse(answer.body).hits.hits.map(({ _id, _source }) => ({ note: _id, ids: _source.ids }));
  }

  /** Forgets notes whose documents are gone. Throws the engine's errors. */
  async function forget(notes: readonly string[]): Promise<void> {
    if (notes.length === 0) return;
    const lines = notes.map((note) => `${JSON.stringify({ delete: { _id: note } })}\n`).join("");
    await callEngine(engine, { method: "POST", path: enginePath([index(), "_bulk"]), body: lines });
  }

  /** Forgets all notes of a run that is over. Throws the engine's errors. */
  async function forgetAll(run: string): Promise<void> {
    for (let notes = await list(run); notes.length > 0; notes = await list(run))
      await forget(notes.map(({ note: id }) => id));
  }

  /**
   * Forgets the notes of runs that are not among these, which came when their run was just over. Throws the engine's
   * errors.
   */
  async function forgetOthers(runs: readonly string[]): Promise<void> {
    const body = { query: { bool: { must_not: { terms: { run: runs } } } } };
    const query = { conflicts: "proceed", refresh: "true" };
    await callEngine(engine, { method: "POST", path: enginePath([index(), "_delete_by_query"]), query, body }, [404]);
  }

  return { note, list, forget, forgetAll, forgetOthers };
}
export type Deletions = ReturnType<typeof createDeletions>;
