/** The first place from `from` on whose value is not below `target`, by galloping. `docs` ascend. */
export function advance(docs: Uint32Array, from: number, target: number): number {
  const length = docs.length;
  if (from >= length || docs[from]! >= target) return from;
  let step = 1;
  let low = from;
  let high = from + 1;
  while (high < length && docs[high]! < target) {
    low = high;
    step <<= 1;
    high = low + step;
  }
  if (high > length) high = length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (docs[middle]! < target) low = middle;
    else high = middle;
  }
  return high;
}

/** True when the ascending list holds the document. */
export function holds(docs: Uint32Array, doc: number): boolean {
  return docs[advance(docs, 0, doc)] === doc;
}

let ascending = new Uint32Array(0);

/** The documents 0 to `count` - 1. The list is shared: read only. */
export function allDocs(count: number): Uint32Array {
  if (ascending.length < count) {
    ascending = new Uint32Array(Math.max(count, ascending.length * 2));
    for (let doc = 0; doc < ascending.length; doc++) ascending[doc] = doc;
  }
  return ascending.subarray(0, count);
}

/**
 * Adds up scores of documents in any order of clauses, then gives them back ascending.
 * Instances are pooled (`takeAccumulator`), because their arrays are as long as the segment.
 */
export class Accumulator {
  readonly size: number;
  private readonly bits: Uint32Array;
  readonly sums: Float64Array;
  readonly counts: Uint16Array;
  count = 0;

  constructor(size: number) {
    this.size = size;
    this.bits = new Uint32Array((size + 31) >>> 5);
    this.sums = new Float64Array(size);
    this.counts = new Uint16Array(size);
  }

  has(doc: number): boolean {
    return (this.bits[doc >>> 5]! & (1 << (doc & 31))) !== 0;
  }

  /** Adds a score; true when the document is new. */
  add(doc: number, score: number): boolean {
    const word = doc >>> 5;
    const bit = 1 << (doc & 31);
    if ((this.bits[word]! & bit) !== 0) {
      this.sums[doc]! += score;
      this.counts[doc]!++;
      return false;
    }
    this.bits[word]! |= bit;
    this.sums[doc] = score;
    this.counts[doc] = 1;
    this.count++;
    return true;
  }

  /** Marks a document without a score. */
  mark(doc: number): void {
    const word = doc >>> 5;
    const bit = 1 << (doc & 31);
    if ((this.bits[word]! & bit) !== 0) return;
    this.bits[word]! |= bit;
    this.count++;
  }

  /** The documents, ascending. */
  docs(): Uint32Array {
    const found = new Uint32Array(this.count);
    let place = 0;
    for (let word = 0; place < this.count; word++) {
      let left = this.bits[word]!;
      while (left !== 0) {
        const low = left & -left;
        found[place++] = (word << 5) + 31 - Math.clz32(low);
        left ^= low;
      }
    }
    return found;
  }

  reset(): void {
    this.bits.fill(0);
    this.count = 0;
  }
}

const pool: Accumulator[] = [];
const POOLED = 12;

/** An empty accumulator for `size` documents, to be given back. */
export function takeAccumulator(size: number): Accumulator {
  const at = pool.findIndex((one) => one.size >= size && one.size <= size * 4 + 1024);
  return at >= 0 ? pool.splice(at, 1)[0]! : new Accumulator(size);
}

/** Gives an accumulator back for others to use. */
export function giveBack(accumulator: Accumulator): void {
  accumulator.reset();
  if (pool.length >= POOLED) pool.shift();
  pool.push(accumulator);
}
