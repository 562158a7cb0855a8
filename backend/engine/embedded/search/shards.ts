import { isJsonObject, parseJson, type JsonObject } from "@common/json";
import { EngineError } from "../errors";
import type { IndexResolver, ResolvedIndex } from "../index/types";
import { executeContext, parseQuery, weightOf, type LuceneNode, type Query, type RewriteContext } from "../query";
import { allNode, booleanNode } from "../query/core/nodes";
import { queryShardError, SearchPhaseError, type ShardFailure } from "./errors";
import type { Budget, Shard } from "./types";

export type ShardRequest = {
  indices: IndexResolver;
  targets: readonly ResolvedIndex[];
  query: Query | undefined;
  postFilter?: Query | undefined;
  /** False where nobody asks for scores. */
  scoring: boolean;
  budget: Budget;
};

function lookupIn(indices: IndexResolver): RewriteContext["lookup"] {
  return ({ index, id }) => {
    const [found] = indices.resolve(index);
    const snapshot = found?.index.snapshot();
    const place = snapshot?.locate(id);
    if (!snapshot || !place) return undefined;
    const source = parseJson(snapshot.document(place.seq).source);
    return isJsonObject(source) ? source : undefined;
  };
}

/** Filters of aliases reached for one index: a document must pass any of them. */
function groupTargets(targets: readonly ResolvedIndex[]): { index: ResolvedIndex["index"]; filters: JsonObject[] }[] {
  const groups = new Map<ResolvedIndex["index"], { filters: JsonObject[]; all: boolean }>();
  for (const { index, filter } of targets) {
    const group = groups.get(index) ?? { filters: [], all: false };
    if (filter) group.filters.push(filter);
    else group.all = true;
    groups.set(index, group);
  }
  return [...groups].map(([index, { filters, all }]) => ({ index, filters: all ? [] : filters }));
}

/**
 * Binds the query to every index. Indices that it does not fit are failures beside the others' hits;
 * where none is left the whole search fails.
 */
export function openShards({ indices, targets, query, postFilter, scoring, budget }: ShardRequest): { shards: Shard[]; failures: ShardFailure[] } {
  const now = Date.now();
  const shards: Shard[] = [];
  const failures: ShardFailure[] = [];
  groupTargets(targets).forEach(({ index, filters }, ordinal) => {
    const snapshot = index.snapshot();
    const context: RewriteContext = { index, snapshot, now, checkpoint: budget.checkpoint, lookup: lookupIn(indices) };
    const execute = executeContext(snapshot, budget.checkpoint);
    try {
      let node: LuceneNode = query ? query.rewrite(context) : allNode();
      if (filters.length > 0) {
        const alias = booleanNode({ should: filters.map((filter) => parseQuery(filter).rewrite(context)) });
        node = booleanNode({ must: [node], filter: [alias] });
      }
      const weight = weightOf({ node, context: execute, boost: 1, scoring });
      const post = postFilter ? weightOf({ node: postFilter.rewrite(context), context: execute, boost: 1, scoring: false }) : undefined;
      shards.push({ ordinal, index, context, execute, node, weight, postFilter: post });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      failures.push({ index, error: queryShardError(index, error) });
    }
  });
  if (shards.length === 0 && failures.length > 0) throw new SearchPhaseError(failures);
  return { shards, failures };
}
