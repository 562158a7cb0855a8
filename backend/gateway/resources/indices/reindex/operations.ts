import * as z from "zod";
import { REINDEX_LIMITS } from "@common/limits/reindex";
import type { Engine } from "@backend/engine/port";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { indexPath } from "./engine-calls";

// What was written to an index since: each operation has a number, which counts up in its shard (`_seq_no`).

const StatsSchema = z.object({
  indices: z.record(
    z.string(),
    z.object({
      shards: z.record(
        z.string(),
        z.array(
          z.looseObject({
            routing: z.looseObject({ primary: z.boolean() }),
            seq_no: z.looseObject({ max_seq_no: z.number(), global_checkpoint: z.number() }).optional(),
          }),
        ),
      ),
    }),
  ),
});

/** Up to which number all operations are done, by shard; -1 where none came. */
export type Checkpoints = Readonly<Record<string, number>>;

/**
 * How far the operations of an index are. All up to a checkpoint can be found after the next refresh; `still` where
 * none is under way behind them. Throws the engine's errors.
 */
export async function checkpointsOf(
  engine: Engine,
  name: string,
): Promise<{ checkpoints: Checkpoints; still: boolean }> {
  const { body } = await callEngine(engine, {
    method: "GET",
    path: indexPath(name, "/_stats/docs"),
    query: { level: "shards" },
  });
  const shards = Object.entries(StatsSchema.parse(body).indices[name]?.shards ?? {});
  const primaries = shards.flatMap(([shard, copies]) =>
    copies.flatMap(({ routing, seq_no }) => (routing.primary && seq_no ? [{ shard, ...seq_no }] : [])),
  );
  return {
    checkpoints: Object.fromEntries(primaries.map(({ shard, global_checkpoint }) => [shard, global_checkpoint])),
    still: primaries.every(({ max_seq_no, global_checkpoint }) => max_seq_no === global_checkpoint),
  };
}

/** A document as one finds it again: an id may be there once by routing. */
export type Key = { id: string; routing: string | null };

const HitsSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _routing: z.string().nullish() })) }),
});

/**
 * The documents of an index that a query finds, by their keys; at most `size` of them, in no order. Throws the engine's
 * errors.
 */
export async function keysOf(
  engine: Engine,
  { name, query, size, shard }: { name: string; query: unknown; size: number; shard?: string | undefined },
): Promise<Key[]> {
  const body = { size, query, _source: false, track_total_hits: false };
  const path = indexPath(name, "/_search");
  const answer = await callEngine(engine, {
    method: "POST",
    path,
    ...(shard === undefined ? {} : { query: { preference: `_shards:${shard}` } }),
    body,
  });
  return HitsSchema.parse(answer.body).hits.hits.map(({ _id, _routing }) => ({ id: _id, routing: _routing ?? null }));
}

/** How many operations are looked at by one search: each is one document at most. */
const STRETCH = REINDEX_LIMITS.looks.most;

/**
 * The documents that operations after `from` up to `to` wrote, as far as nothing later did, some at a time; what was
 * deleted is not among them. They must be searchable: refresh the index before. Throws the engine's errors.
 */
export async function* writtenBetween(
  engine: Engine,
  { name, from, to }: { name: string; from: Checkpoints; to: Checkpoints },
): AsyncGenerator<Key[]> {
  const shards = Object.entries(to);
  for (const [shard, last] of shards) {
    for (let begin = (from[shard] ?? -1) + 1; begin <= last; begin += STRETCH) {
      const query = { range: { _seq_no: { gte: begin, lte: Math.min(last, begin + STRETCH - 1) } } };
      const keys = await keysOf(engine, { name, query, size: STRETCH, shard: shards.length > 1 ? shard : undefined });
      if (keys.length > 0) yield keys;
    }
  }
}
