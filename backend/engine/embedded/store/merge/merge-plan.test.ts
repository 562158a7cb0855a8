import { expect, test } from "vitest";
import { memoryParts, type FieldMeta } from "../segment/image";
import { SegmentView, StoredSegment } from "../segment/reader";
import { planMerge } from "./merge-plan";

const MEGABYTES = 1024 * 1024;

/** Segments of so many documents, each with so many megabytes of vectors. */
function segments(sizes: readonly (readonly [docs: number, megabytes: number])[]): SegmentView[] {
  return sizes.map(([docCount, megabytes], number) => {
    const vectors: FieldMeta = {
      ...{
        path: "v",
        docCount: 0,
        sumTotalTermFreq: 0,
        sumDocFreq: 0,
        termCount: 0,
        postings: false,
        positions: false,
        norms: false,
      },
      ...{ column: "vectors", width: (megabytes * MEGABYTES) / 4, multiValued: false, existCount: 1 },
    };
    const meta = { docCount, first: number, last: number, fields: megabytes > 0 ? [vectors] : [] };
    return new SegmentView(new StoredSegment(number, meta, memoryParts(new Map())), undefined, 0);
  });
}

const times = (count: number, docs: number, megabytes: number) =>
  Array.from({ length: count }, () => [docs, megabytes] as const);

test.each<[string, readonly (readonly [number, number])[], number[] | undefined]>([
  ["ten of a size", times(10, 1000, 0), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ["nine of a size", times(9, 1000, 0), undefined],
  ["ten whose vectors fit together", times(10, 1000, 1.5), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ["as many as vectors let in, where they fill what one may have", times(10, 1000, 6), [0, 1]],
  ["behind those that are full", [...times(3, 1000, 15), ...times(10, 1000, 5)], [3, 4, 5]],
  ["ten that are full already", times(10, 1000, 15), undefined],
  ["a few, where they would fill little", [...times(2, 100, 0.1), ...times(9, 100, 16)], undefined],
  ["one that has more than may be, by itself", times(10, 1000, 40), undefined],
])("%s", (_title, sizes, planned) => {
  expect(planMerge(segments(sizes))?.map(({ number }) => number)).toEqual(planned);
});
