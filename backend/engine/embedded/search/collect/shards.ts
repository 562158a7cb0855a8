import { isJsonObject, parseJson, type JsonObject } from "@common/text/json";
import { EngineError } from "../../errors";
import type { IndexResolver, ResolvedIndex } from "../../index/types";
import {
  executeContext,
  expandQuery,
  parseQuery,
  weightOf,
  type ExecuteContext,
  type LuceneNode,
  type Query,
  type RewriteContext,
  type Weight,
} from "../../query";
import { allNode, booleanNode } from "../../query/core/nodes";
import type { Steps } from "../../steps";
import { type Budget, OutOfTime } from "../../budget";
import { queryShardError } from "../../query/shard-error";
import { SearchPhaseError, type ShardFailure } from "../answer/errors";
import type { Shard } from "../types";

export type ShardRequest = {
  indices: IndexResolver;
  targets: readonly ResolvedIndex[];
  query: Query | undefined;
  postFilter?: Query | undefined;
  /** False where nobody asks for scores. */
  scoring: boolean;
  budget: Budget;
};

function* bound({
  query,
  context,
  execute,
  scoring,
}: {
  query: LuceneNode;
  context: RewriteContext;
  execute: ExecuteContext;
  scoring: boolean;
}): Steps<{ node: LuceneNode; weight: Weight }> {
  const node = yield* expandQuery(query, context.snapshot);
  return { node, weight: weightOf({ node, context: execute, boost: 1, scoring }) };
}

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
export async function openShards({
  indices,
  targets,
  query,
  postFilter,
  scoring,
  budget,
}: ShardRequest): Promise<{ shards: Shard[]; failures: ShardFailure[] }> {
  const now = Date.now();
  const shards: Shard[] = [];
  const failures: ShardFailure[] = [];
  for (const [ordinal, { index, filters }] of groupTargets(targets).entries()) {
    const snapshot = index.snapshot();
    const context: RewriteContext = { index, snapshot, now, meter: { cut: 0 }, lookup: lookupIn(indices) };
    await budget.pause();
    const execute = executeContext(snapshot);
    try {
      const alias =
        filters.length > 0
          ? booleanNode({ should: filters.map((filter) => parseQuery(filter).rewrite(context)) })
          : undefined;
      let node: LuceneNode = query ? query.rewrite(alias ? { ...context, aliasFilter: alias } : context) : allNode();
      if (alias) node = booleanNode({ must: [node], filter: [alias] });
      const main = await budget.run(bound({ query: node, context, execute, scoring }));
      const post = postFilter
        ? await budget.run(bound({ query: postFilter.rewrite(context), context, execute, scoring: false }))
        : undefined;
      shards.push({ ordinal, index, context, execute, ...main, postFilter: post?.weight });
    } catch (error) {
      if (!(error instanceof EngineError) || error instanceof OutOfTime || error.type === "task_cancelled_exception")
        throw error;
      failures.push({ index, error: queryShardError(index, error) });
    }
  }
  if (shards.length === 0 && failures.length > 0) throw new SearchPhaseError(failures);
  return { shards, failures };
}
