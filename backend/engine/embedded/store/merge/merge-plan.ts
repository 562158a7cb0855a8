import type { SegmentView } from "../segment/reader";

/** This many neighbours of a size make one segment. */
const FACTOR = 10;
/** No merge makes a larger segment: a search gives way to others between segments, so none may keep it for long. */
const MOST_DOCS = 250_000;
/** Nor one with more bytes of vectors: they are written in one go, and read whole. */
const MOST_VECTOR_BYTES = 16 * 1024 * 1024;
/** Below this size a segment's dead wait for the next merge with its neighbours. */
const SMALL = 1000;

function vectorBytes({ segment: { meta } }: SegmentView): number {
  const fields = [...meta.fields, ...(meta.nested ?? []).flatMap((level) => level.fields)];
  return fields.reduce(
    (sum, { column, existCount, width }) => sum + (column === "vectors" ? existCount * width * 4 : 0),
    0,
  );
}

/**
 * The first segments that make one that is not too large; `isFull` where vectors kept others out and fill more than
 * half of what one may have.
 */
function atMost(segments: readonly SegmentView[]): { fitting: SegmentView[]; isFull: boolean } {
  let documents = 0;
  let bytes = 0;
  const fitting: SegmentView[] = [];
  for (const view of segments) {
    const more = vectorBytes(view);
    if (bytes + more > MOST_VECTOR_BYTES && fitting.length > 0)
      return { fitting, isFull: fitting.length > 1 && bytes * 2 > MOST_VECTOR_BYTES };
    if (documents + view.docCount > MOST_DOCS) break;
    documents += view.docCount;
    bytes += more;
    fitting.push(view);
  }
  return { fitting, isFull: false };
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
        const { fitting, isFull } = atMost(segments.slice(start, Math.min(to, start + 3 * FACTOR)));
        if (fitting.length >= FACTOR || isFull) return fitting;
      }
    }
  }
  const dying = segments.find((view) => view.docCount >= SMALL && view.deadCount * 3 > view.docCount);
  return dying && [dying];
}
