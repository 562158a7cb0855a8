import { SEARCH_LIMITS } from "@common/limits/search";
import { EngineError, illegalArgument } from "../errors";
import type { Budget } from "../budget";
import type { Shard } from "../query/types";
import { isSteps, type Steps } from "../steps";
import type { SegmentReader } from "../store/types";
import { TermTexts } from "./term-texts";
import type {
  AggregationDefinition,
  AggregationRequest,
  Batch,
  Children,
  Collector,
  Json,
  ResultContext,
} from "./types";

/** Buckets of one answer, at most (`search.max_buckets`). */
const MAX_BUCKETS = SEARCH_LIMITS.buckets.most;
/** Documents collected at a stretch: few at first, more while they are done in a moment. */
const FIRST_SLICE = 2_048;
const LEAST_SLICE = 512;
const MOST_SLICE = 65_536;
/** Of documents that may have thousands of nested objects each. */
const FIRST_NESTED_SLICE = 64;
const LEAST_NESTED_SLICE = 8;
/** A slice is to take about so many milliseconds. */
const SLICE_MS = 3;

type Entry = { definition: AggregationDefinition; collector: Collector };

function entriesOf(definitions: readonly AggregationDefinition[]): Entry[] {
  return definitions.map((definition) => ({
    definition,
    collector: definition.create(childrenOf(entriesOf(definition.children))),
  }));
}

function childrenOf(entries: readonly Entry[]): Children {
  return {
    names: entries.map(({ definition }) => definition.name),
    get: (name) => entries.find(({ definition }) => definition.name === name)?.collector,
    open: (shard) => entries.forEach(({ collector }) => collector.open(shard)),
    *prepare(shard, segment) {
      for (const { collector } of entries) {
        if (collector.prepare) yield* collector.prepare(shard, segment);
        const within = collector.within ? collector.within(shard, segment) : segment;
        if (collector.children && within) yield* collector.children.prepare(shard, within);
      }
    },
    collect: (batch) => entries.forEach(({ collector }) => collector.collect(batch)),
    *results(owner, context) {
      const found: Json = {};
      for (const { definition, collector } of entries) {
        const key = context.typedKeys ? `${collector.typeName()}#${definition.name}` : definition.name;
        const work = collector.result(owner, context);
        const result = isSteps(work) ? yield* work : work;
        found[key] = definition.meta ? { meta: definition.meta, ...result } : result;
      }
      return found;
    },
  };
}

export type Collected = {
  shard: Shard;
  segment: SegmentReader;
  docs: Uint32Array;
  scores: Float32Array | undefined;
  constant: number;
};

/** All aggregations of one search. */
export type Aggregator = {
  open(shard: Shard): void;
  collect(found: Collected, budget: Budget): Promise<void>;
  result(options: { typedKeys: boolean }): Steps<Json>;
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

/** Collects a segment's documents in slices as large as the time that the last one took allows. */
function* collectInSlices(collector: Collector, batch: Batch, nested: boolean): Steps<void> {
  const { docs } = batch;
  let size = nested ? FIRST_NESTED_SLICE : FIRST_SLICE;
  const least = nested ? LEAST_NESTED_SLICE : LEAST_SLICE;
  for (let from = 0; from < docs.length;) {
    const began = performance.now();
    collector.collect({ ...batch, docs: docs.subarray(from, from + size) });
    const took = performance.now() - began;
    from += size;
    if (took < SLICE_MS / 2) size = Math.min(MOST_SLICE, size * 2);
    else if (took > SLICE_MS * 2) size = Math.max(least, size >> 1);
    yield;
  }
}

/** True where documents are taken apart into nested objects somewhere. */
function holdsNested({ type, children }: AggregationDefinition): boolean {
  return type === "nested" || children.some(holdsNested);
}

/** Throws where a way back from nested objects does not begin at some. */
function requireNestedAround(definitions: readonly AggregationDefinition[]): void {
  for (const { name, type, children } of definitions) {
    if (type === "reverse_nested")
      throw illegalArgument(`Reverse nested aggregation [${name}] can only be used inside a [nested] aggregation`);
    if (type !== "nested") requireNestedAround(children);
  }
}

/** Sets up the collectors of a request. */
export function aggregator({ definitions }: AggregationRequest): Aggregator {
  const entries = entriesOf(definitions);
  const children = childrenOf(entries);
  return {
    open(shard) {
      requireNestedAround(definitions);
      children.open(shard);
    },
    async collect(found, budget) {
      const { shard, segment } = found;
      const scoreOf = scoreReader(found);
      const texts = new TermTexts(found.docs.length);
      await budget.run(children.prepare(shard, segment));
      for (const { definition, collector } of entries) {
        // A global aggregation looks at everything, whatever the query says.
        const docs = definition.global ? liveDocs(segment) : found.docs;
        const batch = { shard, segment, docs, owners: undefined, scoreOf, texts };
        const quick = docs.length === segment.liveCount ? collector.collectAll?.(batch) : undefined;
        await budget.run(quick ?? collectInSlices(collector, batch, holdsNested(definition)));
      }
    },
    *result({ typedKeys }) {
      let buckets = 0;
      const context: ResultContext = {
        typedKeys,
        bucket() {
          buckets++;
          if (buckets <= MAX_BUCKETS) return;
          const reason = `Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}] but was [${buckets}]. This limit can be set by changing the [search.max_buckets] cluster level setting.`;
          throw new EngineError(503, "search_phase_execution_exception", "", {
            causedBy: new EngineError(503, "too_many_buckets_exception", reason, {
              details: { max_buckets: MAX_BUCKETS },
            }),
          });
        },
      };
      return yield* children.results(0, context);
    },
  };
}
