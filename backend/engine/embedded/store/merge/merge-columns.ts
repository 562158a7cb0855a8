import type { Steps } from "../../steps";
import { bytesOf } from "../segment/bytes";
import type { WrittenColumn } from "../build/column-writer";
import { ordinalSlots, RaggedBuilder, writeNumbers, writeOrdinals, writePoints } from "../build/column-writer";
import type { FieldInput } from "./types";
import type { StoredField } from "../segment/stored-field";

const DOCS_A_SLICE = 4096;

/** Merges the columns (doc values) of one field. */
export class ColumnMerge {
  private readonly ordinals: boolean;

  constructor(
    private readonly inputs: readonly FieldInput[],
    private readonly docCount: number,
    /** Old ordinal → new ordinal, for each input. */
    private readonly ordinalMaps: readonly Uint32Array[],
  ) {
    this.ordinals = inputs.some(({ field }) => field.meta.column === "ordinals");
  }

  /** The column, or undefined where the field has none. */
  *run(existCount: number, termCount: number): Steps<WrittenColumn | undefined> {
    if (this.inputs.some(({ field }) => field.meta.column === "vectors")) return yield* this.mergeVectors(existCount);
    const quick = yield* this.mergeSlots(termCount);
    if (quick) return quick;
    if (this.ordinals)
      return writeOrdinals({ ragged: (yield* this.mergedOrdinals()).finish(this.docCount), termCount });
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
        for (let place = 0, count = column?.count(doc) ?? 0; place < count; place++)
          numbers.add(to, column?.exact?.(doc, place) ?? column?.at(doc, place) ?? 0);
        for (let place = 0, count = places?.count(doc) ?? 0; place < count; place++)
          points.add(to, places?.encoded(doc, place) ?? [0, 0]);
      }
    }
    if (hasPoints) return writePoints({ ragged: points.finish(this.docCount) });
    return wished === "none" ? undefined : writeNumbers({ ragged: numbers.finish(this.docCount), wished, existCount });
  }

  /** Columns of one slot a document are copied slot by slot; undefined where some input has no such column. */
  private *mergeSlots(termCount: number): Steps<WrittenColumn | undefined> {
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

  /** Rows of living documents, one after another: they move in the order in which they lie. */
  private *mergeVectors(existCount: number): Steps<WrittenColumn | undefined> {
    const dims = this.inputs.find(({ field }) => field.meta.width > 0)?.field.meta.width ?? 0;
    const values = new Float32Array(existCount * dims);
    let row = 0;
    for (const { field, target } of this.inputs) {
      const column = field.vectors;
      if (!column) continue;
      for (let from = 0; from < column.docs.length; from++) {
        if (from % DOCS_A_SLICE === DOCS_A_SLICE - 1) yield;
        if (target[column.docs[from]!]! < 0) continue;
        values.set(column.values.subarray(from * dims, (from + 1) * dims), row * dims);
        row++;
      }
      yield;
    }
    return { storage: "vectors", width: dims, multiValued: false, values: bytesOf(values) };
  }

  private *mergedOrdinals(): Steps<RaggedBuilder<number>> {
    const merged = new RaggedBuilder<number>();
    for (const [at, { field, target }] of this.inputs.entries()) {
      // A text whose `fielddata` was switched on later has no column in its older segments.
      const column = field.ordinals ?? uninverted(field);
      const map = this.ordinalMaps[at];
      for (let doc = 0; doc < target.length; doc++) {
        const to = target[doc] ?? -1;
        if (doc % DOCS_A_SLICE === DOCS_A_SLICE - 1) yield;
        if (to < 0) continue;
        for (let place = 0, count = column.count(doc); place < count; place++)
          merged.add(to, map?.[column.at(doc, place)] ?? 0);
      }
    }
    return merged;
  }
}

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
