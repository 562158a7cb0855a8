import { hasBit } from "./bitmap";
import type { Bitmap } from "./bitmap";
import { aligned, uint32At } from "./bytes";
import type { NestedMeta, PartSource } from "./image";
import { ownersPart, SEQ_PART } from "./image";
import type { StoredMeta } from "./segment-rows";
import { StoredField } from "./stored-field";
import type { NestedLevel, NestedObjects, SegmentReader } from "../types";

/**
 * The objects of one nested field in a stored segment. None of them is dead by itself: they are found through their
 * documents.
 */
export class StoredObjects implements SegmentReader {
  readonly number: number;
  readonly docCount: number;
  readonly liveCount: number;
  readonly dead = undefined;
  readonly level: NestedLevel;
  private readonly fields = new Map<string, StoredField>();

  constructor(
    private readonly segment: StoredSegment,
    readonly meta: NestedMeta,
    private readonly place: number,
    private readonly parts: PartSource,
  ) {
    this.number = segment.number;
    this.docCount = meta.docCount;
    this.liveCount = meta.docCount;
    meta.fields.forEach((field, at) =>
      this.fields.set(field.path, new StoredField(field, meta.first + at, meta.docCount, parts)),
    );
    this.level = { path: meta.path, root: (doc) => this.root(doc), places: (doc) => this.places(doc) };
  }

  /** The document, or the object around, of each object. */
  get owners(): Uint32Array {
    const bytes = aligned(this.parts.read(ownersPart(this.place)), 4);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, this.docCount);
  }

  private get around(): StoredObjects | undefined {
    return this.meta.parent === undefined ? undefined : this.segment.objects(this.meta.parent);
  }

  private root(doc: number): number {
    const owner = this.owners[doc] ?? 0;
    return this.around?.root(owner) ?? owner;
  }

  private places(doc: number): { path: string; offset: number }[] {
    const { owners, around } = this;
    const owner = owners[doc] ?? 0;
    let first = doc;
    while (first > 0 && owners[first - 1] === owner) first--;
    return [...(around?.places(owner) ?? []), { path: this.meta.path, offset: doc - first }];
  }

  isLive(): boolean {
    return true;
  }

  seq(doc: number): number {
    return this.segment.seq(this.root(doc));
  }

  field(path: string): StoredField | undefined {
    return this.fields.get(path);
  }

  everywhere(path: string): readonly StoredField[] {
    return this.segment.everywhere(path);
  }

  nested(path: string): NestedObjects | undefined {
    return this.segment.objectsBelow(path, this.meta.path);
  }
}

/** A segment without its deletions: what all snapshots share. */
export class StoredSegment {
  private readonly fields = new Map<string, StoredField>();
  private readonly levels = new Map<string, StoredObjects>();
  private readonly below = new Map<string, NestedObjects>();

  constructor(
    readonly number: number,
    readonly meta: StoredMeta,
    private readonly parts: PartSource,
  ) {
    meta.fields.forEach((field, place) =>
      this.fields.set(field.path, new StoredField(field, place, meta.docCount, parts)),
    );
    meta.nested?.forEach((level, place) => this.levels.set(level.path, new StoredObjects(this, level, place, parts)));
  }

  field(path: string): StoredField | undefined {
    return this.fields.get(path);
  }

  /** The field among the documents and the objects of each nested field. */
  everywhere(path: string): readonly StoredField[] {
    const own = this.fields.get(path);
    if (this.levels.size === 0) return own ? [own] : [];
    const inLevels = [...this.levels.values()].flatMap((level) => level.field(path) ?? []);
    return own ? [own, ...inLevels] : inLevels;
  }

  /** Objects of all nested fields, and how many of them are parts of dead documents. */
  objectCounts(dead: Bitmap | undefined): { all: number; dead: number } {
    const counts = { all: 0, dead: 0 };
    for (const { path, docCount } of this.meta.nested ?? []) {
      counts.all += docCount;
      if (dead) for (const owner of this.objectsBelow(path)?.owners ?? []) if (hasBit(dead, owner)) counts.dead++;
    }
    return counts;
  }

  /** The objects of a nested field, whose owners are those next around. */
  objects(path: string): StoredObjects | undefined {
    return this.levels.get(path);
  }

  /** The objects of a nested field, whose owners are documents or, with `from`, objects of a nested field around. */
  objectsBelow(path: string, from?: string): NestedObjects | undefined {
    const key = `${from ?? ""} ${path}`;
    const known = this.below.get(key);
    if (known) return known;
    const docs = this.levels.get(path);
    if (!docs) return undefined;
    let { owners } = docs;
    let around = docs.meta.parent;
    while (around !== from) {
      const level = around === undefined ? undefined : this.levels.get(around);
      // A nested field that does not lie in the one asked from.
      if (!level) return undefined;
      const outer = level.owners;
      owners = owners.map((owner) => outer[owner] ?? 0);
      around = level.meta.parent;
    }
    const found = { docs, owners };
    this.below.set(key, found);
    return found;
  }

  private get offsets(): Uint8Array | undefined {
    const { first, last, docCount } = this.meta;
    return last - first + 1 === docCount ? undefined : aligned(this.parts.read(SEQ_PART), 4);
  }

  seq(doc: number): number {
    const { offsets } = this;
    return this.meta.first + (offsets ? uint32At(offsets, doc * 4) : doc);
  }

  /** The document with a sequence number, or -1. */
  docOf(seq: number): number {
    const { first, last, docCount } = this.meta;
    if (seq < first || seq > last) return -1;
    const { offsets } = this;
    if (!offsets) return seq - first;
    let low = 0;
    let high = docCount - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = first + uint32At(offsets, middle * 4);
      if (found === seq) return middle;
      if (found < seq) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** A segment as one snapshot sees it: with the deletions of that moment. */
export class SegmentView implements SegmentReader {
  readonly number: number;
  readonly docCount: number;
  private counted: { live: number; dead: number } | undefined;

  constructor(
    readonly segment: StoredSegment,
    /** Dead documents; undefined when there are none. */
    readonly dead: Bitmap | undefined,
    readonly deadCount: number,
  ) {
    this.number = segment.number;
    this.docCount = segment.meta.docCount;
  }

  get lasting(): StoredSegment {
    return this.segment;
  }

  /**
   * Documents as Lucene counts them: objects of nested fields are some too. Counted once a view, for a view never
   * changes.
   */
  get luceneCounts(): { live: number; dead: number } {
    if (!this.counted) {
      const { all, dead } = this.segment.objectCounts(this.dead);
      this.counted = { live: this.liveCount + all - dead, dead: this.deadCount + dead };
    }
    return this.counted;
  }

  get liveCount(): number {
    return this.docCount - this.deadCount;
  }

  isLive(doc: number): boolean {
    return !this.dead || !hasBit(this.dead, doc);
  }

  seq(doc: number): number {
    return this.segment.seq(doc);
  }

  field(path: string): StoredField | undefined {
    return this.segment.field(path);
  }

  everywhere(path: string): readonly StoredField[] {
    return this.segment.everywhere(path);
  }

  nested(path: string): NestedObjects | undefined {
    return this.segment.objectsBelow(path);
  }
}
