import type { SqliteDatabase } from "@common/sqlite";
import { readText } from "@common/sqlite";
import type { DocumentCache } from "./document-cache";
import type { Holds } from "./holds";
import type { SegmentView } from "./segment/reader";
import type { IndexSnapshot, StoredDocument } from "./types";

type DocumentRow = { id: string; version: number; seq_no: number; source: string };

type SnapshotOptions = { database: SqliteDatabase; index: number; segments: readonly SegmentView[]; holds: Holds; documents: DocumentCache };

/** What searches of one index see between two commits. */
export class StoredSnapshot implements IndexSnapshot {
  readonly segments: readonly SegmentView[];
  readonly docCount: number;

  constructor(private readonly options: SnapshotOptions) {
    this.segments = options.segments;
    this.docCount = options.segments.reduce((sum, segment) => sum + segment.liveCount, 0);
  }

  document(seq: number): StoredDocument {
    const row = this.options.database.prepare<DocumentRow>("SELECT id, version, seq_no, source FROM document WHERE seq = ?").get(seq);
    if (!row) throw new RangeError(`no document has sequence number ${seq}`);
    return { seq, id: readText(row.id), version: row.version, seqNo: row.seq_no, source: readText(row.source) };
  }

  id(seq: number): string {
    const row = this.options.database.prepare<{ id: string }>("SELECT id FROM document WHERE seq = ?").get(seq);
    if (!row) throw new RangeError(`no document has sequence number ${seq}`);
    return readText(row.id);
  }

  ids(first: number, last: number): { seq: number; id: string }[] {
    const { database, index } = this.options;
    const rows = database.prepare<{ seq: number; id: string }>("SELECT seq, id FROM document WHERE seq BETWEEN ? AND ? AND idx = ?").all(first, last, index);
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
    const row = this.options.database.prepare<{ seq: number }>("SELECT seq FROM entry WHERE idx = ? AND id = ?").get(this.options.index, id);
    const place = row && this.place(row.seq);
    return row && place?.segment.isLive(place.doc) ? { ...place, seq: row.seq } : undefined;
  }

  hold(): () => void {
    return this.options.holds.take();
  }
}
