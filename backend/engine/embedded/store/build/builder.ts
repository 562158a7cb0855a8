import { ENGINE_LIMITS } from "@common/limits/engine";
import { illegalArgument } from "../../errors";
import { bytesOf } from "../segment/bytes";
import { FieldBuilder } from "./field-builder";
import type { FieldMeta, NestedMeta, SegmentImage } from "../segment/image";
import { ownersPart, partName, SEQ_PART } from "../segment/image";
import { Uint32List } from "../segment/uint32-list";
import type { Steps } from "../../steps";
import type { FieldLayout, FieldValues } from "../types";

type Fields = Iterable<readonly [path: string, values: FieldValues, layout: FieldLayout]>;

/** One object of a nested field. `parent` is the nested field whose last object before it it is a part of, if any. */
export type SegmentObject = { path: string; parent: string | undefined; fields: Fields };

/**
 * What one document brings to a segment: its sequence number, and by field path what is to be written and how; its
 * nested objects too, each before those inside of it.
 */
export type SegmentDocument = { seq: number; fields: Fields; nested?: Iterable<SegmentObject> };

/** The fields of documents, or of the objects of one nested field. */
class FieldSet {
  private readonly builders = new Map<string, FieldBuilder>();

  *add(doc: number, fields: Fields, count: (tokens: number) => void): Steps<void> {
    for (const [path, values, layout] of fields) {
      let field = this.builders.get(path);
      if (!field) this.builders.set(path, (field = new FieldBuilder(path, layout)));
      count(values.tokens?.length ?? 0);
      field.add(doc, values);
      if (values.later) yield* field.addLater(doc, values.later(), count);
    }
  }

  /** Writes the parts; `first` is the place of the first field. */
  *finish({ docCount, first, parts }: { docCount: number; first: number; parts: Map<string, Uint8Array> }): Steps<FieldMeta[]> {
    const fields: FieldMeta[] = [];
    for (const builder of this.builders.values()) {
      const { meta, parts: own } = yield* builder.finish(docCount);
      for (const [kind, bytes] of own) parts.set(partName(first + fields.length, kind), bytes);
      fields.push(meta);
    }
    return fields;
  }
}

type Level = { parent: string | undefined; owners: Uint32List; fields: FieldSet };

/** Builds a segment from documents in the order of their sequence numbers. */
export class SegmentBuilder {
  private readonly fields = new FieldSet();
  private readonly levels = new Map<string, Level>();
  private readonly seqs: number[] = [];
  /** Tokens of texts that are held. */
  tokens = 0;

  get docCount(): number {
    return this.seqs.length;
  }

  /**
   * Adds a document, whose number in the segment is `docCount` before. When it throws (an immense term) the document
   * keeps that number: it is half written and must be marked dead.
   */
  *add({ seq, fields, nested }: SegmentDocument): Steps<void> {
    const doc = this.seqs.push(seq) - 1;
    const count = this.countOfDocument();
    yield* this.fields.add(doc, fields, count);
    if (nested) for (const object of nested) yield* this.addObject(doc, object, count);
  }

  /** Counts the tokens of one document. Throws as soon as they are too many. */
  private countOfDocument(): (tokens: number) => void {
    const { most } = ENGINE_LIMITS.tokens;
    const before = this.tokens;
    return (tokens) => {
      this.tokens += tokens;
      if (this.tokens - before > most) throw illegalArgument(`the texts of the document come to more than [${most}] tokens`);
    };
  }

  private *addObject(doc: number, { path, parent, fields }: SegmentObject, count: (tokens: number) => void): Steps<void> {
    let level = this.levels.get(path);
    if (!level) this.levels.set(path, (level = { parent, owners: new Uint32List(), fields: new FieldSet() }));
    const around = parent === undefined ? undefined : this.levels.get(parent);
    const own = level.owners.length;
    level.owners.push(around ? around.owners.length - 1 : doc);
    yield* level.fields.add(own, fields, count);
  }

  /** The finished segment. */
  *finish(): Steps<SegmentImage> {
    const parts = new Map<string, Uint8Array>();
    const fields = yield* this.fields.finish({ docCount: this.docCount, first: 0, parts });
    const nested: NestedMeta[] = [];
    let first = fields.length;
    for (const [path, { parent, owners, fields: own }] of this.levels) {
      parts.set(ownersPart(nested.length), bytesOf(owners.values.slice()));
      const metas = yield* own.finish({ docCount: owners.length, first, parts });
      nested.push({ path, ...(parent !== undefined && { parent }), docCount: owners.length, first, fields: metas });
      first += metas.length;
    }
    return imageOf({ seqs: this.seqs, fields, nested, parts });
  }
}

type ImageParts = { seqs: readonly number[]; fields: FieldMeta[]; nested: NestedMeta[]; parts: Map<string, Uint8Array> };

/** Puts the sequence numbers beside finished fields. */
export function imageOf({ seqs, fields, nested, parts }: ImageParts): SegmentImage {
  const first = seqs[0] ?? 0;
  const last = seqs[seqs.length - 1] ?? 0;
  if (last - first + 1 !== seqs.length) parts.set(SEQ_PART, bytesOf(Uint32Array.from(seqs, (seq) => seq - first)));
  return { meta: { docCount: seqs.length, first, last, fields, ...(nested.length > 0 && { nested }) }, parts };
}
