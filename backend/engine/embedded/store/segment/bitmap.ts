/** One bit a document, low bit first. */
export type Bitmap = Uint8Array;

export function bitmapOf(size: number): Bitmap {
  return new Uint8Array((size + 7) >>> 3);
}

export function hasBit(bitmap: Bitmap, at: number): boolean {
  return ((bitmap[at >>> 3] ?? 0) & (1 << (at & 7))) !== 0;
}

export function setBit(bitmap: Bitmap, at: number): void {
  bitmap[at >>> 3] = (bitmap[at >>> 3] ?? 0) | (1 << (at & 7));
}

/** How many bits are set. */
export function countBits(bitmap: Bitmap): number {
  let count = 0;
  for (let at = 0; at < bitmap.length; at++) for (let byte = bitmap[at]!; byte; byte &= byte - 1) count++;
  return count;
}
