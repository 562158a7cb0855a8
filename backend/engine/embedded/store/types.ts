/**
 * What one document brings to one field. Only what is set is written:
 * `tokens` and `terms` become postings, `terms`, `numbers` and `points` also columns (doc values).
 */
export type FieldValues = {
  /** Tokens of a text field, positions ascending, gaps between values included. */
  tokens?: readonly { term: string; position: number }[];
  /**
   * Tokens of texts too long to hold all of theirs at once, made while they are written; they follow `tokens`. Throws
   * as the analysis of a value does.
   */
  later?: () => Iterable<TokenPiece>;
  /** Length for the norm: tokens without those stacked on another's position, those of `later` aside. */
  length?: number;
  /** Exact terms of keyword, boolean (`true`, `false`) and ip fields. */
  terms?: readonly string[];
  /** Numbers, dates in epoch milliseconds. Integers beyond 2^53 as bigint. */
  numbers?: readonly (number | bigint)[];
  points?: readonly { lat: number; lon: number }[];
  vector?: Float32Array;
  /** The field holds a value although nothing of it is indexed (a text without tokens, say). */
  present?: boolean;
};

/** Some tokens of a text; their positions count from `base`. */
export type TokenPiece = { base: number; tokens: readonly { term: string; position: number }[] };

/** How a field's values are written into a segment. */
export type FieldLayout = {
  postings: boolean;
  /** Frequencies and positions beside the documents of a term. */
  positions: boolean;
  norms: boolean;
  columns: "none" | "ordinals" | "int32" | "float32" | "float64" | "int64" | "points" | "vectors";
};

export type TermEntry = { term: string; ordinal: number; docFreq: number; totalTermFreq: number };

/** Documents of a term, ascending, dead ones included. */
export type Postings = { docs: Uint32Array; freqs: Uint32Array };

/** Accepts or refuses byte prefixes of terms: fuzzy, wildcard and regular expressions walk the dictionary with one. */
export type TermAutomaton = {
  start: number;
  /** The next state, or -1 when no accepted term begins so. */
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
};

/** Terms of a field in one segment, ordered by their UTF-8 bytes. */
export type TermDictionary = {
  size: number;
  find(term: string): TermEntry | undefined;
  at(ordinal: number): TermEntry;
  /**
   * The texts of the terms that are stored together with one, which are read together; `first` is the ordinal of the
   * first.
   */
  textsWith(ordinal: number): { first: number; texts: string[] };
  /** Terms from the first that is not below `from`. */
  from(term: string): IterableIterator<TermEntry>;
  withPrefix(prefix: string): IterableIterator<TermEntry>;
  /** Terms that an automaton accepts; now and then undefined, where a reader in slices may pause. */
  matching(automaton: TermAutomaton): IterableIterator<TermEntry | undefined>;
};

/**
 * Values of a document by place: `count(doc)` of them, `at(doc, place)` each; ascending inside a document.
 * `dense` is the quick way through a column where no document has two values: one slot a document.
 */
export type OrdinalColumn = {
  count(doc: number): number;
  at(doc: number, place: number): number;
  multiValued: boolean;
  /** Ordinal + 1 of each document, 0 where it has none. */
  dense?: Uint8Array | Uint16Array | Uint32Array;
};
export type NumberColumn = {
  count(doc: number): number;
  at(doc: number, place: number): number;
  /** All digits; there where some value is beyond 2^53. */
  exact?(doc: number, place: number): bigint;
  multiValued: boolean;
  /**
   * The value of each document, 0 where the bitmap `exists` (one bit a document, low first; absent: all have one) says
   * there is none.
   */
  dense?: { values: Int32Array | Float32Array | Float64Array; exists: Uint8Array | undefined };
};
export type PointColumn = {
  count(doc: number): number;
  lat(doc: number, place: number): number;
  lon(doc: number, place: number): number;
};

/** Compares rows `from` to `to`, at most `most` of them, with a vector; what comes out is there until the next call. */
export type VectorKernel = {
  most: number;
  dots(stretch: { from: number; to: number; vector: Float32Array }): Float32Array;
  squares(stretch: { from: number; to: number; vector: Float32Array }): Float32Array;
};

/** Vectors of the documents that have one, row after row in the order of the documents. */
export type VectorColumn = {
  dims: number;
  values: Float32Array;
  /** The document of each row. */
  docs: Uint32Array;
  /** The length of each vector. */
  lengths: Float32Array;
  /** The quick way through many rows, where there is one. */
  kernel: VectorKernel | undefined;
};

/** One field in one segment. */
export type FieldReader = {
  /** Documents with at least one token or term. */
  docCount: number;
  sumTotalTermFreq: number;
  sumDocFreq: number;
  terms: TermDictionary;
  postings(term: TermEntry): Postings;
  /** Positions of `term` in each document of its postings: `starts[i]` to `starts[i + 1]` of `positions`. */
  positions(term: TermEntry): { starts: Uint32Array; positions: Uint32Array };
  /** Lucene's one-byte length norm of every document, or undefined where norms are off. */
  norms: Uint8Array | undefined;
  exists(doc: number): boolean;
  ordinals: OrdinalColumn | undefined;
  numbers: NumberColumn | undefined;
  points: PointColumn | undefined;
  vectors: VectorColumn | undefined;
};

/** An immutable segment. Documents are numbered from 0 in the order of their sequence numbers. */
export type SegmentReader = {
  number: number;
  /** Documents, dead ones included: what Lucene calls maxDoc. */
  docCount: number;
  liveCount: number;
  isLive(doc: number): boolean;
  /** One bit for each dead document, low bit first; undefined when all live. */
  dead: Uint8Array | undefined;
  /** The row of the document in the document table. */
  seq(doc: number): number;
  field(path: string): FieldReader | undefined;
  /**
   * The readers of a field among documents and nested objects alike: where values count as the document's too, it is in
   * several.
   */
  everywhere?(path: string): readonly FieldReader[];
  /** The objects of a nested field below; undefined where no document of the segment has any. */
  nested?(path: string): NestedObjects | undefined;
  /** Where the documents of this reader are objects of a nested field: which. */
  level?: NestedLevel;
  /** What stays while documents of the segment die: what was worked out for all of them is kept by it. */
  lasting?: object;
};

/**
 * Objects of a nested field as documents of a reader of their own. `owners` are the documents of the reader they were
 * asked of, ascending.
 */
export type NestedObjects = { docs: SegmentReader; owners: Uint32Array };

/**
 * What an object of a nested field is: its field, the document that it is a part of, and its place in each list on the
 * way there, outermost first.
 */
export type NestedLevel = {
  path: string;
  root(doc: number): number;
  places(doc: number): { path: string; offset: number }[];
};

/** A stored document. `source` is the text as it came. */
export type StoredDocument = { seq: number; id: string; version: number; seqNo: number; source: string };

/** What one search sees: it stays as it is while writes go on. */
export type IndexSnapshot = {
  segments: readonly SegmentReader[];
  /** Live documents. */
  docCount: number;
  document(seq: number): StoredDocument;
  /** As `document`, for a hit on a page of usual size: the next search often shows it too. */
  hit(seq: number): StoredDocument;
  /** The id alone, without its source. */
  id(seq: number): string;
  /** The number of the operation that wrote a document: its `_seq_no`. */
  sequence(seq: number): number;
  /**
   * The ids of the documents of this index from one sequence number to another, those of dead ones too while they are
   * stored.
   */
  ids(first: number, last: number): { seq: number; id: string }[];
  /** The segment and document of a live id, if there is one. */
  locate(id: string): { segment: SegmentReader; doc: number; seq: number } | undefined;
  /**
   * Keeps its segments and documents readable for longer than half a minute, until the returned function is called:
   * scrolls need it.
   */
  hold(): () => void;
};
