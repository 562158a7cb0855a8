import type { JsonValue } from "@common/text/json";
import type { EmbeddedIndex, IndexResolver, ResolvedIndex } from "../index/types";
import { parseQuery, type Query } from "../query";
import { isSteps, type Steps } from "../steps";
import { type Budget, budgetFor } from "../budget";
import { SearchPhaseError, shardCountOf, type ShardFailure } from "./answer/errors";
import { openShards } from "./collect/shards";
import type { Shard } from "./types";

export type CountCall = {
  indices: IndexResolver;
  targets: readonly ResolvedIndex[];
  query: Query | undefined;
  signal: AbortSignal;
  terminateAfter?: number;
};

function* liveCount(shard: Shard, most: number): Steps<number> {
  let count = 0;
  for (const segment of shard.context.snapshot.segments) {
    const work = shard.weight.matches(segment);
    const { docs } = isSteps(work) ? yield* work : work;
    if (segment.liveCount === segment.docCount) count += docs.length;
    else for (const doc of docs) if (segment.isLive(doc)) count++;
    if (count >= most) return most;
    yield;
  }
  return count;
}

async function countShards(shards: readonly Shard[], budget: Budget, most: number): Promise<number> {
  let count = 0;
  for (const shard of shards) count += await budget.run(liveCount(shard, most));
  return count;
}

/** How many documents match over several indices, with the failures of those that could not answer. */
export async function countMatching({
  indices,
  targets,
  query,
  signal,
  terminateAfter,
}: CountCall): Promise<{ count: number; shards: number; failures: ShardFailure[] }> {
  const budget = budgetFor({ timeout: undefined, signal });
  const { shards, failures } = await openShards({ indices, targets, query, scoring: false, budget });
  return {
    count: await countShards(shards, budget, terminateAfter ?? Infinity),
    shards: shardCountOf([...shards, ...failures]),
    failures,
  };
}

function* liveSequence(shard: Shard, most: number): Steps<number[]> {
  const found: number[] = [];
  for (const segment of shard.context.snapshot.segments) {
    const work = shard.weight.matches(segment);
    const { docs } = isSteps(work) ? yield* work : work;
    for (const doc of docs) {
      if (found.length >= most) return found;
      if (segment.isLive(doc)) found.push(segment.seq(doc));
    }
    yield;
  }
  return found;
}

/**
 * Sequence numbers of the first `most` live documents that match a query body (all without one), in insertion order, as
 * the index stands now, however long it takes. Throws EngineError when the query cannot be read or does not fit the
 * index.
 */
export async function matchingDocuments({
  index,
  indices,
  query,
  signal,
  filter,
  most,
}: {
  index: EmbeddedIndex;
  indices: IndexResolver;
  query: JsonValue | undefined;
  signal: AbortSignal;
  filter?: ResolvedIndex["filter"];
  most: number;
}): Promise<number[]> {
  const parsed = query === undefined ? undefined : parseQuery(query);
  const budget = budgetFor({ signal });
  const { shards, failures } = await openShards({
    indices,
    targets: [filter ? { index, filter } : { index }],
    query: parsed,
    scoring: false,
    budget,
  });
  if (failures.length > 0) throw new SearchPhaseError(failures);
  const [shard] = shards;
  return shard ? budget.finish(liveSequence(shard, most)) : [];
}
