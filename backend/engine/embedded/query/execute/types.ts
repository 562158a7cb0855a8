import type { Work } from "../../steps";
import type { SegmentReader } from "../../store/types";

/** Matching documents of a segment, ascending, dead ones included. Without `scores` every one scores `constant`. */
export type Matches = { docs: Uint32Array; scores: Float32Array | undefined; constant: number };

/** How many candidates stayed. */
export type Kept = { count: number };

/** How a score came about, as `explain` answers it. */
export type Explanation = { value: number; description: string; details: Explanation[] };

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
