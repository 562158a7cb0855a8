import { bitmapOf, setBit } from "../segment/bitmap";
import { finished } from "../../steps";
import type { SegmentDocument } from "./builder";
import { SegmentBuilder } from "./builder";
import { memoryParts } from "../segment/image";
import { SegmentView, StoredSegment } from "../segment/reader";
import type { FieldLayout, FieldValues, IndexSnapshot, StoredDocument } from "../types";

/** A document for a segment in memory. `fields` as parseDocument gives them. */
export type MemoryDocument = { id: string; source?: string; fields: ReadonlyMap<string, FieldValues>; seq?: number; dead?: boolean };

type MemoryOptions = { layout: (path: string) => FieldLayout; number?: number };

function documentOf({ document, place, layout }: { document: MemoryDocument; place: number; layout: (path: string) => FieldLayout }): SegmentDocument {
  return { seq: document.seq ?? place + 1, fields: [...document.fields].map(([path, values]) => [path, values, layout(path)] as const) };
}

/** A segment built in memory from documents, numbered from sequence number 1 where they say nothing else: for tests. */
export function segmentOf(documents: readonly MemoryDocument[], { layout, number = 1 }: MemoryOptions): SegmentView {
  const builder = new SegmentBuilder();
  const dead = bitmapOf(documents.length);
  let deadCount = 0;
  documents.forEach((document, place) => {
    const doc = builder.docCount;
    finished(builder.add(documentOf({ document, place, layout })));
    if (!document.dead) return;
    setBit(dead, doc);
    deadCount++;
  });
  const { meta, parts } = finished(builder.finish());
  return new SegmentView(new StoredSegment(number, meta, memoryParts(parts)), deadCount > 0 ? dead : undefined, deadCount);
}

/** A snapshot in memory: one segment for each list of documents, sequence numbers running through. For tests. */
export function snapshotOf(lists: readonly (readonly MemoryDocument[])[], { layout }: MemoryOptions): IndexSnapshot {
  const stored = new Map<number, StoredDocument>();
  const live = new Map<string, number>();
  let next = 1;
  const segments = lists.map((list, place) => {
    const numbered = list.map((document) => ({ ...document, seq: next++ }));
    for (const { id, seq, source = "{}", dead } of numbered) {
      stored.set(seq, { seq, id, version: 1, seqNo: seq - 1, source });
      if (!dead) live.set(id, seq);
    }
    return segmentOf(numbered, { layout, number: place + 1 });
  });
  function document(seq: number): StoredDocument {
    const found = stored.get(seq);
    if (!found) throw new RangeError(`no document has sequence number ${seq}`);
    return found;
  }
  return {
    segments,
    docCount: live.size,
    document,
    hit: document,
    id: (seq) => document(seq).id,
    sequence: (seq) => document(seq).seqNo,
    ids: (first, last) => [...stored.values()].filter(({ seq }) => seq >= first && seq <= last),
    hold: () => () => undefined,
    locate(id) {
      const seq = live.get(id);
      if (seq === undefined) return undefined;
      for (const segment of segments) {
        const doc = segment.segment.docOf(seq);
        if (doc >= 0) return { segment, doc, seq };
      }
      return undefined;
    },
  };
}
