import * as z from "zod";
import { isJsonObject } from "@common/text/json";
import { REINDEX_LIMITS } from "@common/limits/reindex";
import type { Engine } from "@backend/engine/port";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { failureCause } from "./definition";
import type { Deletions, Note } from "./deletions";
import { copyDocuments, countOf, indexPath, refresh } from "./engine-calls";
import { type Checkpoints, checkpointsOf, type Key, keysOf, writtenBetween } from "./operations";
import type { Run } from "./runs";
import { ReportSchema } from "./schema";

const BulkSchema = z.object({ errors: z.boolean() });
const keyText = ({ id, routing }: Key) => JSON.stringify([id, routing]);
const PAGE = REINDEX_LIMITS.looks.most;
/** Documents that a page of ids finds: an id may be there more than once, by routing. */
const MOST = 2 * PAGE;

/**
 * Brings the copy of an index up to what was written to it meanwhile. What was written is found by the numbers of
 * operations, what was deleted by the notes of the gateways; that both indices then hold equally many documents is the
 * proof that no delete was missed, for the copy holds every document of the source.
 */
export function createCatchUp({ engine, deletions, run }: { engine: Engine; deletions: Deletions; run: Run }) {
  const { source, target } = run;
  let seen: Checkpoints = run.baseline ?? {};

  // Whole documents go from index to index in the engine, as the copy itself does it.
  async function copy(keys: readonly Key[]): Promise<void> {
    const { source: from } = run.copied;
    const body = {
      ...run.copied,
      source: { ...(isJsonObject(from) ? from : {}), query: { ids: { values: keys.map(({ id }) => id) } } },
    };
    const { failures } = ReportSchema.parse(await copyDocuments({ engine, body, wait: true, refresh: false }));
    if (failures.length > 0)
      throw new HttpError(400, `${failures.length} documents could not be copied`, {
        cause: failureCause(failures[0]),
      });
  }

  // Takes those of some documents out of the copy that the source does not have. Only the one that copies may do that:
  // what is written again afterwards has a later number, and is copied after it.
  async function takeOut(candidates: readonly Key[]): Promise<number> {
    if (candidates.length === 0) return 0;
    const query = { ids: { values: candidates.map(({ id }) => id) } };
    const there = new Set((await keysOf(engine, { name: source, query, size: MOST })).map(keyText));
    const gone = candidates.filter((key) => !there.has(keyText(key)));
    if (gone.length === 0) return 0;
    const lines = gone
      .map(
        ({ id, routing }) => `${JSON.stringify({ delete: { _id: id, ...(routing === null ? {} : { routing }) } })}\n`,
      )
      .join("");
    const { body } = await callEngine(engine, { method: "POST", path: indexPath(target, "/_bulk"), body: lines });
    if (BulkSchema.parse(body).errors)
      throw new HttpError(500, `documents that were deleted in ${source} could not be deleted in its copy`);
    return gone.length;
  }

  // The notes were read before the source was refreshed: what was written and deleted in between would look as if it
  // had never been there.
  async function takeOutNoted(notes: readonly Note[]): Promise<number> {
    const ids = [...new Set(notes.flatMap((one) => one.ids))];
    const alive = new Set<string>();
    let taken = 0;
    for (let at = 0; at < ids.length; at += PAGE) {
      const query = { ids: { values: ids.slice(at, at + PAGE) } };
      for (const { id } of await keysOf(engine, { name: source, query, size: MOST })) alive.add(id);
      taken += await takeOut(await keysOf(engine, { name: target, query, size: MOST }));
    }
    // What is still there may be deleted in a moment.
    await deletions.forget(notes.filter((one) => !one.ids.some((id) => alive.has(id))).map(({ note }) => note));
    return taken;
  }

  /**
   * Copies what was written since the last time, and takes out what was deleted. How many documents that were, and
   * whether none was under way.
   */
  async function round(): Promise<{ changed: number; still: boolean }> {
    const notes = await deletions.list(target);
    const { checkpoints, still } = await checkpointsOf(engine, source);
    await refresh(engine, source);
    let changed = 0;
    for await (const keys of writtenBetween(engine, { name: source, from: seen, to: checkpoints })) {
      await copy(keys);
      changed += keys.length;
    }
    seen = checkpoints;
    await refresh(engine, target);
    return { changed: changed + (await takeOutNoted(notes)), still };
  }

  /** Documents of the source and of its copy. */
  async function counts(): Promise<{ source: number; target: number }> {
    return { target: await countOf(engine, target), source: await countOf(engine, source) };
  }

  /**
   * Looks at the ids of all documents of both indices: takes out of the copy what the source has not, and copies what
   * the copy has not.
   */
  async function compare(): Promise<void> {
    for (const [name, settle] of [
      [target, takeOut],
      [source, copyMissing],
    ] as const) {
      const { checkpoints } = await checkpointsOf(engine, name);
      await refresh(engine, name);
      for await (const keys of writtenBetween(engine, { name, from: {}, to: checkpoints })) await settle(keys);
    }
    await refresh(engine, target);
  }

  async function copyMissing(keys: readonly Key[]): Promise<void> {
    const there = new Set(
      (await keysOf(engine, { name: target, query: { ids: { values: keys.map(({ id }) => id) } }, size: MOST })).map(
        keyText,
      ),
    );
    const missing = keys.filter((key) => !there.has(keyText(key)));
    if (missing.length > 0) await copy(missing);
  }

  return { round, counts, compare };
}
export type CatchUp = ReturnType<typeof createCatchUp>;
