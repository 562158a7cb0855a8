import type { SegmentReader } from "../../store/types";
import { allDocs, holds } from "./sets";
import type { Explanation, Matches, Weight } from "./types";

const NOTHING = new Uint32Array(0);

/** No documents at all. */
export function noMatches(): Matches {
  return { docs: NOTHING, scores: undefined, constant: 0 };
}

/** How a clause finds its documents when each of them scores the same. */
export type DocumentSet = {
  cost(segment: SegmentReader): number;
  docs(segment: SegmentReader): Uint32Array;
  /** Tests one document, where that is cheap (columns). */
  test?(segment: SegmentReader): ((doc: number) => boolean) | undefined;
};

/** A weight whose documents all score `boost`. */
export function constantWeight({ set, boost, describe }: { set: DocumentSet; boost: number; describe: string }): Weight {
  const { test } = set;
  const weight: Weight = {
    cost: (segment) => set.cost(segment),
    matches: (segment) => ({ docs: set.docs(segment), scores: undefined, constant: boost }),
    explain(segment, doc): Explanation | undefined {
      const tester = test?.(segment);
      const found = test ? (tester?.(doc) ?? false) : holds(set.docs(segment), doc);
      return found ? { value: boost, description: describe, details: [] } : undefined;
    },
  };
  if (!test) return weight;
  weight.refine = (segment, { docs, sums, count }) => {
    const tester = test(segment);
    if (!tester) return 0;
    let kept = 0;
    for (let place = 0; place < count; place++) {
      const doc = docs[place]!;
      if (!tester(doc)) continue;
      docs[kept] = doc;
      if (sums) sums[kept] = sums[place]! + boost;
      kept++;
    }
    return kept;
  };
  return weight;
}

/** A set found by testing every document of the segment. */
export function testedSet(test: (segment: SegmentReader) => ((doc: number) => boolean) | undefined, cost?: (segment: SegmentReader) => number): DocumentSet {
  return {
    cost: cost ?? ((segment) => segment.docCount),
    test,
    docs(segment) {
      const tester = test(segment);
      if (!tester) return NOTHING;
      const found = new Uint32Array(segment.docCount);
      let count = 0;
      for (let doc = 0; doc < segment.docCount; doc++) if (tester(doc)) found[count++] = doc;
      return found.subarray(0, count);
    },
  };
}

/** Every document. */
export const everything: DocumentSet = {
  cost: (segment) => segment.docCount,
  docs: (segment) => allDocs(segment.docCount),
  test: () => () => true,
};
