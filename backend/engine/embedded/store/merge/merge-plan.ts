import type { SegmentView } from "../segment/reader";

/** This many neighbours of a size make one segment. */
const FACTOR = 10;
/** No merge makes a larger segment: a search gives way to others between segments, so none may keep it for long. */
const MOST_DOCS = 250_000;
/** Below this size a segment's dead wait for the next merge with its neighbours. */
const SMALL = 1000;

/** The first segments whose documents make one that is not too large. */
function atMost(segments: readonly SegmentView[]): SegmentView[] {
  let documents = 0;
  return segments.filter((view) => (documents += view.docCount) <= MOST_DOCS);
}

/**
 * What to merge next: ten neighbours none of which is of a higher power of ten than the others' highest, lowest powers
 * first; else one segment more than a third dead. Undefined when all is well.
 */
export function planMerge(segments: readonly SegmentView[]): SegmentView[] | undefined {
  const levels = segments.map((view) => Math.floor(Math.log10(Math.max(1, view.docCount))));
  const highest = Math.max(0, ...levels);
  for (let level = 0; level <= highest; level++) {
    for (let from = 0, to = 0; from < segments.length; from = to + 1) {
      for (to = from; to < segments.length && (levels[to] ?? 0) <= level;) to++;
      for (let start = from; to - start >= FACTOR; start++) {
        const fitting = atMost(segments.slice(start, Math.min(to, start + 3 * FACTOR)));
        if (fitting.length >= FACTOR) return fitting;
      }
    }
  }
  const dying = segments.find((view) => view.docCount >= SMALL && view.deadCount * 3 > view.docCount);
  return dying && [dying];
}
