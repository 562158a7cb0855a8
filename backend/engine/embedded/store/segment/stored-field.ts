import { hasBit } from "./bitmap";
import type { Bitmap } from "./bitmap";
import type { EncodedPoints } from "./columns";
import { readNumbers, readOrdinals, readPoints } from "./columns";
import { type FoundTerms, StoredDictionary } from "./dictionary";
import { StoredTerm } from "./term-cursor";
import { kernelOf } from "./vector-memory";
import { docsOf, lengthsOf, readVectors } from "./vectors";
import type { FieldMeta, PartKind, PartSource } from "./image";
import { partNames } from "./image";
import { readPositions, readPostings } from "./postings";
import type {
  FieldReader,
  NumberColumn,
  OrdinalColumn,
  PointColumn,
  Postings,
  TermEntry,
  VectorColumn,
} from "../types";

/**
 * One field of a stored segment. Bytes are fetched from the part cache at each access, so hold a column, not the
 * reader, in a loop.
 */
export class StoredField implements FieldReader {
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;

  private readonly names: Readonly<Record<PartKind, string>>;
  private readonly found: FoundTerms = new Map();
  /** Of vectors, worked out at the first reading. */
  private beside: Pick<VectorColumn, "docs" | "lengths"> | undefined;

  constructor(
    readonly meta: FieldMeta,
    place: number,
    private readonly segmentDocs: number,
    private readonly parts: PartSource,
  ) {
    this.names = partNames(place);
    this.docCount = meta.docCount;
    this.sumTotalTermFreq = meta.sumTotalTermFreq;
    this.sumDocFreq = meta.sumDocFreq;
  }

  private part(kind: PartKind): Uint8Array {
    return this.parts.read(this.names[kind]);
  }

  get terms(): StoredDictionary {
    return new StoredDictionary(
      this.meta.termCount > 0 ? this.part("terms") : new Uint8Array(0),
      this.meta.termCount,
      this.meta.positions,
      this.found,
    );
  }

  private stored(term: TermEntry): StoredTerm | undefined {
    return term instanceof StoredTerm ? term : this.terms.find(term.term);
  }

  /** The bytes of a term's postings, as merges copy them. */
  postingsBytes(term: Pick<StoredTerm, "postingsFrom" | "postingsTo">): Uint8Array {
    return this.parts.slice({ name: this.names.postings, from: term.postingsFrom, to: term.postingsTo });
  }

  /** The bytes of a term's positions. */
  positionsBytes(term: Pick<StoredTerm, "positionsFrom" | "positionsTo">): Uint8Array {
    return this.parts.slice({ name: this.names.positions, from: term.positionsFrom, to: term.positionsTo });
  }

  /** All postings or positions where they lie in one piece. */
  piece(kind: "postings" | "positions"): Uint8Array | undefined {
    return this.parts.piece(this.names[kind]);
  }

  postings(term: TermEntry): Postings {
    const stored = this.meta.postings ? this.stored(term) : undefined;
    if (!stored) return { docs: new Uint32Array(0), freqs: new Uint32Array(0) };
    return readPostings({ bytes: this.postingsBytes(stored), docFreq: stored.docFreq, freqs: this.meta.positions });
  }

  positions(term: TermEntry): { starts: Uint32Array; positions: Uint32Array } {
    const stored = this.meta.positions ? this.stored(term) : undefined;
    if (!stored) return { starts: new Uint32Array(1), positions: new Uint32Array(0) };
    return readPositions(this.positionsBytes(stored), this.postings(stored).freqs);
  }

  get norms(): Uint8Array | undefined {
    return this.meta.norms ? this.part("norms") : undefined;
  }

  /** Which documents have the field; undefined when all do. */
  get existing(): Bitmap | undefined {
    return this.meta.existCount < this.segmentDocs ? this.part("exists") : undefined;
  }

  exists(doc: number): boolean {
    const bitmap = this.existing;
    return !bitmap || hasBit(bitmap, doc);
  }

  private get starts(): Uint8Array | undefined {
    return this.meta.multiValued ? this.part("starts") : undefined;
  }

  get ordinals(): OrdinalColumn | undefined {
    if (this.meta.column !== "ordinals") return undefined;
    return readOrdinals({ values: this.part("values"), starts: this.starts, width: this.meta.width });
  }

  get numbers(): NumberColumn | undefined {
    const { column } = this.meta;
    if (column === "none" || column === "ordinals" || column === "points" || column === "vectors") return undefined;
    return readNumbers({ storage: column, values: this.part("values"), starts: this.starts, exists: this.existing });
  }

  get points(): (PointColumn & EncodedPoints) | undefined {
    if (this.meta.column !== "points") return undefined;
    return readPoints({ values: this.part("values"), starts: this.part("starts") });
  }

  get vectors(): VectorColumn | undefined {
    if (this.meta.column !== "vectors") return undefined;
    const { width, existCount } = this.meta;
    const values = readVectors(this.parts.large(this.names.values), existCount * width);
    this.beside ??= { docs: docsOf(this.existing, this.segmentDocs), lengths: lengthsOf(values, width) };
    return { dims: width, values, ...this.beside, kernel: kernelOf(values, width) };
  }
}
