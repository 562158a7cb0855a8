import type { JsonValue } from "@common/json";
import { EngineError } from "../errors";
import type { EmbeddedIndex, IndexResolver, ResolvedIndex } from "../index/types";
import { parseQuery, type Query } from "../query";
import { budgetFor } from "./budget";
import { SearchPhaseError, shardCountOf, type ShardFailure } from "./errors";
import { openShards } from "./shards";
import type { Budget, Shard } from "./types";

export type CountCall = { indices: IndexResolver; targets: readonly ResolvedIndex[]; query: Query | undefined; signal: AbortSignal; terminateAfter?: number };

function liveCount(shard: Shard, most: number): number {
  let count = 0;
  for (const segment of shard.context.snapshot.segments) {
    const { docs } = shard.weight.matches(segment);
    if (segment.liveCount === segment.docCount) count += docs.length;
    else for (const doc of docs) if (segment.isLive(doc)) count++;
    if (count >= most) return most;
  }
  return count;
}

async function countShards(shards: readonly Shard[], budget: Budget, most: number): Promise<number> {
  let count = 0;
  for (const shard of shards) {
    count += liveCount(shard, most);
    await budget.pause();
  }
  return count;
}

/** How many documents match over several indices, with the failures of those that could not answer. */
export async function countMatching({ indices, targets, query, signal, terminateAfter }: CountCall): Promise<{ count: number; shards: number; failures: ShardFailure[] }> {
  const budget = budgetFor({ timeout: undefined, signal });
  const { shards, failures } = openShards({ indices, targets, query, scoring: false, budget });
  return { count: await countShards(shards, budget, terminateAfter ?? Infinity), shards: shardCountOf([...shards, ...failures]), failures };
}

/**
 * Sequence numbers of the live documents that match a query body (all without one), in insertion order, as the index stands now.
 * Throws EngineError when the query cannot be read or does not fit the index.
 */
export function* matchingDocuments({ index, indices, query, signal, filter }: { index: EmbeddedIndex; indices: IndexResolver; query: JsonValue | undefined; signal: AbortSignal; filter?: ResolvedIndex["filter"] }): Iterable<number> {
  const parsed = query === undefined ? undefined : parseQuery(query);
  const budget = budgetFor({ timeout: undefined, signal });
  const { shards, failures } = openShards({ indices, targets: [filter ? { index, filter } : { index }], query: parsed, scoring: false, budget });
  if (failures.length > 0) throw new SearchPhaseError(failures);
  for (const shard of shards) {
    for (const segment of shard.context.snapshot.segments) {
      if (signal.aborted) throw new EngineError(400, "task_cancelled_exception", "The caller has gone.");
      for (const doc of shard.weight.matches(segment).docs) if (segment.isLive(doc)) yield segment.seq(doc);
    }
  }
}
