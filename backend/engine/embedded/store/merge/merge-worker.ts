import { parentPort, workerData } from "node:worker_threads";
import { SqliteDatabase } from "@common/storage/sqlite";
import { ByteCache } from "../cache";
import type { SegmentImage } from "../segment/image";
import { mergeSegments } from "./merge";
import type { MergeAnswer, MergeRequest, MergeWorkerData } from "./merge-thread";
import { SegmentView, StoredSegment } from "../segment/reader";
import { metaOf, storedParts } from "../segment/segment-rows";

// The thread of `merge-thread.ts`: a program of its own, built beside the ones that start it.

/** Pages of the segments that are being merged; each is read from front to end. */
const CACHE_BYTES = 8 * 1024 * 1024;

const { path } = workerData as MergeWorkerData;
const database = new SqliteDatabase(path, { readOnly: true });

/**
 * Merges stored segments. Statement by statement, never in a transaction: a long one would keep the write-ahead log
 * growing.
 */
function merge({ segments }: MergeRequest): SegmentImage | undefined {
  const cache = new ByteCache(CACHE_BYTES);
  const views = segments.map(({ number, dead, deadCount }) => {
    const meta = metaOf(database, number);
    return new SegmentView(
      new StoredSegment(number, meta, storedParts({ database, cache, number, meta })),
      dead,
      deadCount,
    );
  });
  const steps = mergeSegments(views);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same bytes in a buffer that holds nothing else, so that it can be handed over. */
function alone(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}

function answer(answered: MergeAnswer, handedOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answered, handedOver);
}

parentPort?.on("message", (request: MergeRequest) => {
  const image = merge(request);
  if (!image) return answer({ id: request.id, image });
  const parts = new Map([...image.parts].map(([name, bytes]) => [name, alone(bytes)]));
  // Each once, and no empty one: those may be shared.
  const buffers = new Set([...parts.values()].map(({ buffer }) => buffer).filter(({ byteLength }) => byteLength > 0));
  answer({ id: request.id, image: { meta: image.meta, parts } }, [...buffers]);
});
