import type { AnswerValue } from "../../http/raw-json";
import type { Steps, Work } from "../../steps";
import type { SegmentReader } from "../../store/types";
import type { Shard } from "../shard";
import type { LuceneNode } from "../types";
import type { ExecuteContext } from "./context";

/** Matching documents of a segment, ascending, dead ones included. Without `scores` every one scores `constant`. */
export type Matches = { docs: Uint32Array; scores: Float32Array | undefined; constant: number };

/** How many candidates stayed. */
export type Kept = { count: number };

/** How a score came about, as `explain` answers it. */
export type Explanation = { value: number; description: string; details: Explanation[] };

/** The nested objects that a clause finds, to be shown with the hits that they are a part of. */
export type BoundInnerHits = { path: string; node: LuceneNode; weight: Weight; context: ExecuteContext; show: ShowInnerHits; check(): void };

/** Shows the objects of one hit: a list of hits as the answer holds it. */
export type ShowInnerHits = (
  bound: BoundInnerHits,
  hit: { shard: Shard; segment: SegmentReader; doc: number },
  options: { totalAsInteger: boolean },
) => Steps<AnswerValue>;

/** A query bound to one snapshot: statistics are taken, segments can be asked. */
export type Weight = {
  /** About how many documents of the segment match, known without work: the cheapest clause of a conjunction leads. */
  cost(segment: SegmentReader): number;
  matches(segment: SegmentReader): Work<Matches>;
  /**
   * Keeps those of the first `count` candidates that match, moved to the front of `docs`; adds their scores to `sums` (moved along).
   * Left out where `matches` and a merge are as good. Says how many stayed.
   */
  refine?(segment: SegmentReader, candidates: { docs: Uint32Array; sums: Float64Array | undefined; count: number }): Work<Kept>;
  explain(segment: SegmentReader, doc: number): Explanation | undefined;
};
