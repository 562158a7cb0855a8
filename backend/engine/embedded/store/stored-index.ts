import type { SqliteDatabase } from "@common/storage/sqlite";
import { bitmapOf, setBit } from "./segment/bitmap";
import type { ByteCache } from "./cache";
import type { Changes, SegmentsChange } from "./changes";
import type { DocumentCache } from "./document-cache";
import type { Holds } from "./holds";
import { SegmentView, StoredSegment } from "./segment/reader";
import type { StoredMeta } from "./segment/segment-rows";
import { sizeOf, storedParts } from "./segment/segment-rows";
import { StoredSnapshot } from "./snapshot";

/** What all indices of a store share. `database` is the connection that reads. */
export type StoreParts = {
  database: SqliteDatabase;
  cache: ByteCache;
  /** Of vectors. */
  large: ByteCache;
  documents: DocumentCache;
  holds: Holds;
  /** Hears what is shown. */
  changes: Changes;
};

/** Elasticsearch remembers the versions of deleted documents for a minute (`index.gc_deletes`). */
const TOMBSTONE_MS = 60_000;
const MAX_TOMBSTONES = 10_000;

/** The segments of one index, and the numbers its writes go on with. */
export class StoredIndex {
  nextSeqNo = 0;
  private current: StoredSnapshot;
  private readonly tombstones = new Map<string, { version: number; at: number }>();

  constructor(
    readonly number: number,
    protected readonly parts: StoreParts,
  ) {
    this.current = new StoredSnapshot({ ...parts, index: number, segments: [] });
  }

  /** What searches see from the last commit on. */
  get snapshot(): StoredSnapshot {
    return this.current;
  }

  /** Bytes of segments and sources. */
  get size(): number {
    return this.snapshot.segments.reduce((sum, view) => sum + sizeOf(view.segment.meta), 0);
  }

  /** A stored segment, with the documents that are dead. */
  view({ number, meta, dead }: { number: number; meta: StoredMeta; dead: Iterable<number> }): SegmentView {
    const bitmap = bitmapOf(meta.docCount);
    let deadCount = 0;
    for (const doc of dead) {
      setBit(bitmap, doc);
      deadCount++;
    }
    const parts = storedParts({
      database: this.parts.database,
      cache: this.parts.cache,
      large: this.parts.large,
      number,
      meta,
    });
    return new SegmentView(new StoredSegment(number, meta, parts), deadCount > 0 ? bitmap : undefined, deadCount);
  }

  /** Shows other segments from now on. */
  show(segments: readonly SegmentView[]): void {
    const before = this.current.segments;
    this.parts.changes.note(() => ({ kind: "segments", index: this.number, ...changeOf(before, segments) }));
    this.current = new StoredSnapshot({ ...this.parts, index: this.number, segments });
  }

  /** Remembers the version of a deleted document, so that the next one of its id counts on. */
  bury(versions: ReadonlyMap<string, number>): void {
    const now = Date.now();
    // Of more than are remembered the first would go at once.
    for (const [id, version] of [...versions].slice(-MAX_TOMBSTONES)) {
      this.tombstones.delete(id);
      this.tombstones.set(id, { version, at: now });
    }
    // Once for all of them: a map is walked over what was taken out of its beginning each time.
    for (const [oldest, { at }] of this.tombstones) {
      if (this.tombstones.size <= MAX_TOMBSTONES && at > now - TOMBSTONE_MS) break;
      this.tombstones.delete(oldest);
    }
  }

  /** The version of a document deleted in the last minute, else 0. */
  buriedVersion(id: string): number {
    const tombstone = this.tombstones.get(id);
    return tombstone && tombstone.at > Date.now() - TOMBSTONE_MS ? tombstone.version : 0;
  }
}

/** What others who know the segments of before have to know of those of now. */
function changeOf(before: readonly SegmentView[], now: readonly SegmentView[]): SegmentsChange {
  const views = new Set(before);
  const known = new Set(before.map(({ segment }) => segment));
  return {
    segments: now.map(({ number }) => number),
    fresh: now.filter(({ segment }) => !known.has(segment)).map(({ number }) => number),
    dead: now.flatMap((view) =>
      view.dead && !views.has(view) ? [{ segment: view.number, bitmap: view.dead, count: view.deadCount }] : [],
    ),
  };
}
