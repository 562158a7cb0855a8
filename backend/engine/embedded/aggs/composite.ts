import { isJsonObject, LosslessNumber, type JsonObject, type JsonValue } from "@common/json";
import { EngineError, illegalArgument } from "../errors";
import { parseDate } from "../mapping/dates";
import { booleanOf, floatOf, integerOf, textOf } from "../query/parse/values";
import { contentError } from "../query/parse/errors";
import type { Shard } from "../search/types";
import { compareTerms } from "../search/values";
import type { OrdinalColumn, TermDictionary } from "../store/types";
import { STRETCH, type Steps } from "../steps";
import { Fallen, positiveSize } from "./buckets";
import { dateRounding } from "./rounding";
import { checkSettings, fieldSettings, FieldSource } from "./source";
import type { AggregationParser, Batch, Children, Collector, Json, ResultContext } from "./types";

type Value = string | number | null;

/** One source: the values that a document gives to a part of the key. Values are numbered, so that keys are lists of numbers. */
type Source = { name: string; field: FieldSource; round: ((value: number) => number) | undefined; ascending: boolean; missingBucket: boolean; missingFirst: boolean; values: Value[]; numbers: Map<Value, number>; type: string; format: string | undefined };

const SHARED = ["field", "missing_bucket", "missing_order", "order", "format", "script", "value_type"];

function sourceOf(body: JsonValue): () => Source {
  if (!isJsonObject(body)) throw illegalArgument("composite [sources] must be objects");
  const [entry] = Object.entries(body);
  if (!entry) throw illegalArgument("composite [sources] must have a name");
  const [name, definition] = entry;
  const [inner] = isJsonObject(definition) ? Object.entries(definition) : [];
  if (!inner || !isJsonObject(inner[1])) throw illegalArgument(`composite source [${name}] must hold a type`);
  const [type, settings] = inner;
  let round: Source["round"];
  if (type === "terms") checkSettings("composite", settings, SHARED);
  else if (type === "histogram") {
    const interval = floatOf(settings["interval"]);
    if (!(interval > 0)) throw illegalArgument("[interval] must be greater than 0 for [histogram] source");
    round = (value) => Math.floor(value / interval) * interval;
  } else if (type === "date_histogram") round = dateRounding(settings, "date_histogram").round;
  else throw contentError(`[composite] failed to parse field [sources]`, { holder: body, key: name }, illegalArgument(`invalid source type: ${type}`));
  const field = fieldSettings("composite", settings);
  const order = textOf(settings["order"]) ?? "asc";
  if (order !== "asc" && order !== "desc") throw illegalArgument(`Unknown order [${order}]`);
  const missingOrder = textOf(settings["missing_order"]);
  return () => ({
    name, field: new FieldSource(field, round !== undefined), round, ascending: order === "asc", type, format: field.format,
    missingBucket: settings["missing_bucket"] !== undefined && booleanOf(settings["missing_bucket"]),
    missingFirst: missingOrder === undefined || missingOrder === "default" ? order === "asc" : missingOrder === "first", values: [], numbers: new Map(),
  });
}

function numberOf(source: Source, value: Value): number {
  const known = source.numbers.get(value);
  if (known !== undefined) return known;
  source.numbers.set(value, source.values.length);
  source.values.push(value);
  return source.values.length - 1;
}

/** Reads the numbers of a document's values into `into`; returns how many. */
function reader(source: Source, { shard, segment }: Batch): (doc: number, into: number[]) => number {
  const type = source.field.typeIn(shard);
  const fieldReader = type ? segment.field(type.path) : undefined;
  const missing = source.missingBucket ? numberOf(source, null) : -1;
  const finish = (count: number, into: number[]): number => {
    if (count > 0 || missing < 0) return count;
    into[0] = missing;
    return 1;
  };
  const ordinals = type?.kind === "boolean" ? undefined : fieldReader?.ordinals;
  if (ordinals && fieldReader) {
    const { terms } = fieldReader;
    const known: number[] = [];
    return (doc, into) => {
      const count = ordinals.count(doc);
      for (let place = 0; place < count; place++) {
        const ordinal = ordinals.at(doc, place);
        into[place] = known[ordinal] ??= numberOf(source, terms.at(ordinal).term);
      }
      return finish(count, into);
    };
  }
  const numbers = source.field.numbers(shard, segment);
  const { round } = source;
  return (doc, into) => {
    const count = numbers.count(doc);
    // Unlike a histogram, this counts every value, also two in one bucket.
    let kept = 0;
    for (let place = 0; place < count; place++) {
      const value = round ? round(numbers.at(doc, place)) : numbers.at(doc, place);
      into[kept++] = numberOf(source, value);
    }
    return finish(kept, into);
  };
}

const UNKNOWN = -1;
const PASSED = -2;

type Level = Map<number, Level | number>;

class CompositeCollector implements Collector {
  private readonly root: Level = new Map();
  private readonly keys: number[][] = [];
  private readonly counts: number[] = [];
  /** With one source, the bucket of each value by its number. */
  private readonly places: number[] = [];

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

  collect(batch: Batch): void {
    if (this.sources.length === 1) this.collectOne(batch, this.sources[0]!);
    else this.collectAll(batch);
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

  /** One source over a column of one slot a document: the slot leads to the bucket. */
  private collectSlots(batch: Batch, { source, slots, terms }: { source: Source; slots: NonNullable<OrdinalColumn["dense"]>; terms: TermDictionary }): void {
    const { docs } = batch;
    const { counts } = this;
    const after = this.knownAfter()?.[0];
    const fallen = new Fallen(this.children, docs.length);
    const known = new Int32Array(terms.size + 1).fill(UNKNOWN);
    if (!source.missingBucket) known[0] = PASSED;
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at]!;
      const slot = slots[doc]!;
      let bucket = known[slot]!;
      if (bucket === UNKNOWN) {
        bucket = this.placeOf(numberOf(source, slot === 0 ? null : terms.at(slot - 1).term), source, after);
        known[slot] = bucket;
      }
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
    if (field && slots && field.terms.size <= docs.length) return this.collectSlots(batch, { source, slots, terms: field.terms });
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

  private collectAll(batch: Batch): void {
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
      if (field.kind === "date" && typeof value === "string") return parseDate(value, { format: format ?? field.field?.format });
      if (field.kind === "boolean") return value === true || value === "true" || value === 1 ? 1 : 0;
      if (round || field.kind === "number" || field.kind === "date") return Number(textOf(value));
      return textOf(value) ?? "";
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
    if (source.format !== undefined) return source.field.shown(value) ?? value;
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? new LosslessNumber(BigInt(value).toString()) : value;
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
    const page = yield* this.page(after);
    const keyOf = (values: readonly Value[]) => Object.fromEntries(this.sources.map((source, at) => [source.name, this.shown(source, values[at] ?? null)]));
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

function compareValues(a: Value, b: Value, { ascending, missingFirst }: Source): number {
  if (a === b) return 0;
  if (a === null || b === null) return (a === null) === missingFirst ? -1 : 1;
  const order = typeof a === "string" && typeof b === "string" ? compareTerms(a, b) : Number(a) - Number(b);
  return ascending ? order : -order;
}

const composite: AggregationParser = (body, { name }) => {
  checkSettings("composite", body, ["sources", "size", "after"]);
  const list = body["sources"];
  if (list === undefined) throw illegalArgument("Required [sources]");
  if (!Array.isArray(list) || list.length === 0) throw illegalArgument("Composite [sources] cannot be null or empty");
  const names = list.flatMap((one) => (isJsonObject(one) ? Object.keys(one).slice(0, 1) : []));
  const twice = [...new Set(names.filter((one, at) => names.indexOf(one) !== at))];
  if (twice.length > 0) throw illegalArgument(`Composite source names must be unique, found duplicates: [${twice.join(", ")}]`);
  const sources = list.map(sourceOf);
  // A page of none is allowed here, unlike in `terms` [real engine].
  const asked = body["size"] === undefined ? 10 : integerOf(body["size"]);
  const size = asked === 0 ? 0 : positiveSize(asked, { type: "composite", name, body });
  const after = body["after"];
  if (after !== undefined && !isJsonObject(after)) throw illegalArgument(`[after] of [${name}] must be an object`);
  return (children) => new CompositeCollector(sources.map((make) => make()), size, after, children);
};

/** Pages through all combinations of values. */
export const compositeAggregations: Readonly<Record<string, AggregationParser>> = { composite };
