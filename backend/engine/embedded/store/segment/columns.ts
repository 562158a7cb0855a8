import type { Bitmap } from "./bitmap";
import { hasBit } from "./bitmap";
import { aligned } from "./bytes";
import { decodeLatitude, decodeLongitude } from "./geo";
import type { ColumnStorage } from "./image";
import type { NumberColumn, OrdinalColumn, PointColumn } from "../types";

function words(bytes: Uint8Array): Uint32Array {
  const even = aligned(bytes, 4);
  return new Uint32Array(even.buffer, even.byteOffset, even.byteLength >>> 2);
}

function slotsOf(bytes: Uint8Array, width: number): Uint8Array | Uint16Array | Uint32Array {
  if (width === 1) return bytes;
  const even = aligned(bytes, width);
  return width === 2 ? new Uint16Array(even.buffer, even.byteOffset, even.byteLength >>> 1) : words(bytes);
}

/** Reads what writeOrdinals wrote. */
export function readOrdinals({
  values,
  starts,
  width,
}: {
  values: Uint8Array;
  starts: Uint8Array | undefined;
  width: number;
}): OrdinalColumn {
  const slots = slotsOf(values, width);
  if (!starts) {
    return {
      multiValued: false,
      dense: slots,
      count: (doc) => (slots[doc] ? 1 : 0),
      at: (doc) => (slots[doc] ?? 0) - 1,
    };
  }
  const from = words(starts);
  return {
    multiValued: true,
    count: (doc) => (from[doc + 1] ?? 0) - (from[doc] ?? 0),
    at: (doc, place) => slots[(from[doc] ?? 0) + place] ?? 0,
  };
}

type NumberSource = {
  storage: ColumnStorage;
  values: Uint8Array;
  starts: Uint8Array | undefined;
  exists: Bitmap | undefined;
};

function longs({ storage, values, starts, exists }: NumberSource): NumberColumn {
  const even = aligned(values, 8);
  const place64 = [even.buffer, even.byteOffset, even.byteLength >>> 3] as const;
  const array = storage === "uint64" ? new BigUint64Array(...place64) : new BigInt64Array(...place64);
  const from = starts && words(starts);
  const place = from ? (doc: number, at: number) => (from[doc] ?? 0) + at : (doc: number) => doc;
  return {
    multiValued: from !== undefined,
    count: from ? (doc) => (from[doc + 1] ?? 0) - (from[doc] ?? 0) : (doc) => (!exists || hasBit(exists, doc) ? 1 : 0),
    at: (doc, at) => Number(array[place(doc, at)] ?? 0n),
    exact: (doc, at) => array[place(doc, at)] ?? 0n,
  };
}

/** Reads what writeNumbers wrote. `exists` is absent where every document has a value. */
export function readNumbers(source: NumberSource): NumberColumn {
  const { storage, values, starts, exists } = source;
  if (storage === "int64" || storage === "uint64") return longs(source);
  const even = aligned(values, storage === "float64" ? 8 : 4);
  const array =
    storage === "int32"
      ? new Int32Array(even.buffer, even.byteOffset, even.byteLength >>> 2)
      : storage === "float32"
        ? new Float32Array(even.buffer, even.byteOffset, even.byteLength >>> 2)
        : new Float64Array(even.buffer, even.byteOffset, even.byteLength >>> 3);
  if (starts) {
    const from = words(starts);
    return {
      multiValued: true,
      count: (doc) => (from[doc + 1] ?? 0) - (from[doc] ?? 0),
      at: (doc, place) => array[(from[doc] ?? 0) + place] ?? 0,
    };
  }
  const count = exists ? (doc: number) => (hasBit(exists, doc) ? 1 : 0) : () => 1;
  return { multiValued: false, dense: { values: array, exists }, count, at: (doc) => array[doc] ?? 0 };
}

/** The stored 32-bit coordinates of a point column, as merges copy them. */
export type EncodedPoints = {
  count(doc: number): number;
  encoded(doc: number, place: number): readonly [number, number];
};

/** Reads what writePoints wrote. */
export function readPoints({
  values,
  starts,
}: {
  values: Uint8Array;
  starts: Uint8Array;
}): PointColumn & EncodedPoints {
  const even = aligned(values, 4);
  const pairs = new Int32Array(even.buffer, even.byteOffset, even.byteLength >>> 2);
  const from = words(starts);
  const at = (doc: number, place: number) => 2 * ((from[doc] ?? 0) + place);
  return {
    count: (doc) => (from[doc + 1] ?? 0) - (from[doc] ?? 0),
    lat: (doc, place) => decodeLatitude(pairs[at(doc, place)] ?? 0),
    lon: (doc, place) => decodeLongitude(pairs[at(doc, place) + 1] ?? 0),
    encoded: (doc, place) => [pairs[at(doc, place)] ?? 0, pairs[at(doc, place) + 1] ?? 0],
  };
}
