import type { FieldReader, OrdinalColumn, SegmentReader } from "../store/types";
import { STRETCH, type Steps } from "../steps";
import { compareValues, type Source, type Value } from "./composite-source";
import type { Batch } from "./types";

type Slots = NonNullable<OrdinalColumn["dense"]>;

/**
 * A source in a segment where no document has two values: each has a slot, the ordinal of its term + 1 or 0 for none.
 * `size` is how many slots there may be.
 */
type Column = {
  source: Source;
  field: FieldReader;
  slots: Slots;
  size: number;
  text: (ordinal: number) => string;
  /** The index leads from each term to its documents. */
  isIndexed: boolean;
};

/** A combination, by the slot of each source, and how many documents have it. */
type Counted = { slots: readonly number[]; count: number };

/** A table of counts has no more places than this, nor many more than there are documents. */
const MOST_PLACES = 1 << 20;
const PLACES_A_DOCUMENT = 4;
const FEW_PLACES = 1_024;
/** Documents whose places are worked out together, column by column. */
const LOT = 4_096;

function columnsOf(sources: readonly Source[], { shard, segment, texts }: Batch): Column[] | undefined {
  const columns: Column[] = [];
  for (const source of sources) {
    const type = source.field.typeIn(shard);
    const field = type && type.kind !== "boolean" ? segment.field(type.path) : undefined;
    const slots = field?.ordinals?.dense;
    if (!field || !slots) return undefined;
    const isIndexed = type?.kind === "keyword" && type.indexed;
    columns.push({ source, field, slots, size: field.terms.size + 1, text: texts.of(field), isIndexed });
  }
  return columns;
}

/** The slot that is at a place in the order of a source. */
function slotAt({ source: { ascending, missingFirst }, size }: Column, place: number): number {
  const missingAt = missingFirst ? 0 : size - 1;
  if (place === missingAt) return 0;
  const rank = missingFirst ? place - 1 : place;
  return ascending ? rank + 1 : size - 1 - rank;
}

function valueOf({ text }: Column, slot: number): Value {
  return slot === 0 ? null : text(slot - 1);
}

/**
 * The documents of one segment counted by their slots in all sources: combinations become keys only where they are
 * among the first of a page, which the order of the slots tells.
 */
export class SlotCounts {
  private readonly counts: Uint32Array;
  private readonly codes = new Uint32Array(LOT);
  /** The first place of the leading source that is not before `after`. */
  private readonly begin: number;

  private constructor(
    readonly segment: SegmentReader,
    private readonly columns: readonly [Column, ...Column[]],
    private readonly after: readonly Value[] | undefined,
    places: number,
  ) {
    this.counts = new Uint32Array(places);
    this.begin = this.firstPlace();
  }

  /** Undefined where a document may have several values, or the combinations would be too many. */
  static of(
    sources: readonly Source[],
    { batch, after }: { batch: Batch; after: readonly Value[] | undefined },
  ): SlotCounts | undefined {
    const { segment } = batch;
    const [lead, ...others] = columnsOf(sources, batch) ?? [];
    if (!lead) return undefined;
    const places = others.reduce((product, { size }) => product * size, lead.size);
    if (places > Math.min(MOST_PLACES, segment.docCount * PLACES_A_DOCUMENT + FEW_PLACES)) return undefined;
    return new SlotCounts(segment, [lead, ...others], after, places);
  }

  private firstPlace(): number {
    const [lead] = this.columns;
    const after = this.after?.[0];
    if (after === undefined) return 0;
    let low = 0;
    let high = lead.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareValues(valueOf(lead, slotAt(lead, middle)), after, lead.source) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(docs: Uint32Array): void {
    const { codes, counts } = this;
    const [lead, ...others] = this.columns;
    for (let from = 0; from < docs.length; from += LOT) {
      const count = Math.min(LOT, docs.length - from);
      for (let at = 0; at < count; at++) codes[at] = lead.slots[docs[from + at]!]!;
      for (const { slots, size } of others)
        for (let at = 0; at < count; at++) codes[at] = codes[at]! * size + slots[docs[from + at]!]!;
      for (let at = 0; at < count; at++) counts[codes[at]!]!++;
    }
  }

  /** True where the documents of each value of the first source are to be had in the order of those values. */
  get isOrdered(): boolean {
    const [{ source, isIndexed }] = this.columns;
    return isIndexed && !source.missingBucket;
  }

  /**
   * Counts all documents of the segment value by value of the first source, from `after` on, until `size` combinations
   * are full.
   */
  *addInOrder(size: number): Steps<void> {
    const [lead, ...others] = this.columns;
    const { dead } = this.segment;
    let full = 0;
    for (let place = this.begin; place < lead.size && full < size; place++) {
      const slot = slotAt(lead, place);
      if (slot === 0) continue;
      const entry = lead.field.terms.at(slot - 1);
      if (others.length === 0 && !dead) this.counts[slot]! += entry.docFreq;
      else {
        const { docs } = lead.field.postings(entry);
        this.add(dead ? docs.filter((doc) => this.segment.isLive(doc)) : docs);
      }
      for (const found of this.combinations(place)) if (found && this.isBehind(this.valuesOf(found))) full++;
      yield;
    }
  }

  /**
   * The first `size` combinations behind `after` that have documents, in order; now and then undefined, where a reader
   * in slices may pause.
   */
  *first(size: number): Generator<{ values: Value[]; count: number } | undefined> {
    const [lead] = this.columns;
    let left = size;
    for (let place = this.begin; place < lead.size && left > 0; place++) {
      for (const found of this.combinations(place)) {
        const values = found && this.valuesOf(found);
        if (!values) yield undefined;
        else if (this.isBehind(values)) {
          yield { values, count: found.count };
          if (--left === 0) return;
        }
      }
    }
  }

  private valuesOf({ slots }: Counted): Value[] {
    return this.columns.map((column, at) => valueOf(column, slots[at]!));
  }

  /** The combinations with one value of the first source, by its place, in order. */
  private combinations(place: number): Generator<Counted | undefined> {
    return this.below({ at: 0, code: 0, slots: [] }, place, place + 1);
  }

  private *below(
    { at, code, slots }: { at: number; code: number; slots: readonly number[] },
    from: number,
    to: number,
  ): Generator<Counted | undefined> {
    const column = this.columns[at]!;
    const next = this.columns[at + 1];
    for (let place = from; place < to; place++) {
      if (place % STRETCH === STRETCH - 1) yield undefined;
      const slot = slotAt(column, place);
      if (slot === 0 && !column.source.missingBucket) continue;
      const here = code * column.size + slot;
      if (next) yield* this.below({ at: at + 1, code: here, slots: [...slots, slot] }, 0, next.size);
      else if (this.counts[here] !== 0) yield { slots: [...slots, slot], count: this.counts[here]! };
    }
  }

  private isBehind(values: readonly Value[]): boolean {
    const { after } = this;
    if (!after) return true;
    for (const [at, { source }] of this.columns.entries()) {
      const order = compareValues(values[at]!, after[at]!, source);
      if (order !== 0) return order > 0;
    }
    return false;
  }
}
