import type { JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { parseDate } from "../mapping/dates";
import { textOf } from "../query/parse/values";
import type { Shard } from "../query/types";
import type { OrdinalColumn, SegmentReader, TermDictionary } from "../store/types";
import { finished, STRETCH, type Steps } from "../steps";
import { Fallen } from "./buckets";
import { SlotCounts } from "./composite-slots";
import { compareValues, numberOf, reader, type Source, type Value } from "./composite-source";
import { keyFrom, keyJson } from "./source";
import type { Batch, Children, Collector, Json, ResultContext } from "./types";

const UNKNOWN = -1;
const PASSED = -2;

type Level = Map<number, Level | number>;

/** Counts the combinations of the values of its sources, and gives a page of them in order. */
export class CompositeCollector implements Collector {
  private readonly root: Level = new Map();
  private readonly keys: number[][] = [];
  private readonly counts: number[] = [];
  /** With one source, the bucket of each value by its number. */
  private readonly places: number[] = [];
  private slotBuckets: { segment: SegmentReader; buckets: Int32Array } | undefined;
  /** The segment that is counted by slots, where nobody asks which documents are in a bucket. */
  private counted: { segment: SegmentReader; bySlots: SlotCounts | undefined } | undefined;

  constructor(
    private readonly sources: readonly Source[],
    private readonly size: number,
    private readonly after: JsonObject | undefined,
    readonly children: Children,
  ) {}

  open(shard: Shard): void {
    for (const source of this.sources) source.field.open(shard);
    this.children.open(shard);
  }

  private bucket(key: readonly number[]): number {
    let level = this.root;
    const last = key.length - 1;
    for (let at = 0; at < last; at++) {
      let next = level.get(key[at]!);
      if (!(next instanceof Map)) {
        next = new Map();
        level.set(key[at]!, next);
      }
      level = next;
    }
    const known = level.get(key[last]!);
    if (typeof known === "number") return known;
    this.keys.push([...key]);
    this.counts.push(0);
    level.set(key[last]!, this.counts.length - 1);
    return this.counts.length - 1;
  }

  /** The counts of a segment by slots, empty when it is new; undefined where it cannot be counted so. */
  private countedIn(batch: Batch): SlotCounts | undefined {
    if (this.children.names.length > 0) return undefined;
    if (this.counted?.segment !== batch.segment) {
      finished(this.takeCounted());
      const bySlots = SlotCounts.of(this.sources, { batch, after: this.knownAfter() });
      this.counted = { segment: batch.segment, bySlots };
    }
    return this.counted.bySlots;
  }

  /** Makes buckets of the first combinations of the segment that was counted by slots. */
  private *takeCounted(): Steps<this> {
    const bySlots = this.counted?.bySlots;
    this.counted = undefined;
    for (const found of bySlots?.first(this.size) ?? []) {
      if (!found) yield;
      else this.counts[this.bucketFor(found.values)]! += found.count;
    }
    return this;
  }

  /** The bucket of a combination, the same whichever way its documents are counted. */
  private bucketFor(values: readonly Value[]): number {
    const numbers = values.map((value, at) => numberOf(this.sources[at]!, value));
    const [only, ...others] = this.sources;
    return only && others.length === 0 ? this.placeOf(numbers[0]!, only, undefined) : this.bucket(numbers);
  }

  collectAll(batch: Batch): Steps<void> | undefined {
    const counted = this.countedIn(batch);
    return counted?.isOrdered ? counted.addInOrder(this.size) : undefined;
  }

  collect(batch: Batch): void {
    const counted = this.countedIn(batch);
    if (counted) counted.add(batch.docs);
    else if (this.sources.length === 1) this.collectOne(batch, this.sources[0]!);
    else this.collectSeveral(batch);
  }

  /** The bucket of a value of the only source, by the value's number. Values up to `after` get none. */
  private placeOf(number: number, source: Source, after: Value | undefined): number {
    const { places, keys, counts } = this;
    while (places.length <= number) places.push(UNKNOWN);
    if (places[number] === UNKNOWN) {
      const passed = after !== undefined && compareValues(source.values[number]!, after, source) <= 0;
      places[number] = passed ? PASSED : counts.length;
      if (!passed) {
        keys.push([number]);
        counts.push(0);
      }
    }
    return places[number]!;
  }

  /** The bucket of each slot, kept over the slices of a segment: to find one its term is read. */
  private bucketsOf(segment: SegmentReader, size: number): Int32Array {
    if (this.slotBuckets?.segment !== segment)
      this.slotBuckets = { segment, buckets: new Int32Array(size).fill(UNKNOWN) };
    return this.slotBuckets.buckets;
  }

  /** One source over a column of one slot a document: the slot leads to the bucket. */
  private collectSlots(
    batch: Batch,
    { source, slots, terms }: { source: Source; slots: NonNullable<OrdinalColumn["dense"]>; terms: TermDictionary },
  ): void {
    const { docs } = batch;
    const { counts } = this;
    const after = this.knownAfter()?.[0];
    const known = this.bucketsOf(batch.segment, terms.size + 1);
    const bucketOf = (slot: number): number => {
      if (known[slot] !== UNKNOWN) return known[slot]!;
      const passed = slot === 0 && !source.missingBucket;
      return (known[slot] = passed
        ? PASSED
        : this.placeOf(numberOf(source, slot === 0 ? null : terms.at(slot - 1).term), source, after));
    };
    const fallen = new Fallen(this.children, docs.length);
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at]!;
      const slot = slots[doc]!;
      const bucket = bucketOf(slot);
      if (bucket === PASSED) continue;
      counts[bucket]!++;
      fallen.add(doc, bucket);
    }
    fallen.pass(batch);
  }

  /** One source: the value's number leads to the bucket. */
  private collectOne(batch: Batch, source: Source): void {
    const { docs } = batch;
    const type = source.field.typeIn(batch.shard);
    const field = type && type.kind !== "boolean" ? batch.segment.field(type.path) : undefined;
    const slots = field?.ordinals?.dense;
    // With more terms than documents the table of terms would cost more than it saves.
    if (field && slots && field.terms.size <= docs.length)
      return this.collectSlots(batch, { source, slots, terms: field.terms });
    const read = reader(source, batch);
    const list: number[] = [];
    const { counts } = this;
    const after = this.knownAfter()?.[0];
    const fallen = new Fallen(this.children, docs.length);
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at]!;
      for (let place = 0, count = read(doc, list); place < count; place++) {
        const bucket = this.placeOf(list[place]!, source, after);
        if (bucket === PASSED) continue;
        counts[bucket]!++;
        fallen.add(doc, bucket);
      }
    }
    fallen.pass(batch);
  }

  private collectSeveral(batch: Batch): void {
    const { docs } = batch;
    const readers = this.sources.map((source) => reader(source, batch));
    const lists = this.sources.map((): number[] => []);
    const sizes = this.sources.map(() => 0);
    const key = this.sources.map(() => 0);
    const fallen = new Fallen(this.children, docs.length);
    const combine = (doc: number, at: number): void => {
      if (at === readers.length) {
        const bucket = this.bucket(key);
        this.counts[bucket]!++;
        fallen.add(doc, bucket);
        return;
      }
      for (let place = 0; place < sizes[at]!; place++) {
        key[at] = lists[at]![place]!;
        combine(doc, at + 1);
      }
    };
    next: for (let place = 0; place < docs.length; place++) {
      const doc = docs[place]!;
      for (let at = 0; at < readers.length; at++) {
        sizes[at] = readers[at]!(doc, lists[at]!);
        if (sizes[at] === 0) continue next;
      }
      combine(doc, 0);
    }
    fallen.pass(batch);
  }

  private compare(a: readonly Value[], b: readonly Value[]): number {
    for (const [at, source] of this.sources.entries()) {
      const order = compareValues(a[at]!, b[at]!, source);
      if (order !== 0) return order;
    }
    return 0;
  }

  private afterValues(): Value[] | undefined {
    const { after } = this;
    if (!after) return undefined;
    return this.sources.map(({ name, field, round, format }): Value => {
      const value = after[name];
      if (value === undefined) throw illegalArgument(`Missing value for [after.${name}]`);
      if (value === null) return null;
      if (field.kind === "date" && typeof value === "string")
        return parseDate(value, { format: format ?? field.field?.format });
      if (field.kind === "boolean") return value === true || value === "true" || value === 1 ? 1 : 0;
      if (round || field.kind === "number" || field.kind === "date") return keyFrom(textOf(value) ?? "");
      return field.termOf(textOf(value) ?? "");
    });
  }

  /** What is wrong with `after` is said with the result, not by the index that is being read. */
  private knownAfter(): Value[] | undefined {
    try {
      return this.afterValues();
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    }
  }

  private shown(source: Source, value: Value): Json[string] {
    if (value === null) return null;
    if (typeof value === "string") return source.field.termText(value);
    if (source.field.kind === "boolean") return value === 1;
    if (source.format !== undefined) return source.field.shown(value) ?? keyJson(value);
    return keyJson(value);
  }

  /** The first buckets behind `after`, in order. What cannot be among them is dropped on the way. */
  private *page(after: readonly Value[] | undefined): Steps<{ values: Value[]; bucket: number }[]> {
    const order = (a: { values: Value[] }, b: { values: Value[] }) => this.compare(a.values, b.values);
    let kept: { values: Value[]; bucket: number }[] = [];
    let worst: { values: Value[] } | undefined;
    for (const [bucket, key] of this.keys.entries()) {
      if (bucket % STRETCH === STRETCH - 1) yield;
      const row = { values: key.map((number, at) => this.sources[at]!.values[number] ?? null), bucket };
      if (after && this.compare(row.values, after) <= 0) continue;
      if (worst && order(row, worst) > 0) continue;
      kept.push(row);
      if (kept.length < this.size * 2 + 64) continue;
      kept = kept.sort(order).slice(0, this.size);
      worst = kept.at(-1);
    }
    return kept.sort(order).slice(0, this.size);
  }

  *result(_: number, context: ResultContext): Steps<Json> {
    const after = this.afterValues();
    yield* this.takeCounted();
    const page = yield* this.page(after);
    const keyOf = (values: readonly Value[]) =>
      Object.fromEntries(this.sources.map((source, at) => [source.name, this.shown(source, values[at] ?? null)]));
    const buckets: Json[] = [];
    for (const { values, bucket } of page) {
      context.bucket();
      const inner = yield* this.children.results(bucket, context);
      buckets.push({ key: keyOf(values), doc_count: this.counts[bucket]!, ...inner });
      yield;
    }
    const last = page.at(-1);
    return { ...(last ? { after_key: keyOf(last.values) } : {}), buckets };
  }

  typeName(): string {
    return "composite";
  }
}
