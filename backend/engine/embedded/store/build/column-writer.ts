import { bytesOf } from "../segment/bytes";
import type { ColumnStorage } from "../segment/image";

/** Values of all documents one after another; those of document `d` are `starts[d]` to `starts[d + 1]`. */
export type Ragged<Value> = { starts: Uint32Array; values: Value[] };

/** A column as it is stored. `starts` is absent where no document has more than one value. */
export type WrittenColumn = { storage: ColumnStorage; width: number; multiValued: boolean; values: Uint8Array; starts?: Uint8Array };

/** Collects the values of documents that come in ascending order. */
export class RaggedBuilder<Value> {
  private readonly counts: number[] = [];
  readonly values: Value[] = [];

  /** Adds a value of document `doc`; the number must not fall. */
  add(doc: number, value: Value): void {
    while (this.counts.length <= doc) this.counts.push(0);
    this.counts[doc] = (this.counts[doc] ?? 0) + 1;
    this.values.push(value);
  }

  finish(docCount: number): Ragged<Value> {
    const starts = new Uint32Array(docCount + 1);
    for (let doc = 0; doc < docCount; doc++) starts[doc + 1] = (starts[doc] ?? 0) + (this.counts[doc] ?? 0);
    return { starts, values: this.values };
  }
}

function singleValued(ragged: Ragged<unknown>, existCount: number): boolean {
  if (ragged.values.length !== existCount) return false;
  for (let doc = 1; doc < ragged.starts.length; doc++) if ((ragged.starts[doc] ?? 0) - (ragged.starts[doc - 1] ?? 0) > 1) return false;
  return true;
}

/** One slot a document; `fill` stands where a document has no value. */
function dense<Value>(ragged: Ragged<Value>, fill: Value): Value[] {
  const out: Value[] = [];
  for (let doc = 0; doc + 1 < ragged.starts.length; doc++) {
    const start = ragged.starts[doc] ?? 0;
    out.push(start < (ragged.starts[doc + 1] ?? 0) ? (ragged.values[start] ?? fill) : fill);
  }
  return out;
}

/** An empty slot for each document, as wide as the ordinals of so many terms need. */
export function ordinalSlots(docCount: number, termCount: number): Uint8Array | Uint16Array | Uint32Array {
  if (termCount < 255) return new Uint8Array(docCount);
  return termCount < 65_535 ? new Uint16Array(docCount) : new Uint32Array(docCount);
}

/**
 * Ordinals: one slot a document holding ordinal + 1 and 0 for none, or, with several a document, the ordinals and where
 * they start.
 */
export function writeOrdinals({ ragged, termCount }: { ragged: Ragged<number>; termCount: number }): WrittenColumn {
  let documents = 0;
  for (let doc = 1; doc < ragged.starts.length; doc++) if (ragged.starts[doc] !== ragged.starts[doc - 1]) documents++;
  if (singleValued(ragged, documents)) {
    const slots = ordinalSlots(ragged.starts.length - 1, termCount);
    dense(ragged, -1).forEach((ordinal, doc) => (slots[doc] = ordinal + 1));
    return { storage: "ordinals", width: slots.BYTES_PER_ELEMENT, multiValued: false, values: bytesOf(slots) };
  }
  const all = ordinalSlots(ragged.values.length, termCount);
  all.set(ragged.values);
  return { storage: "ordinals", width: all.BYTES_PER_ELEMENT, multiValued: true, values: bytesOf(all), starts: bytesOf(ragged.starts) };
}

function isInt32(value: number | bigint): boolean {
  return typeof value === "number" ? (value | 0) === value && !Object.is(value, -0) : value >= -0x80000000n && value <= 0x7fffffffn;
}

function isSafe(value: number | bigint): boolean {
  return typeof value === "number" || (value >= -0x1fffffffffffffn && value <= 0x1fffffffffffffn);
}

/** True where a whole number lies between two others; a double counts where it is whole. */
function isWholeBetween(value: number | bigint, least: bigint, most: bigint): boolean {
  return (typeof value === "bigint" || Number.isInteger(value)) && value >= least && value <= most;
}

type NumberStorage = "int32" | "float32" | "float64" | "int64" | "uint64";

/** The narrowest storage that keeps every digit of what a column of the wished kind holds. */
function storageFor(values: readonly (number | bigint)[], wished: ColumnStorage): NumberStorage {
  if (wished === "float32") return "float32";
  if (values.every(isInt32)) return "int32";
  if (values.every(isSafe)) return "float64";
  if (values.every((value) => isWholeBetween(value, -(2n ** 63n), 2n ** 63n - 1n))) return "int64";
  return values.every((value) => isWholeBetween(value, 0n, 2n ** 64n - 1n)) ? "uint64" : "float64";
}

function numberArray(values: readonly (number | bigint)[], storage: NumberStorage): ArrayBufferView {
  if (storage === "int64") return BigInt64Array.from(values, BigInt);
  if (storage === "uint64") return BigUint64Array.from(values, BigInt);
  if (storage === "int32") return Int32Array.from(values, Number);
  return storage === "float32" ? Float32Array.from(values, Number) : Float64Array.from(values, Number);
}

/** Numbers, ascending inside a document. `existCount` is the number of documents that have the field. */
export function writeNumbers({ ragged, wished, existCount }: { ragged: Ragged<number | bigint>; wished: ColumnStorage; existCount: number }): WrittenColumn {
  const storage = storageFor(ragged.values, wished);
  if (singleValued(ragged, existCount)) return { storage, width: 0, multiValued: false, values: bytesOf(numberArray(dense(ragged, 0), storage)) };
  return { storage, width: 0, multiValued: true, values: bytesOf(numberArray(ragged.values, storage)), starts: bytesOf(ragged.starts) };
}

/**
 * Points as pairs of encoded latitude and longitude; always with starts, for few documents have the same number of
 * them.
 */
export function writePoints({ ragged }: { ragged: Ragged<readonly [number, number]> }): WrittenColumn {
  const pairs = new Int32Array(ragged.values.length * 2);
  ragged.values.forEach(([lat, lon], place) => pairs.set([lat, lon], place * 2));
  return { storage: "points", width: 0, multiValued: true, values: bytesOf(pairs), starts: bytesOf(ragged.starts) };
}

/** Vectors one after another, those of documents without one left out. */
export function writeVectors(vectors: readonly Float32Array[]): WrittenColumn {
  const dims = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * dims);
  vectors.forEach((vector, row) => values.set(vector, row * dims));
  return { storage: "vectors", width: dims, multiValued: false, values: bytesOf(values) };
}
