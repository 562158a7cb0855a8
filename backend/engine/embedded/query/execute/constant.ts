import { finished, isSteps, STRETCH, type Steps, type Work } from "../../steps";
import type { SegmentReader } from "../../store/types";
import { allDocs, holds } from "./sets";
import type { Explanation, Kept, Matches, Weight } from "../types";

const NOTHING = new Uint32Array(0);

/** No documents at all. */
export function noMatches(): Matches {
  return { docs: NOTHING, scores: undefined, constant: 0 };
}

/** How a clause finds its documents when each of them scores the same. */
export type DocumentSet = {
  cost(segment: SegmentReader): number;
  docs(segment: SegmentReader): Work<Uint32Array>;
  /** Tests one document, where that is cheap (columns). */
  test?(segment: SegmentReader): ((doc: number) => boolean) | undefined;
};

function* constantMatches(docs: Steps<Uint32Array>, constant: number): Steps<Matches> {
  return { docs: yield* docs, scores: undefined, constant };
}

type Tester = (doc: number) => boolean;
type Candidates = Parameters<NonNullable<Weight["refine"]>>[1];

/** Tests the candidates `from` to `to` and moves those that pass behind the `kept` first ones. */
function refineStretch(
  { tester, boost, docs, sums }: { tester: Tester; boost: number } & Candidates,
  range: { from: number; to: number; kept: number },
): number {
  let { kept } = range;
  for (let place = range.from; place < range.to; place++) {
    const doc = docs[place]!;
    if (!tester(doc)) continue;
    docs[kept] = doc;
    if (sums) sums[kept] = sums[place]! + boost;
    kept++;
  }
  return kept;
}

function* refineInSteps(work: { tester: Tester; boost: number } & Candidates): Steps<Kept> {
  let kept = 0;
  for (let from = 0; from < work.count; from += STRETCH) {
    kept = refineStretch(work, { from, to: Math.min(from + STRETCH, work.count), kept });
    yield;
  }
  return { count: kept };
}

/** A weight whose documents all score `boost`. */
export function constantWeight({
  set,
  boost,
  describe,
}: {
  set: DocumentSet;
  boost: number;
  describe: string;
}): Weight {
  const { test } = set;
  const weight: Weight = {
    cost: (segment) => set.cost(segment),
    matches(segment) {
      const docs = set.docs(segment);
      return isSteps(docs) ? constantMatches(docs, boost) : { docs, scores: undefined, constant: boost };
    },
    explain(segment, doc): Explanation | undefined {
      const tester = test?.(segment);
      const found = test ? (tester?.(doc) ?? false) : holds(finished(set.docs(segment)), doc);
      return found ? { value: boost, description: describe, details: [] } : undefined;
    },
  };
  if (!test) return weight;
  weight.refine = (segment, candidates) => {
    const tester = test(segment);
    if (!tester) return { count: 0 };
    const work = { tester, boost, ...candidates };
    return work.count > STRETCH
      ? refineInSteps(work)
      : { count: refineStretch(work, { from: 0, to: work.count, kept: 0 }) };
  };
  return weight;
}

/** Puts the documents `from` to `to` that pass behind the `count` first of `found`; says how many there are then. */
function testStretch(
  tester: Tester,
  { from, to, found, count }: { from: number; to: number; found: Uint32Array; count: number },
): number {
  let at = count;
  for (let doc = from; doc < to; doc++) if (tester(doc)) found[at++] = doc;
  return at;
}

function* testInSteps(tester: Tester, docCount: number): Steps<Uint32Array> {
  const found = new Uint32Array(docCount);
  let count = 0;
  for (let from = 0; from < docCount; from += STRETCH) {
    count = testStretch(tester, { from, to: Math.min(from + STRETCH, docCount), found, count });
    yield;
  }
  return found.subarray(0, count);
}

/** A set found by testing every document of the segment. */
export function testedSet(
  test: (segment: SegmentReader) => Tester | undefined,
  cost?: (segment: SegmentReader) => number,
): DocumentSet {
  return {
    cost: cost ?? ((segment) => segment.docCount),
    test,
    docs(segment) {
      const tester = test(segment);
      if (!tester) return NOTHING;
      const { docCount } = segment;
      if (docCount > STRETCH) return testInSteps(tester, docCount);
      const found = new Uint32Array(docCount);
      return found.subarray(0, testStretch(tester, { from: 0, to: docCount, found, count: 0 }));
    },
  };
}

/** Every document. */
export const everything: DocumentSet = {
  cost: (segment) => segment.docCount,
  docs: (segment) => allDocs(segment.docCount),
  test: () => () => true,
};
