import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { callEngine } from "./engine-client";

/**
 * So many documents are deleted in one call, with this rest after it in ms: whoever searches or writes comes in
 * between.
 */
const AT_ONCE = 2_000;
const REST = 20;

const CountSchema = z.object({ count: z.number() });
const DeletedSchema = z.object({ deleted: z.number() });

/** Records of an index by their `timestamp`, in ms; `to` is not included. */
type Records = { engine: Engine; index: string; from: number; to: number };

function between(from: number, to: number): object {
  return { range: { timestamp: { gte: from, lt: to, format: "epoch_millis" } } };
}

/** How many records of an index are of this stretch of time. Throws the engine's errors. */
export async function recordsBetween({ engine, index, from, to }: Records): Promise<number> {
  const body = { query: between(from, to) };
  return CountSchema.parse((await callEngine(engine, { method: "POST", path: `/${index}/_count`, body })).body).count;
}

/** A moment in ms, and how many records are before it. */
export type Cut = { at: number; before: number };

/** The last moment before which no more than `most` records are. Throws the engine's errors. */
export async function cutOf({ most, ...records }: Records & { most: number }): Promise<Cut> {
  let cut: Cut = { at: records.from, before: 0 };
  let past = records.to + 1;
  while (past - cut.at > 1) {
    const at = Math.floor((cut.at + past) / 2);
    const before = await recordsBetween({ ...records, to: at });
    if (before > most) past = at;
    else cut = { at, before };
  }
  return cut;
}

type Removal = Records & {
  /** Fewer than `least` are not enough, and no more than `most` go. */
  least: number;
  most: number;
  /** Asked before each call: throws, or answers false, where the work has to end. */
  goesOn: () => Promise<boolean>;
};

/**
 * Deletes the oldest records of a stretch of time, some at a time. Records of one moment go together, unless only a
 * part of them may. Returns how many went: fewer than `least` where `goesOn` ended it. Throws the engine's errors.
 */
export async function removeOldest({ least, most, goesOn, ...records }: Removal): Promise<number> {
  const { engine, index, from } = records;

  async function remove(query: object, upTo: number): Promise<number> {
    let removed = 0;
    while (removed < upTo && (await goesOn())) {
      const options = { conflicts: "proceed", refresh: "true" };
      const body = { query, max_docs: Math.min(AT_ONCE, upTo - removed) };
      const { deleted } = DeletedSchema.parse(
        (await callEngine(engine, { method: "POST", path: `/${index}/_delete_by_query`, query: options, body })).body,
      );
      removed += deleted;
      if (deleted === 0) break;
      await pause(REST);
    }
    return removed;
  }

  const { at, before } = await cutOf({ ...records, most });
  const removed = before === 0 ? 0 : await remove(between(from, at), before);
  return removed >= least || removed < before ? removed : removed + (await remove(between(at, at + 1), most - removed));
}
