import { bytesOf } from "../segment/bytes";
import { FieldBuilder } from "./field-builder";
import type { FieldMeta, SegmentImage } from "../segment/image";
import { partName, SEQ_PART } from "../segment/image";
import type { Steps } from "../../steps";
import type { FieldLayout, FieldValues } from "../types";

/** What one document brings to a segment: its sequence number, and by field path what is to be written and how. */
export type SegmentDocument = { seq: number; fields: Iterable<readonly [path: string, values: FieldValues, layout: FieldLayout]> };

/** Builds a segment from documents in the order of their sequence numbers. */
export class SegmentBuilder {
  private readonly fields = new Map<string, FieldBuilder>();
  private readonly seqs: number[] = [];

  get docCount(): number {
    return this.seqs.length;
  }

  /**
   * Adds a document, whose number in the segment is `docCount` before. When it throws (an immense term) the document keeps that number:
   * it is half written and must be marked dead.
   */
  *add({ seq, fields }: SegmentDocument): Steps<void> {
    const doc = this.seqs.push(seq) - 1;
    for (const [path, values, layout] of fields) {
      let field = this.fields.get(path);
      if (!field) this.fields.set(path, (field = new FieldBuilder(path, layout)));
      field.add(doc, values);
      if (values.later) yield* field.addLater(doc, values.later());
    }
  }

  /** The finished segment. */
  *finish(): Steps<SegmentImage> {
    const parts = new Map<string, Uint8Array>();
    const fields: FieldMeta[] = [];
    for (const builder of this.fields.values()) {
      const { meta, parts: own } = yield* builder.finish(this.docCount);
      for (const [kind, bytes] of own) parts.set(partName(fields.length, kind), bytes);
      fields.push(meta);
    }
    return imageOf({ seqs: this.seqs, fields, parts });
  }
}

/** Puts the sequence numbers beside finished fields. */
export function imageOf({ seqs, fields, parts }: { seqs: readonly number[]; fields: FieldMeta[]; parts: Map<string, Uint8Array> }): SegmentImage {
  const first = seqs[0] ?? 0;
  const last = seqs[seqs.length - 1] ?? 0;
  if (last - first + 1 !== seqs.length) parts.set(SEQ_PART, bytesOf(Uint32Array.from(seqs, (seq) => seq - first)));
  return { meta: { docCount: seqs.length, first, last, fields }, parts };
}
