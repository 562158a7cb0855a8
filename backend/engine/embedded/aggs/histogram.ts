import { isJsonObject, type JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { contentError, dslError } from "../query/parse/errors";
import { booleanOf, floatOf, integerOf } from "../query/parse/values";
import { doubleText } from "../values";
import { Buckets, Fallen, checkOrder, parseOrder, sortBuckets, type BucketOrder } from "./buckets";
import { checkSettings, fieldSettings, FieldSource, hasValue } from "./source";
import type { AggregationParser, Batch, Children, Collector, Json, ResultContext } from "./types";
import type { Shard } from "../query/types";
import type { Steps } from "../steps";

export type Bounds = { min: number | undefined; max: number | undefined };

/** How values fall into buckets that follow one another. */
export type Rounding = { round(value: number): number; next(key: number): number };

export type HistogramSettings = {
  minDocCount: number;
  orders: BucketOrder[];
  keyed: boolean;
  extended: (shard: Shard) => Bounds | undefined;
  hard: (shard: Shard) => Bounds | undefined;
};

/** Empty buckets may be filled in up to here before the answer is refused. */
const MOST_GAPS = 70_000;

/** Buckets of equal steps. */
export class HistogramCollector implements Collector {
  private readonly buckets = new Buckets<number>();
  private extended: Bounds | undefined;
  private hard: Bounds | undefined;

  constructor(
    private readonly source: FieldSource,
    private readonly rounding: Rounding,
    private readonly settings: HistogramSettings,
    readonly children: Children,
    private readonly type: string,
  ) {}

  open(shard: Shard): void {
    this.source.open(shard);
    checkOrder(this.settings.orders, this.children);
    this.extended = this.settings.extended(shard);
    this.hard = this.settings.hard(shard);
    this.children.open(shard);
  }

  collect(batch: Batch): void {
    const { shard, segment, docs, owners } = batch;
    const numbers = this.source.numbers(shard, segment);
    const { counts } = this.buckets;
    const fallen = new Fallen(this.children, docs.length);
    const low = this.hard?.min ?? -Infinity;
    const high = this.hard?.max ?? Infinity;
    // Neighbours often share a bucket: the last one is kept at hand.
    let lastOwner = -1;
    let lastKey = NaN;
    let lastBucket = -1;
    const { dense } = numbers;
    for (let at = 0; dense && at < docs.length; at++) {
      const doc = docs[at]!;
      if (!hasValue(dense, doc)) continue;
      const owner = owners ? owners[at]! : 0;
      const key = this.rounding.round(dense.values[doc]!);
      if (key < low || key > high) continue;
      if (key !== lastKey || owner !== lastOwner) {
        lastBucket = this.buckets.number(owner, key);
        lastKey = key;
        lastOwner = owner;
      }
      counts[lastBucket]!++;
      fallen.add(doc, lastBucket);
    }
    for (let at = 0; !dense && at < docs.length; at++) {
      const doc = docs[at]!;
      const owner = owners ? owners[at]! : 0;
      let before = NaN;
      for (let place = 0, count = numbers.count(doc); place < count; place++) {
        const key = this.rounding.round(numbers.at(doc, place));
        // A document counts once a bucket, however many of its values fall into it.
        if (key === before) continue;
        before = key;
        if (key < low || key > high) continue;
        if (key !== lastKey || owner !== lastOwner) {
          lastBucket = this.buckets.number(owner, key);
          lastKey = key;
          lastOwner = owner;
        }
        counts[lastBucket]!++;
        fallen.add(doc, lastBucket);
      }
    }
    fallen.pass(batch);
  }

  private filled(owner: number): { key: number; bucket: number; count: number }[] {
    const { minDocCount } = this.settings;
    const found = this.buckets.of(owner).sort((a, b) => a.key - b.key);
    if (minDocCount > 0) return found.filter(({ count }) => count >= minDocCount);
    const { min, max } = this.extended ?? { min: undefined, max: undefined };
    const first = found[0]?.key;
    const last = found.at(-1)?.key;
    const from = Math.min(first ?? Infinity, min === undefined ? Infinity : this.rounding.round(min));
    const to = Math.max(last ?? -Infinity, max === undefined ? -Infinity : this.rounding.round(max));
    if (!Number.isFinite(from) || !Number.isFinite(to)) return found;
    const byKey = new Map(found.map((one) => [one.key, one]));
    const all: typeof found = [];
    for (let key = from; key <= to;) {
      all.push(byKey.get(key) ?? { key, bucket: this.buckets.number(owner, key), count: 0 });
      if (all.length > MOST_GAPS) return all;
      const next = this.rounding.next(key);
      if (!(next > key)) break;
      key = next;
    }
    return all;
  }

  *result(owner: number, context: ResultContext): Steps<Json> {
    const sorted = yield* sortBuckets(this.filled(owner), { orders: this.settings.orders, children: this.children });
    const buckets: { name: string; json: Json }[] = [];
    for (const { key, bucket, count } of sorted) {
      context.bucket();
      const inner = yield* this.children.results(bucket, context);
      const text = this.source.shown(key);
      const json: Json = { ...(text === undefined ? {} : { key_as_string: text }), key, doc_count: count, ...inner };
      buckets.push({ name: text ?? doubleText(key), json });
      yield;
    }
    if (!this.settings.keyed) return { buckets: buckets.map(({ json }) => json) };
    return { buckets: Object.fromEntries(buckets.map(({ name, json }) => [name, json])) };
  }

  typeName(): string {
    return this.type;
  }
}

/** Settings that both histograms share; bounds are read by `bound`. */
export function sharedSettings(
  body: JsonObject,
  bound: (value: JsonObject[string], shard: Shard) => number,
): HistogramSettings {
  const bounds = (name: "extended_bounds" | "hard_bounds") => {
    const given = body[name];
    if (given === undefined || given === null) return () => undefined;
    if (!isJsonObject(given)) throw dslError(`[${name}] must be an object`);
    const { min, max } = given;
    return (shard: Shard): Bounds => {
      const found = {
        min: min === undefined || min === null ? undefined : bound(min, shard),
        max: max === undefined || max === null ? undefined : bound(max, shard),
      };
      if (found.min !== undefined && found.max !== undefined && found.min > found.max)
        throw illegalArgument(
          `[${name}.min][${doubleText(found.min)}] cannot be greater than [${name}.max][${doubleText(found.max)}] for histogram aggregation`,
        );
      return found;
    };
  };
  const minDocCount = body["min_doc_count"] === undefined ? 0 : integerOf(body["min_doc_count"]);
  if (minDocCount < 0)
    throw illegalArgument(`[min_doc_count] must be greater than or equal to 0. Found [${minDocCount}]`);
  return {
    minDocCount,
    orders: parseOrder(body["order"], [{ path: "_key", ascending: true }]),
    keyed: body["keyed"] !== undefined && booleanOf(body["keyed"]),
    extended: bounds("extended_bounds"),
    hard: bounds("hard_bounds"),
  };
}

const KNOWN = [
  "field",
  "missing",
  "script",
  "format",
  "value_type",
  "interval",
  "offset",
  "min_doc_count",
  "order",
  "keyed",
  "extended_bounds",
  "hard_bounds",
];

function numberAt(body: JsonObject, key: "interval" | "offset"): number {
  try {
    return body[key] === undefined ? 0 : floatOf(body[key]);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw contentError(`[histogram] failed to parse field [${key}]`, { holder: body, key }, error);
  }
}

const histogram: AggregationParser = (body, { name }) => {
  checkSettings("histogram", body, KNOWN);
  const interval = numberAt(body, "interval");
  if (!(interval > 0))
    throw contentError(
      "[histogram] failed to parse field [interval]",
      { holder: body, key: "interval" },
      illegalArgument(`[interval] must be >0 for histogram aggregation [${name}]`),
    );
  const offset = numberAt(body, "offset");
  const settings = sharedSettings(body, (value) => floatOf(value));
  const field = fieldSettings("histogram", body);
  const rounding: Rounding = {
    round: (value) => Math.floor((value - offset) / interval) * interval + offset,
    next: (key) => Math.floor((key + interval * 1.5 - offset) / interval) * interval + offset,
  };
  return (children) => new HistogramCollector(new FieldSource(field, true), rounding, settings, children, "histogram");
};

/** Buckets of equal width. */
export const histogramAggregations: Readonly<Record<string, AggregationParser>> = { histogram };
