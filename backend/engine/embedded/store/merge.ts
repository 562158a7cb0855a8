import type { Bitmap } from "./bitmap";
import { bitmapOf, countBits, hasBit, setBit } from "./bitmap";
import { imageOf } from "./builder";
import { ByteReader, ByteWriter, bytesOf } from "./bytes";
import type { WrittenColumn } from "./column-writer";
import { ordinalSlots, RaggedBuilder, writeNumbers, writeOrdinals, writePoints } from "./column-writer";
import { TermCursor } from "./dictionary";
import { DictionaryWriter } from "./dictionary-writer";
import type { FieldMeta, PartKind, SegmentImage } from "./image";
import { partName } from "./image";
import { readPostings, writePosting } from "./postings";
import type { SegmentView, StoredField } from "./reader";

/** A segment that goes into a merge: `target[doc]` is the document's new number, -1 for the dead. */
type Input = { view: SegmentView; target: Int32Array };
type FieldInput = Input & { field: StoredField };

const TERMS_A_SLICE = 32;
const DOCS_A_SLICE = 4096;

/**
 * Merges neighbouring segments, in their order, into one without their dead documents. A generator, so that searches go on
 * between its steps. Returns undefined when nothing lives.
 */
export function* mergeSegments(views: readonly SegmentView[]): Generator<void, SegmentImage | undefined> {
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
  private readonly withTerms: Bitmap;
  private readonly postings: boolean;
  private readonly positions: boolean;
  private readonly norms: boolean;
  /** The inputs that hold the term in hand. */
  private readonly holders: number[] = [];
  private readonly ordinals: boolean;
  /** Old ordinal → new ordinal, for each input. */
  private readonly ordinalMaps: Uint32Array[];

  constructor(
    private readonly path: string,
    private readonly inputs: readonly FieldInput[],
    private readonly docCount: number,
  ) {
    this.exists = bitmapOf(docCount);
    this.withTerms = bitmapOf(docCount);
    const metas = inputs.map(({ field }) => field.meta);
    this.postings = metas.some((meta) => meta.postings);
    this.positions = metas.some((meta) => meta.positions);
    this.norms = metas.every((meta) => meta.norms);
    this.ordinals = metas.some((meta) => meta.column === "ordinals");
    this.ordinalMaps = metas.map((meta) => new Uint32Array(meta.termCount));
  }

  *run(): Generator<void, { meta: FieldMeta; parts: Map<PartKind, Uint8Array> } | undefined> {
    const existCount = this.mergeExists();
    if (existCount === 0) return undefined;
    yield;
    const dictionary = yield* this.mergeTerms();
    if (this.norms) this.mergeNorms();
    if (existCount < this.docCount) this.parts.set("exists", this.exists);
    const column = yield* this.mergeColumn(existCount, dictionary.count);
    if (column) this.parts.set("values", column.values);
    if (column?.starts) this.parts.set("starts", column.starts);
    const meta: FieldMeta = {
      path: this.path,
      docCount: countBits(this.withTerms),
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
      target.forEach((to, doc) => {
        if (to >= 0 && (!existing || hasBit(existing, doc))) setBit(this.exists, to);
      });
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

  /** How many live documents hold each term, for an input that keeps terms only for its column. */
  private columnFrequencies({ field, target }: FieldInput): Uint32Array | undefined {
    const column = field.meta.postings ? undefined : field.ordinals;
    if (!column) return undefined;
    const counts = new Uint32Array(field.meta.termCount);
    target.forEach((to, doc) => {
      if (to < 0) return;
      const values = column.count(doc);
      if (values > 0) setBit(this.withTerms, to);
      for (let place = 0; place < values; place++) {
        const ordinal = column.at(doc, place);
        counts[ordinal] = (counts[ordinal] ?? 0) + 1;
      }
    });
    return counts;
  }

  private *mergeTerms(): Generator<void, DictionaryWriter> {
    const dictionary = new DictionaryWriter(this.positions);
    const postings = new ByteWriter(1024);
    const positions = new ByteWriter(1024);
    const counts = this.inputs.map((input) => this.columnFrequencies(input));
    const cursors = this.inputs.map(({ field }) => new TermCursor(field.terms));
    const { holders } = this;
    let active = cursors.map((_, at) => at).filter((at) => cursors[at]?.next());
    for (let step = 1; active.length > 0; step++) {
      const least = this.smallest(cursors, active);
      const term = least.bytes.subarray(0, least.length);
      const before = { postings: postings.length, positions: positions.length };
      const written = { docFreq: 0, totalTermFreq: 0, previous: 0 };
      for (const at of holders) {
        const input = this.inputs[at];
        const cursor = cursors[at];
        if (!input || !cursor) continue;
        const map = this.ordinalMaps[at];
        if (map) map[cursor.ordinal] = dictionary.count;
        const count = counts[at]?.[cursor.ordinal];
        if (count !== undefined) {
          written.docFreq += count;
          written.totalTermFreq += count;
        } else this.copyPostings({ input, cursor, postings, positions, written });
      }
      if (written.docFreq > 0) {
        dictionary.add({
          term,
          docFreq: written.docFreq,
          totalTermFreq: written.totalTermFreq,
          postingsBytes: postings.length - before.postings,
          positionsBytes: positions.length - before.positions,
        });
      }
      for (const at of holders) if (!cursors[at]?.next()) active = active.filter((one) => one !== at);
      if (step % TERMS_A_SLICE === 0 || written.docFreq > DOCS_A_SLICE) yield;
    }
    if (dictionary.count > 0) this.parts.set("terms", dictionary.finish());
    if (postings.length > 0) this.parts.set("postings", postings.finish());
    if (positions.length > 0) this.parts.set("positions", positions.finish());
    return dictionary;
  }

  /** The cursor on the smallest term; `holders` gets all that stand on it. */
  private smallest(cursors: readonly TermCursor[], active: readonly number[]): TermCursor {
    const { holders } = this;
    let least: TermCursor | undefined;
    for (const at of active) {
      const cursor = cursors[at];
      if (!cursor) continue;
      const order = least ? cursor.compareWith(least) : -1;
      if (order > 0) continue;
      if (order < 0) {
        holders.length = 0;
        least = cursor;
      }
      holders.push(at);
    }
    if (!least) throw new RangeError("no term is left to merge");
    return least;
  }

  private copyPostings({ input, cursor, postings, positions, written }: CopyOptions): void {
    const { field, target } = input;
    if (!input.view.dead && field.meta.positions === this.positions) return this.copyWhole({ input, cursor, postings, positions, written });
    const { docs, freqs } = readPostings({ bytes: field.postingsBytes(cursor), docFreq: cursor.docFreq, freqs: field.meta.positions });
    const places = new ByteReader(this.positions && field.meta.positions ? field.positionsBytes(cursor) : new Uint8Array(0));
    for (let at = 0; at < docs.length; at++) {
      const to = target[docs[at] ?? 0] ?? -1;
      const freq = freqs[at] ?? 1;
      const from = places.at;
      if (this.positions) for (let place = 0; place < freq; place++) places.varint();
      if (to < 0) continue;
      writePosting(postings, { doc: to, previous: written.previous, freq, freqs: this.positions });
      if (this.positions) positions.raw(places.bytes.subarray(from, places.at));
      setBit(this.withTerms, to);
      written.previous = to;
      written.docFreq++;
      written.totalTermFreq += freq;
    }
  }

  /** Where nothing is dead all documents move by the same distance, so that only the first posting is written anew. */
  private copyWhole({ input, cursor, postings, positions, written }: CopyOptions): void {
    const { field, target } = input;
    const bytes = field.postingsBytes(cursor);
    const reader = new ByteReader(bytes);
    const first = target[0] ?? 0;
    let doc = first;
    let total = 0;
    let rest = 0;
    for (let at = 0; at < cursor.docFreq; at++) {
      const code = reader.varint();
      doc += this.positions ? code >>> 1 : code;
      const freq = !this.positions || code & 1 ? 1 : reader.varint();
      total += freq;
      setBit(this.withTerms, doc);
      if (at > 0) continue;
      writePosting(postings, { doc, previous: written.previous, freq, freqs: this.positions });
      rest = reader.at;
    }
    postings.raw(bytes.subarray(rest, reader.at));
    if (this.positions) positions.raw(field.positionsBytes(cursor));
    written.previous = doc;
    written.docFreq += cursor.docFreq;
    written.totalTermFreq += total;
  }

  private *mergeColumn(existCount: number, termCount: number): Generator<void, WrittenColumn | undefined> {
    const quick = yield* this.mergeSlots(termCount);
    if (quick) return quick;
    if (this.ordinals) return writeOrdinals({ ragged: (yield* this.mergedOrdinals()).finish(this.docCount), termCount });
    const numbers = new RaggedBuilder<number | bigint>();
    const points = new RaggedBuilder<readonly [number, number]>();
    let wished: "none" | "float32" | "float64" = "none";
    let hasPoints = false;
    for (const { field, target } of this.inputs) {
      const column = field.numbers;
      if (column) wished = field.meta.column === "float32" ? "float32" : "float64";
      const places = field.points;
      if (places) hasPoints = true;
      for (let doc = 0; doc < target.length; doc++) {
        const to = target[doc] ?? -1;
        if (doc % DOCS_A_SLICE === DOCS_A_SLICE - 1) yield;
        if (to < 0) continue;
        for (let place = 0, count = column?.count(doc) ?? 0; place < count; place++) numbers.add(to, column?.exact?.(doc, place) ?? column?.at(doc, place) ?? 0);
        for (let place = 0, count = places?.count(doc) ?? 0; place < count; place++) points.add(to, places?.encoded(doc, place) ?? [0, 0]);
      }
    }
    if (hasPoints) return writePoints({ ragged: points.finish(this.docCount) });
    return wished === "none" ? undefined : writeNumbers({ ragged: numbers.finish(this.docCount), wished, existCount });
  }

  /** Columns of one slot a document are copied slot by slot; undefined where some input has no such column. */
  private *mergeSlots(termCount: number): Generator<void, WrittenColumn | undefined> {
    if (this.ordinals) {
      const slots = ordinalSlots(this.docCount, termCount);
      for (const [at, { field, target }] of this.inputs.entries()) {
        const from = field.ordinals?.dense;
        const map = this.ordinalMaps[at];
        if (!from || !map) return undefined;
        for (let doc = 0; doc < target.length; doc++) {
          const slot = from[doc]!;
          if (slot > 0 && target[doc]! >= 0) slots[target[doc]!] = map[slot - 1]! + 1;
        }
        yield;
      }
      return { storage: "ordinals", width: slots.BYTES_PER_ELEMENT, multiValued: false, values: bytesOf(slots) };
    }
    const storage = this.inputs[0]?.field.meta.column;
    // Doubles may have become whole numbers when others died: they take the long way, which finds the narrowest form.
    if (storage !== "int32" && storage !== "float32") return undefined;
    if (this.inputs.some(({ field }) => field.meta.column !== storage || field.meta.multiValued)) return undefined;
    const values = storage === "int32" ? new Int32Array(this.docCount) : new Float32Array(this.docCount);
    for (const { field, target } of this.inputs) {
      const from = field.numbers?.dense?.values;
      if (!from) return undefined;
      // Slots of documents without a value hold 0 in both.
      for (let doc = 0; doc < target.length; doc++) if (target[doc]! >= 0) values[target[doc]!] = from[doc]!;
      yield;
    }
    return { storage, width: 0, multiValued: false, values: bytesOf(values) };
  }

  private *mergedOrdinals(): Generator<void, RaggedBuilder<number>> {
    const merged = new RaggedBuilder<number>();
    for (const [at, { field, target }] of this.inputs.entries()) {
      // A text whose `fielddata` was switched on later has no column in its older segments.
      const column = field.ordinals ?? uninverted(field);
      const map = this.ordinalMaps[at];
      for (let doc = 0; doc < target.length; doc++) {
        const to = target[doc] ?? -1;
        if (doc % DOCS_A_SLICE === DOCS_A_SLICE - 1) yield;
        if (to < 0) continue;
        for (let place = 0, count = column.count(doc); place < count; place++) merged.add(to, map?.[column.at(doc, place)] ?? 0);
      }
    }
    return merged;
  }
}

type CopyOptions = {
  input: FieldInput;
  cursor: TermCursor;
  postings: ByteWriter;
  positions: ByteWriter;
  written: { docFreq: number; totalTermFreq: number; previous: number };
};

/** Ordinals by document, read out of the postings. */
function uninverted(field: StoredField): { count(doc: number): number; at(doc: number, place: number): number } {
  const byDoc = new Map<number, number[]>();
  for (const term of field.terms.from("")) {
    for (const doc of field.postings(term).docs) {
      const list = byDoc.get(doc);
      if (list) list.push(term.ordinal);
      else byDoc.set(doc, [term.ordinal]);
    }
  }
  return { count: (doc) => byDoc.get(doc)?.length ?? 0, at: (doc, place) => byDoc.get(doc)?.[place] ?? 0 };
}
