import { EngineError } from "../errors";
import type { Budget, Shard } from "../search/types";
import type { SegmentReader } from "../store/types";
import type { AggregationDefinition, AggregationRequest, Batch, Children, Collector, Json, ResultContext } from "./types";

/** Buckets of one answer, at most (`search.max_buckets`). */
const MAX_BUCKETS = 65_535;
/** Documents collected at a stretch. */
const SLICE = 65_536;

type Entry = { definition: AggregationDefinition; collector: Collector };

function entriesOf(definitions: readonly AggregationDefinition[]): Entry[] {
  return definitions.map((definition) => ({ definition, collector: definition.create(childrenOf(entriesOf(definition.children))) }));
}

function childrenOf(entries: readonly Entry[]): Children {
  return {
    names: entries.map(({ definition }) => definition.name),
    get: (name) => entries.find(({ definition }) => definition.name === name)?.collector,
    open: (shard) => entries.forEach(({ collector }) => collector.open(shard)),
    collect: (batch) => entries.forEach(({ collector }) => collector.collect(batch)),
    results(owner, context) {
      const found: Json = {};
      for (const { definition, collector } of entries) {
        const key = context.typedKeys ? `${collector.typeName()}#${definition.name}` : definition.name;
        const result = collector.result(owner, context);
        found[key] = definition.meta ? { meta: definition.meta, ...result } : result;
      }
      return found;
    },
  };
}

export type Collected = { shard: Shard; segment: SegmentReader; docs: Uint32Array; scores: Float32Array | undefined; constant: number };

/** All aggregations of one search. */
export type Aggregator = {
  open(shard: Shard): void;
  collect(found: Collected, budget: Budget): Promise<void>;
  result(options: { typedKeys: boolean }): Json;
};

function scoreReader({ docs, scores, constant }: Collected): (doc: number) => number {
  if (!scores) return () => constant;
  let places: Map<number, number> | undefined;
  return (doc) => {
    places ??= new Map(Array.from(docs, (one, at) => [one, at]));
    return scores[places.get(doc) ?? -1] ?? 0;
  };
}

function liveDocs(segment: SegmentReader): Uint32Array {
  const docs = new Uint32Array(segment.liveCount);
  let count = 0;
  for (let doc = 0; doc < segment.docCount; doc++) if (segment.isLive(doc)) docs[count++] = doc;
  return docs;
}

/** Sets up the collectors of a request. */
export function aggregator({ definitions }: AggregationRequest): Aggregator {
  const entries = entriesOf(definitions);
  const children = childrenOf(entries);
  return {
    open: (shard) => children.open(shard),
    async collect(found, budget) {
      const { shard, segment } = found;
      const scoreOf = scoreReader(found);
      for (const { definition, collector } of entries) {
        // A global aggregation looks at everything, whatever the query says.
        const docs = definition.global ? liveDocs(segment) : found.docs;
        for (let from = 0; from < docs.length; from += SLICE) {
          const batch: Batch = { shard, segment, docs: docs.subarray(from, from + SLICE), owners: undefined, scoreOf };
          collector.collect(batch);
          await budget.pause();
        }
      }
    },
    result({ typedKeys }) {
      let buckets = 0;
      const context: ResultContext = {
        typedKeys,
        bucket() {
          buckets++;
          if (buckets <= MAX_BUCKETS) return;
          const reason = `Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}] but was [${buckets}]. This limit can be set by changing the [search.max_buckets] cluster level setting.`;
          throw new EngineError(503, "search_phase_execution_exception", "", { causedBy: new EngineError(503, "too_many_buckets_exception", reason, { details: { max_buckets: MAX_BUCKETS } }) });
        },
      };
      return children.results(0, context);
    },
  };
}
