import type { Steps } from "../../steps";
import type { Bitmap } from "../segment/bitmap";
import { bitmapOf, countBits, hasBit, setBit } from "../segment/bitmap";
import { imageOf } from "../build/builder";
import { bytesOf } from "../segment/bytes";
import type { FieldMeta, NestedMeta, PartKind, SegmentImage } from "../segment/image";
import { ownersPart, partName } from "../segment/image";
import { ColumnMerge } from "./merge-columns";
import { TermMerge } from "./merge-terms";
import type { SegmentView, StoredObjects } from "../segment/reader";
import { Uint32List } from "../segment/uint32-list";
import type { Input, FieldInput } from "./types";

/** A segment that goes into a merge, and what becomes of the objects of its nested fields. */
type SegmentInput = Input & { view: SegmentView; levels: Map<string, Int32Array> };

/**
 * Merges neighbouring segments, in their order, into one without their dead documents. A generator, so that searches go
 * on between its steps. Returns undefined when nothing lives.
 */
export function* mergeSegments(views: readonly SegmentView[]): Steps<SegmentImage | undefined> {
  const seqs: number[] = [];
  const inputs: SegmentInput[] = [];
  for (const view of views) {
    const target = new Int32Array(view.docCount).fill(-1);
    for (let doc = 0; doc < view.docCount; doc++) if (view.isLive(doc)) target[doc] = seqs.push(view.seq(doc)) - 1;
    inputs.push({ view, fields: view, target, hasDead: view.dead !== undefined, levels: new Map() });
    yield;
  }
  if (seqs.length === 0) return undefined;
  const parts = new Map<string, Uint8Array>();
  const paths = new Set(views.flatMap((view) => view.segment.meta.fields.map((field) => field.path)));
  const fields = yield* mergeFields(inputs, { paths, docCount: seqs.length, first: 0, parts });
  const nested = yield* mergeNested(inputs, { first: fields.length, parts });
  return imageOf({ seqs, fields, nested, parts });
}

type FieldsMerge = { paths: Iterable<string>; docCount: number; first: number; parts: Map<string, Uint8Array> };

function* mergeFields(inputs: readonly Input[], { paths, docCount, first, parts }: FieldsMerge): Steps<FieldMeta[]> {
  const fields: FieldMeta[] = [];
  for (const path of paths) {
    const own = inputs.flatMap((input) => {
      const field = input.fields.field(path);
      return field ? [{ ...input, field }] : [];
    });
    const merged = yield* new FieldMerge(path, own, docCount).run();
    if (!merged) continue;
    for (const [kind, bytes] of merged.parts) parts.set(partName(first + fields.length, kind), bytes);
    fields.push(merged.meta);
  }
  return fields;
}

/** The objects of nested fields, those around before those inside of them: they go with what they are a part of. */
function* mergeNested(
  inputs: readonly SegmentInput[],
  { first, parts }: { first: number; parts: Map<string, Uint8Array> },
): Steps<NestedMeta[]> {
  const metas = new Map(inputs.flatMap(({ view }) => view.segment.meta.nested ?? []).map((meta) => [meta.path, meta]));
  const merged: NestedMeta[] = [];
  let place = first;
  for (const { path, parent } of [...metas.values()].sort((a, b) => a.path.length - b.path.length)) {
    const owners = new Uint32List();
    const own: Input[] = [];
    const fieldPaths = new Set<string>();
    for (const input of inputs) {
      const objects = input.view.segment.objects(path);
      if (!objects) continue;
      const around = parent === undefined ? input.target : input.levels.get(parent);
      const target = targetsOf(objects, { around, owners });
      input.levels.set(path, target);
      for (const field of objects.meta.fields) fieldPaths.add(field.path);
      own.push({ fields: objects, target, hasDead: target.includes(-1) });
      yield;
    }
    if (owners.length === 0) continue;
    parts.set(ownersPart(merged.length), bytesOf(owners.values.slice()));
    const fields = yield* mergeFields(own, { paths: fieldPaths, docCount: owners.length, first: place, parts });
    merged.push({ path, ...(parent !== undefined && { parent }), docCount: owners.length, first: place, fields });
    place += fields.length;
  }
  return merged;
}

/** The new numbers of objects whose owners live; their new owners are put to the others'. */
function targetsOf(
  objects: StoredObjects,
  { around, owners }: { around: Int32Array | undefined; owners: Uint32List },
): Int32Array {
  const old = objects.owners;
  const target = new Int32Array(old.length).fill(-1);
  for (let object = 0; object < old.length; object++) {
    const owner = around?.[old[object]!] ?? -1;
    if (owner < 0) continue;
    target[object] = owners.length;
    owners.push(owner);
  }
  return target;
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
    this.withTerms = inputs.some(({ hasDead }) => hasDead) ? bitmapOf(docCount) : undefined;
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
    const column = yield* new ColumnMerge(this.inputs, this.docCount, terms.ordinalMaps).run(
      existCount,
      dictionary.count,
    );
    if (column) this.parts.set("values", column.values);
    if (column?.starts) this.parts.set("starts", column.starts);
    const meta: FieldMeta = {
      path: this.path,
      docCount: this.withTerms
        ? countBits(this.withTerms)
        : this.inputs.reduce((sum, { field }) => sum + field.docCount, 0),
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
