import { ByteWriter } from "../segment/bytes";

/** Terms of a block share prefixes; the first is written whole, so that blocks can be searched without reading them. */
export const BLOCK_SIZE = 16;

export type WrittenTerm = { term: Uint8Array; docFreq: number; totalTermFreq: number; postingsBytes: number; positionsBytes: number };

function sharedPrefix(a: Uint8Array, length: number, b: Uint8Array): number {
  const most = Math.min(length, b.length);
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

  add({ term, docFreq, totalTermFreq, postingsBytes, positionsBytes }: WrittenTerm): void {
    const { out } = this;
    const first = this.count % BLOCK_SIZE === 0;
    if (first) {
      this.offsets.push(out.length);
      out.varint(this.postingsAt);
      out.varint(this.positionsAt);
    }
    const shared = first ? 0 : sharedPrefix(this.previous, this.previousLength, term);
    out.varint(shared);
    out.varint(term.length - shared);
    out.raw(term.subarray(shared));
    out.varint(docFreq);
    out.varint(postingsBytes);
    if (this.positions) {
      out.varint(totalTermFreq - docFreq);
      out.varint(positionsBytes);
    }
    if (term.length > this.previous.length) this.previous = new Uint8Array(term.length * 2);
    this.previous.set(term);
    this.previousLength = term.length;
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
