import type { Steps } from "../../steps";
import type { Bitmap } from "../segment/bitmap";
import { bitmapOf, countBits, hasBit, setBit } from "../segment/bitmap";
import { imageOf } from "../build/builder";
import type { FieldMeta, PartKind, SegmentImage } from "../segment/image";
import { partName } from "../segment/image";
import { ColumnMerge } from "./merge-columns";
import { TermMerge } from "./merge-terms";
import type { SegmentView, StoredField } from "../segment/reader";

/** A segment that goes into a merge: `target[doc]` is the document's new number, -1 for the dead. */
type Input = { view: SegmentView; target: Int32Array };
/** An input that has the field. */
export type FieldInput = Input & { field: StoredField };

/**
 * Merges neighbouring segments, in their order, into one without their dead documents. A generator, so that searches go on
 * between its steps. Returns undefined when nothing lives.
 */
export function* mergeSegments(views: readonly SegmentView[]): Steps<SegmentImage | undefined> {
  const seqs: number[] = [];
  const inputs: Input[] = [];
  for (const view of views) {
    const target = new Int32Array(view.docCount).fill(-1);
    for (let doc = 0; doc < view.docCount; doc++) if (view.isLive(doc)) target[doc] = seqs.push(view.seq(doc)) - 1;
    inputs.push({ view, target });
    yield;
  }
  if (seqs.length === 0) return undefined;
  const paths = new Set(views.flatMap((view) => view.segment.meta.fields.map((field) => field.path)));
  const parts = new Map<string, Uint8Array>();
  const fields: FieldMeta[] = [];
  for (const path of paths) {
    const own = inputs.flatMap((input) => {
      const field = input.view.field(path);
      return field ? [{ ...input, field }] : [];
    });
    const merged = yield* new FieldMerge(path, own, seqs.length).run();
    if (!merged) continue;
    for (const [kind, bytes] of merged.parts) parts.set(partName(fields.length, kind), bytes);
    fields.push(merged.meta);
  }
  return imageOf({ seqs, fields, parts });
}

/** The merge of one field. */
class FieldMerge {
  private readonly parts = new Map<PartKind, Uint8Array>();
  private readonly exists: Bitmap;
  /** Documents with a term; not needed where nothing is dead. */
  private readonly withTerms: Bitmap | undefined;
  private readonly postings: boolean;
  private readonly positions: boolean;
  private readonly norms: boolean;

  constructor(
    private readonly path: string,
    private readonly inputs: readonly FieldInput[],
    private readonly docCount: number,
  ) {
    this.exists = bitmapOf(docCount);
    this.withTerms = inputs.some(({ view }) => view.dead) ? bitmapOf(docCount) : undefined;
    const metas = inputs.map(({ field }) => field.meta);
    this.postings = metas.some((meta) => meta.postings);
    this.positions = metas.some((meta) => meta.positions);
    this.norms = metas.every((meta) => meta.norms);
  }

  *run(): Steps<{ meta: FieldMeta; parts: Map<PartKind, Uint8Array> } | undefined> {
    const existCount = this.mergeExists();
    if (existCount === 0) return undefined;
    yield;
    const terms = new TermMerge(this.inputs, this.positions, this.withTerms, this.parts);
    const dictionary = yield* terms.run();
    if (this.norms) this.mergeNorms();
    if (existCount < this.docCount) this.parts.set("exists", this.exists);
    const column = yield* new ColumnMerge(this.inputs, this.docCount, terms.ordinalMaps).run(existCount, dictionary.count);
    if (column) this.parts.set("values", column.values);
    if (column?.starts) this.parts.set("starts", column.starts);
    const meta: FieldMeta = {
      path: this.path,
      docCount: this.withTerms ? countBits(this.withTerms) : this.inputs.reduce((sum, { field }) => sum + field.docCount, 0),
      sumTotalTermFreq: dictionary.sumTotalTermFreq,
      sumDocFreq: dictionary.sumDocFreq,
      termCount: dictionary.count,
      postings: this.postings,
      positions: this.positions,
      norms: this.norms,
      column: column?.storage ?? "none",
      width: column?.width ?? 0,
      multiValued: column?.multiValued ?? false,
      existCount,
    };
    return { meta, parts: this.parts };
  }

  private mergeExists(): number {
    for (const { field, target } of this.inputs) {
      const existing = field.existing;
      for (let doc = 0; doc < target.length; doc++) {
        const to = target[doc]!;
        if (to >= 0 && (!existing || hasBit(existing, doc))) setBit(this.exists, to);
      }
    }
    return countBits(this.exists);
  }

  private mergeNorms(): void {
    const merged = new Uint8Array(this.docCount);
    for (const { field, target } of this.inputs) {
      const norms = field.norms;
      target.forEach((to, doc) => {
        if (to >= 0) merged[to] = norms?.[doc] ?? 0;
      });
    }
    this.parts.set("norms", merged);
  }
}
