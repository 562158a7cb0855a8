import type { SqliteDatabase } from "@common/storage/sqlite";
import { readText } from "@common/storage/sqlite";
import type { DocumentCache } from "./document-cache";
import type { Holds } from "./holds";
import type { SegmentView } from "./segment/reader";
import type { IndexSnapshot, StoredDocument } from "./types";

type DocumentRow = { id: string; version: number; seq_no: number; source: string };

type SnapshotOptions = {
  database: SqliteDatabase;
  index: number;
  segments: readonly SegmentView[];
  holds: Holds;
  documents: DocumentCache;
};

/** What searches of one index see between two commits. */
export class StoredSnapshot implements IndexSnapshot {
  readonly segments: readonly SegmentView[];
  readonly docCount: number;

  /** Documents of this snapshot that were written again since. */
  private readonly rewritten: Rewritten;

  constructor(private readonly options: SnapshotOptions) {
    this.rewritten = new Rewritten(options, (seq) => this.place(seq) !== undefined);
    this.segments = options.segments;
    this.docCount = options.segments.reduce((sum, segment) => sum + segment.liveCount, 0);
  }

  document(seq: number): StoredDocument {
    const row = this.options.database
      .prepare<DocumentRow>("SELECT id, version, seq_no, source FROM document WHERE seq = ?")
      .get(seq);
    if (!row) throw new RangeError(`no document has sequence number ${seq}`);
    return { seq, id: readText(row.id), version: row.version, seqNo: row.seq_no, source: readText(row.source) };
  }

  id(seq: number): string {
    const row = this.options.database.prepare<{ id: string }>("SELECT id FROM document WHERE seq = ?").get(seq);
    if (!row) throw new RangeError(`no document has sequence number ${seq}`);
    return readText(row.id);
  }

  sequence(seq: number): number {
    const row = this.options.database.prepare<{ seq_no: number }>("SELECT seq_no FROM document WHERE seq = ?").get(seq);
    if (!row) throw new RangeError(`no document has sequence number ${seq}`);
    return row.seq_no;
  }

  ids(first: number, last: number): { seq: number; id: string }[] {
    const { database, index } = this.options;
    const rows = database
      .prepare<{ seq: number; id: string }>("SELECT seq, id FROM document WHERE seq BETWEEN ? AND ? AND idx = ?")
      .all(first, last, index);
    return rows.map(({ seq, id }) => ({ seq, id: readText(id) }));
  }

  hit(seq: number): StoredDocument {
    return this.options.documents.get(seq, (missing) => this.document(missing));
  }

  /** The segment that holds a sequence number. Segments do not overlap, so the last that begins below it is the one. */
  private segmentOf(seq: number): SegmentView | undefined {
    let low = 0;
    let high = this.segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.segments[middle]?.segment.meta.first ?? 0) <= seq) low = middle;
      else high = middle - 1;
    }
    return this.segments[low];
  }

  /** The segment and document of a sequence number, dead or alive. */
  place(seq: number): { segment: SegmentView; doc: number } | undefined {
    const segment = this.segmentOf(seq);
    const doc = segment?.segment.docOf(seq) ?? -1;
    return segment && doc >= 0 ? { segment, doc } : undefined;
  }

  locate(id: string): { segment: SegmentView; doc: number; seq: number } | undefined {
    const row = this.options.database
      .prepare<{ seq: number }>("SELECT seq FROM entry WHERE idx = ? AND id = ?")
      .get(this.options.index, id);
    if (!row) return undefined;
    const seq = this.place(row.seq) ? row.seq : this.rewritten.seqOf(id, row.seq);
    const place = seq === undefined ? undefined : this.place(seq);
    return seq !== undefined && place?.segment.isLive(place.doc) ? { ...place, seq } : undefined;
  }

  hold(): () => void {
    return this.options.holds.take();
  }
}

/**
 * The rows of a snapshot whose ids lead to newer ones by now: an id in the table leads to its newest row alone, which a
 * search that began before it was committed does not see. Looked up in what is kept for such searches, once for many
 * ids.
 */
class Rewritten {
  private known = new Map<string, number>();
  /** Rows up to this one are known. */
  private newest = -1;

  constructor(
    private readonly options: SnapshotOptions,
    private readonly isOurs: (seq: number) => boolean,
  ) {}

  /** The row of an id here, where it leads to `newer` now. */
  seqOf(id: string, newer: number): number | undefined {
    if (newer > this.newest) this.look();
    return this.known.get(id);
  }

  private look(): void {
    const { database, index } = this.options;
    this.newest =
      database.prepare<{ value: number | null }>("SELECT max(seq) AS value FROM document").get()?.value ?? 0;
    const rows = database
      .prepare<{ seq: number; id: string }>(
        "SELECT d.seq, d.id FROM garbage g JOIN document d ON d.seq = g.seq WHERE d.idx = ?",
      )
      .all(index);
    this.known = new Map(rows.filter(({ seq }) => this.isOurs(seq)).map(({ seq, id }) => [readText(id), seq]));
  }
}
