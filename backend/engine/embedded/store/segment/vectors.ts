import type { Bitmap } from "./bitmap";
import { hasBit } from "./bitmap";
import { aligned } from "./bytes";

/** Vectors one after another, as `writeVectors` wrote them. */
export function readVectors(bytes: Uint8Array, count: number): Float32Array {
  const even = aligned(bytes, 4);
  return new Float32Array(even.buffer, even.byteOffset, count);
}

/** The documents that a bitmap holds; all where there is none. */
export function docsOf(existing: Bitmap | undefined, docCount: number): Uint32Array {
  const docs = new Uint32Array(docCount);
  let count = 0;
  for (let doc = 0; doc < docCount; doc++) if (!existing || hasBit(existing, doc)) docs[count++] = doc;
  return docs.subarray(0, count);
}

/** The length of each vector. */
export function lengthsOf(values: Float32Array, dims: number): Float32Array {
  const lengths = new Float32Array(dims > 0 ? values.length / dims : 0);
  for (let row = 0, at = 0; row < lengths.length; row++) {
    let sum = 0;
    for (const end = at + dims; at < end; at++) sum += values[at]! * values[at]!;
    lengths[row] = Math.sqrt(sum);
  }
  return lengths;
}
