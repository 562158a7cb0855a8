import type { JsonObject } from "@common/text/json";
import type { AnswerValue } from "../http/raw-json";
import type { Budget } from "../budget";
import type { Shard } from "../query/types";
import type { Steps, Work } from "../steps";
import type { SegmentReader } from "../store/types";
import type { TermTexts } from "./term-texts";

/**
 * Documents to be put into buckets. `owners[i]` is the bucket of the aggregation around that `docs[i]` came from; 0 at
 * the top.
 */
export type Batch = {
  shard: Shard;
  segment: SegmentReader;
  docs: Uint32Array;
  owners: Uint32Array | undefined;
  scoreOf(doc: number): number;
  /** Terms of the segment as texts, read once for all aggregations. */
  texts: TermTexts;
};

export type Json = { [key: string]: AnswerValue };

/** One aggregation at work. It sees the documents of every segment in batches, and keeps figures by owner. */
export type Collector = {
  /** Begins an index: field types are checked here, also where nothing matches. Throws EngineError. */
  open(shard: Shard): void;
  /** Does what must be done once a segment before its batches, where that is much. */
  prepare?(shard: Shard, segment: SegmentReader): Steps<void>;
  collect(batch: Batch): void;
  /** As `collect` for all live documents of a segment, where there is a quicker way than to look at each of them. */
  collectAll?(batch: Batch): Steps<void> | undefined;
  /** What it says for one owner. */
  result(owner: number, context: ResultContext): Work<Json>;
  /** A figure of an owner, by which buckets around can be ordered; `name` is what stands after the dot. */
  metric?(owner: number, name: string): number;
  /** The segment that the collectors below see the documents of, where it is another one: nested objects and back. */
  within?(shard: Shard, segment: SegmentReader): SegmentReader | undefined;
  /** The collectors below, for order paths like `inner>avg.value`. */
  children?: Children;
  /** The prefix of `typed_keys`. */
  typeName(): string;
};

export type ResultContext = {
  typedKeys: boolean;
  /** Counts a bucket of the answer; throws when there are too many. */ bucket(): void;
};

/** Named collectors of one level. */
export type Children = {
  names: readonly string[];
  get(name: string): Collector | undefined;
  open(shard: Shard): void;
  prepare(shard: Shard, segment: SegmentReader): Steps<void>;
  collect(batch: Batch): void;
  results(owner: number, context: ResultContext): Steps<Json>;
};

/** A parsed aggregation: `create` makes a fresh collector with those of its children. */
export type AggregationDefinition = {
  name: string;
  type: string;
  meta?: JsonObject;
  children: readonly AggregationDefinition[];
  global: boolean;
  create(children: Children): Collector;
};

export type AggregationRequest = { definitions: readonly AggregationDefinition[]; needsScores: boolean };

/** The body of one aggregation type → a maker of collectors. Throws EngineError for what it does not know. */
export type AggregationParser = (
  body: JsonObject,
  context: { name: string; childNames: readonly string[] },
) => (children: Children) => Collector;

export type { Budget };
