import { ByteWriter } from "../segment/bytes";

/** Terms of a block share prefixes; the first is written whole, so that blocks can be searched without reading them. */
export const BLOCK_SIZE = 16;

/** A term is the first `length` bytes of `bytes`. */
export type WrittenTerm = { bytes: Uint8Array; length: number; docFreq: number; totalTermFreq: number; postingsBytes: number; positionsBytes: number };

function sharedPrefix(a: Uint8Array, b: Uint8Array, most: number): number {
  let shared = 0;
  while (shared < most && a[shared] === b[shared]) shared++;
  return shared;
}

/**
 * Writes a term dictionary. Terms come in the order of their bytes. Layout: blocks, then the offset of each block as
 * 32-bit numbers. A block begins with the offsets of its first postings and positions; then, for each term, the length
 * of the prefix shared with the term before, the rest of it, document frequency, byte length of its postings and, with
 * positions, the surplus of the total frequency and the byte length of its positions.
 */
export class DictionaryWriter {
  private readonly out = new ByteWriter(1024);
  private readonly offsets: number[] = [];
  private previous = new Uint8Array(64);
  private previousLength = 0;
  private postingsAt = 0;
  private positionsAt = 0;
  count = 0;
  sumDocFreq = 0;
  sumTotalTermFreq = 0;

  constructor(private readonly positions: boolean) {}

  /** Nothing of what it is given is kept. */
  add({ bytes, length, docFreq, totalTermFreq, postingsBytes, positionsBytes }: Readonly<WrittenTerm>): void {
    const { out } = this;
    const first = this.count % BLOCK_SIZE === 0;
    if (first) {
      this.offsets.push(out.length);
      out.varint(this.postingsAt);
      out.varint(this.positionsAt);
    }
    const shared = first ? 0 : sharedPrefix(this.previous, bytes, Math.min(this.previousLength, length));
    out.varint(shared);
    out.varint(length - shared);
    out.range(bytes, shared, length);
    out.varint(docFreq);
    out.varint(postingsBytes);
    if (this.positions) {
      out.varint(totalTermFreq - docFreq);
      out.varint(positionsBytes);
    }
    if (length > this.previous.length) {
      const grown = new Uint8Array(length * 2);
      grown.set(this.previous.subarray(0, shared));
      this.previous = grown;
    }
    for (let at = shared; at < length; at++) this.previous[at] = bytes[at]!;
    this.previousLength = length;
    this.postingsAt += postingsBytes;
    this.positionsAt += positionsBytes;
    this.count++;
    this.sumDocFreq += docFreq;
    this.sumTotalTermFreq += totalTermFreq;
  }

  finish(): Uint8Array {
    for (const offset of this.offsets) this.out.uint32(offset);
    return this.out.finish();
  }
}
