import type { SqliteDatabase } from "@common/storage/sqlite";
import { readText } from "@common/storage/sqlite";
import type { Steps } from "../steps";
import { setBit } from "./segment/bitmap";
import type { SegmentDocument } from "./build/builder";
import { SegmentBuilder } from "./build/builder";
import { SegmentView } from "./segment/reader";
import type { StoredMeta } from "./segment/segment-rows";
import { insertSegment } from "./segment/segment-rows";
import type { StoredIndex } from "./stored-index";

/** The row of a live document, without its source. */
export type LiveDocument = { seq: number; version: number; seqNo: number };

type Indexed = Pick<SegmentDocument, "fields" | "nested">;
export type NewDocument = { id: string; version: number; source: string } & Indexed;

type Numbers = { nextSeq(): number; nextSegment(): number };
type SessionOptions = { database: SqliteDatabase; index: StoredIndex; numbers: Numbers };
type Written = { number: number; meta: StoredMeta; dead: Set<number>; places: Map<number, number> };

/**
 * A segment is closed in the midst of a transaction when it has this many documents or this much text, so that memory
 * stays bounded.
 */
const MAX_DOCS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** The same of tokens: n-grams make a hundred of a word. */
const MAX_TOKENS = 8_000_000;

/**
 * The changes of one index inside a transaction. Rows are written as they come; `flush` writes the segment before the
 * commit, `apply` shows everything to searches after it.
 */
export class IndexSession {
  private builder = new SegmentBuilder();
  private places = new Map<number, number>();
  private dead = new Set<number>();
  private sourceBytes = 0;
  private readonly written: Written[] = [];
  private readonly killed = new Map<SegmentView, Set<number>>();
  private readonly buried = new Map<string, number>();
  private seqNo: number;

  constructor(private readonly options: SessionOptions) {
    this.seqNo = options.index.nextSeqNo;
  }

  get index(): StoredIndex {
    return this.options.index;
  }

  /** Bytes of sources whose segment is not written yet. */
  get pendingBytes(): number {
    return this.sourceBytes;
  }

  /** The live document of an id, this transaction's own changes included. */
  find(id: string): LiveDocument | undefined {
    const row = this.options.database
      .prepare<{ seq: number; version: number; seq_no: number }>(
        "SELECT d.seq, d.version, d.seq_no FROM entry e JOIN document d ON d.seq = e.seq WHERE e.idx = ? AND e.id = ?",
      )
      .get(this.index.number, id);
    return row && { seq: row.seq, version: row.version, seqNo: row.seq_no };
  }

  source(seq: number): string {
    const row = this.options.database.prepare<{ source: string }>("SELECT source FROM document WHERE seq = ?").get(seq);
    if (!row) throw new RangeError(`no document has sequence number ${seq}`);
    return readText(row.source);
  }

  /** The version that the next write of an id without a live document counts on from. */
  buriedVersion(id: string): number {
    return this.buried.get(id) ?? this.index.buriedVersion(id);
  }

  /** Writes a document in the place of `old`. Throws EngineError for an immense term; nothing is changed then. */
  *put({ id, version, source, ...indexed }: NewDocument, old: LiveDocument | undefined): Steps<LiveDocument> {
    const { database, numbers } = this.options;
    const seq = numbers.nextSeq();
    const doc = this.builder.docCount;
    try {
      yield* this.builder.add({ seq, ...indexed });
    } catch (error) {
      this.dead.add(doc);
      // What was taken of it before it was refused is not held for the others.
      if (this.builder.tokens >= MAX_TOKENS) yield* this.closeSegment();
      throw error;
    }
    this.places.set(seq, doc);
    const seqNo = this.seqNo++;
    if (old) this.supersede(old.seq);
    database
      .prepare("INSERT INTO document (seq, idx, id, version, seq_no, source) VALUES (?, ?, ?, ?, ?, ?)")
      .run(seq, this.index.number, id, version, seqNo, source);
    database.prepare("INSERT OR REPLACE INTO entry (idx, id, seq) VALUES (?, ?, ?)").run(this.index.number, id, seq);
    yield* this.grown(source);
    return { seq, version, seqNo };
  }

  /** Writes the segments of a stored document again. Throws EngineError where `put` would. */
  *restore({ seq, source, ...indexed }: { seq: number; source: string } & Indexed): Steps<void> {
    const doc = this.builder.docCount;
    try {
      yield* this.builder.add({ seq, ...indexed });
    } catch (error) {
      this.dead.add(doc);
      // What was taken of it before it was refused is not held for the others.
      if (this.builder.tokens >= MAX_TOKENS) yield* this.closeSegment();
      throw error;
    }
    yield* this.grown(source);
  }

  private *grown(source: string): Steps<void> {
    this.sourceBytes += source.length;
    if (this.builder.docCount >= MAX_DOCS || this.sourceBytes >= MAX_BYTES || this.builder.tokens >= MAX_TOKENS)
      yield* this.closeSegment();
  }

  /** Deletes a live document; returns the sequence number of the operation. */
  remove(id: string, old: LiveDocument, version: number): number {
    this.supersede(old.seq);
    this.options.database.prepare("DELETE FROM entry WHERE idx = ? AND id = ?").run(this.index.number, id);
    this.buried.set(id, version);
    return this.seqNo++;
  }

  /** Notes the delete of a document that is not there: it has a version and a sequence number of its own. */
  removeMissing(id: string, version: number): number {
    this.buried.set(id, version);
    return this.seqNo++;
  }

  private supersede(seq: number): void {
    this.options.database.prepare("INSERT INTO garbage (seq, since) VALUES (?, ?)").run(seq, Date.now());
    const own = this.places.get(seq);
    if (own !== undefined) return void this.dead.add(own);
    for (const { places, dead, number } of this.written) {
      const doc = places.get(seq);
      if (doc === undefined) continue;
      dead.add(doc);
      return this.mark(number, doc);
    }
    const place = this.index.snapshot.place(seq);
    if (!place) return;
    const dead = this.killed.get(place.segment) ?? new Set();
    this.killed.set(place.segment, dead.add(place.doc));
    this.mark(place.segment.number, place.doc);
  }

  private mark(segment: number, doc: number): void {
    this.options.database.prepare("INSERT OR IGNORE INTO deleted (segment, doc) VALUES (?, ?)").run(segment, doc);
  }

  private *closeSegment(): Steps<void> {
    if (this.builder.docCount > this.dead.size) {
      const { database, numbers } = this.options;
      const number = numbers.nextSegment();
      const image = yield* this.builder.finish();
      const meta = insertSegment(database, {
        number,
        index: this.index.number,
        image,
        dead: this.dead,
        sourceBytes: this.sourceBytes,
      });
      this.written.push({ number, meta, dead: this.dead, places: this.places });
    }
    this.builder = new SegmentBuilder();
    this.places = new Map();
    this.dead = new Set();
    this.sourceBytes = 0;
  }

  /** Writes what is left. Call it just before the commit. */
  *flush(): Steps<void> {
    yield* this.closeSegment();
    if (this.seqNo === this.index.nextSeqNo) return;
    this.options.database
      .prepare("INSERT OR REPLACE INTO counter (idx, next_seq_no) VALUES (?, ?)")
      .run(this.index.number, this.seqNo);
  }

  /** Shows the committed changes. */
  apply(): void {
    const { index } = this;
    index.nextSeqNo = this.seqNo;
    if (this.buried.size > 0) index.bury(this.buried);
    if (this.written.length === 0 && this.killed.size === 0) return;
    const kept = index.snapshot.segments.map((view) => {
      const killed = this.killed.get(view);
      return killed ? withDead(view, killed) : view;
    });
    index.show([...kept, ...this.written.map((segment) => index.view(segment))]);
  }
}

/** The same segment with more dead documents. */
export function withDead(view: SegmentView, docs: ReadonlySet<number>): SegmentView {
  const dead = view.dead?.slice() ?? new Uint8Array((view.docCount + 7) >>> 3);
  let deadCount = view.deadCount;
  for (const doc of docs) {
    if (!view.isLive(doc)) continue;
    setBit(dead, doc);
    deadCount++;
  }
  return new SegmentView(view.segment, dead, deadCount);
}
