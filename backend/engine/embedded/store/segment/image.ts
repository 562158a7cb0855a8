/** How a column's values are kept in one segment: the narrowest form that holds them all. */
export type ColumnStorage =
  "none" | "ordinals" | "int32" | "float32" | "float64" | "int64" | "uint64" | "points" | "vectors";

/** What a segment knows of one field without reading any of its parts. */
export type FieldMeta = {
  path: string;
  /** Documents with at least one term. */
  docCount: number;
  sumTotalTermFreq: number;
  sumDocFreq: number;
  termCount: number;
  postings: boolean;
  positions: boolean;
  norms: boolean;
  column: ColumnStorage;
  /** Bytes of an ordinal: 1, 2 or 4. Of vectors how many numbers each has. */
  width: number;
  multiValued: boolean;
  /** Documents that have the field at all; where it is all of them there is no `exists` part. */
  existCount: number;
};

/** What is known of a segment when it is opened. Documents have ascending sequence numbers `first` to `last`. */
export type SegmentMeta = { docCount: number; first: number; last: number; fields: FieldMeta[]; nested?: NestedMeta[] };

/**
 * The objects of a nested field, numbered from 0 in the order of their documents. `first` is the place of its first
 * field among all fields of the segment,
 * `parent` the nested field around it.
 */
export type NestedMeta = { path: string; parent?: string; docCount: number; first: number; fields: FieldMeta[] };

/**
 * The part with the document, or the object of the nested field around, that each object of a nested field belongs to.
 */
export function ownersPart(level: number): string {
  return `owners.${level}`;
}

/**
 * Parts of a field: dictionary, postings, positions, norms, existence, column values and where each document's values
 * start.
 */
export type PartKind = "terms" | "postings" | "positions" | "norms" | "exists" | "values" | "starts";

/** The name of a field's part. `field` is its place in `meta.fields`. */
export function partName(field: number, kind: PartKind): string {
  return `${field}.${kind}`;
}

const allNames: Readonly<Record<PartKind, string>>[] = [];

/** The names of all parts of a field, made once for all segments. */
export function partNames(field: number): Readonly<Record<PartKind, string>> {
  const name = (kind: PartKind) => partName(field, kind);
  return (allNames[field] ??= {
    terms: name("terms"),
    postings: name("postings"),
    positions: name("positions"),
    norms: name("norms"),
    exists: name("exists"),
    values: name("values"),
    starts: name("starts"),
  });
}

/** The part with the offset of each document's sequence number from the first; absent where they have no gaps. */
export const SEQ_PART = "seq";

/** A whole segment in memory: what the builder and a merge make, and what is stored. */
export type SegmentImage = { meta: SegmentMeta; parts: Map<string, Uint8Array> };

/** Where a reader takes the bytes of parts from. */
export type PartSource = {
  /** The whole part, empty when the segment has no such part. */
  read(name: string): Uint8Array;
  /** The part where it lies in one piece; undefined where it is cut, so that to have all of it would be a copy. */
  piece(name: string): Uint8Array | undefined;
  /** The whole of a part that is larger than others, and kept apart from them so that it does not drive them out. */
  large(name: string): Uint8Array;
  /** Bytes `from` to `to` of a part; only what is touched is loaded. */
  slice(range: { name: string; from: number; to: number }): Uint8Array;
};

/** Reads parts from memory. */
export function memoryParts(parts: ReadonlyMap<string, Uint8Array>): PartSource {
  const empty = new Uint8Array(0);
  function read(name: string): Uint8Array {
    return parts.get(name) ?? empty;
  }
  return { read, piece: read, large: read, slice: ({ name, from, to }) => read(name).subarray(from, to) };
}
