import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import type { CopyPlan } from "~/services/indices/reindex/plan";

export const MOST_SHARDS = 100;

function whole({ from, to }: { from: number; to: number }) {
  const error = `Enter a whole number from ${from} to ${to}.`;
  return z.number({ error }).int({ error }).min(from, { error }).max(to, { error });
}

export const ShardsSchema = z.object({ shards: whole({ from: 1, to: MOST_SHARDS }) });
export const shardsConstraint = getZodConstraint(ShardsSchema);
export type ShardsShape = { shards: number };

/**
 * The form of replicas: as many as there are other nodes for, and the engine's own bound where nobody tells how many
 * there are.
 */
export const replicasSchema = (most: number) =>
  z.object({ replicas: whole({ from: 0, to: most }), version: z.string(), fixed: z.boolean().default(false) });
export type ReplicasShape = { replicas: number; version: string; fixed: string };

/** A re-index in place that changes the number of shards alone. */
export const planOfShards = (source: string, shards: number): CopyPlan => ({
  ...{ source, target: null, action: [], mappings: null, settings: null },
  ...{ include: [], exclude: [], type: null, shards, replicas: null },
});
