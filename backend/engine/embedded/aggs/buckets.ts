import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { contentError, dslError } from "../query/parse/errors";
import { textOf } from "../query/parse/values";
import { compareTerms } from "../values";
import { STRETCH, type Steps } from "../steps";
import type { OrdinalColumn } from "../store/types";
import type { Batch, Children } from "./types";

/** Buckets by owner and key, numbered across owners, with their document counts. */
export class Buckets<Key extends string | number | bigint> {
  private readonly byOwner: (Map<Key, number> | undefined)[] = [];
  readonly counts: number[] = [];

  number(owner: number, key: Key): number {
    let keys = this.byOwner[owner];
    if (!keys) {
      keys = new Map();
      this.byOwner[owner] = keys;
    }
    const known = keys.get(key);
    if (known !== undefined) return known;
    const bucket = this.counts.length;
    keys.set(key, bucket);
    this.counts.push(0);
    return bucket;
  }

  of(owner: number): { key: Key; bucket: number; count: number }[] {
    return [...(this.byOwner[owner] ?? [])].map(([key, bucket]) => ({ key, bucket, count: this.counts[bucket]! }));
  }
}

/** Gathers documents with the bucket that each fell into, for the aggregations below. */
export class Fallen {
  private docs: Uint32Array;
  private owners: Uint32Array;
  private count = 0;

  constructor(
    private readonly children: Children,
    size: number,
  ) {
    this.docs = new Uint32Array(children.names.length > 0 ? size : 0);
    this.owners = new Uint32Array(this.docs.length);
  }

  add(doc: number, bucket: number): void {
    if (this.children.names.length === 0) return;
    if (this.count === this.docs.length) {
      const docs = new Uint32Array(this.count * 2 + 16);
      const owners = new Uint32Array(docs.length);
      docs.set(this.docs);
      owners.set(this.owners);
      this.docs = docs;
      this.owners = owners;
    }
    this.docs[this.count] = doc;
    this.owners[this.count++] = bucket;
  }

  /** What was gathered, as a batch; undefined where that is nothing. */
  batch(batch: Batch): OwnedBatch | undefined {
    return this.count === 0
      ? undefined
      : { ...batch, docs: this.docs.subarray(0, this.count), owners: this.owners.subarray(0, this.count) };
  }

  pass(batch: Batch): void {
    const gathered = this.batch(batch);
    if (gathered) this.children.collect(gathered);
  }
}

/** Documents with the bucket that each is in. */
export type OwnedBatch = Batch & { owners: Uint32Array };

export type BucketOrder = { path: string; ascending: boolean };
type Sortable = { key: string | number | bigint; bucket: number; count: number };

/** Reads `order`: one criterion or several. */
export function parseOrder(body: JsonValue | undefined, otherwise: readonly BucketOrder[]): BucketOrder[] {
  if (body === undefined) return [...otherwise];
  return (Array.isArray(body) ? body : [body]).map((one) => {
    if (!isJsonObject(one)) throw dslError(`Unexpected token for [order] in [terms].`);
    const entries = Object.entries(one);
    const [first] = entries;
    if (!first || entries.length > 1) throw dslError(`Must specify at least one field for [order]`);
    const direction = (textOf(first[1]) ?? "").toLowerCase();
    if (direction !== "asc" && direction !== "desc")
      throw dslError(`Unknown order direction [${textOf(first[1]) ?? ""}]`);
    return { path: first[0], ascending: direction === "asc" };
  });
}

/** True where the order follows figures of aggregations below. */
export function ordersByMetric(orders: readonly BucketOrder[]): boolean {
  return orders.some(({ path }) => !["_count", "_key", "_term", "_time"].includes(path));
}

/** `name[key]`, taken apart at the last bracket that opens. */
function bracketed(step: string): { name: string; key: string } | undefined {
  const open = step.lastIndexOf("[");
  return open >= 0 && step.endsWith("]") ? { name: step.slice(0, open), key: step.slice(open + 1, -1) } : undefined;
}

function metricReader(path: string, children: Children): (bucket: number) => number {
  const steps = path.split(">");
  let level: Children | undefined = children;
  for (const [at, step] of steps.entries()) {
    const last = at === steps.length - 1;
    const bracket = bracketed(step);
    const dot = step.indexOf(".");
    const name: string =
      !last || level?.get(step) ? step : bracket ? bracket.name : dot < 0 ? step : step.slice(0, dot);
    const key = name === step ? "" : bracket ? bracket.key : step.slice(dot + 1);
    const found = level?.get(name);
    if (!found)
      throw orderError(
        `Invalid aggregation order path [${path}]. The provided aggregation [${name}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`,
      );
    if (last) {
      const metric = found.metric?.bind(found);
      if (!metric)
        throw orderError(
          `Invalid aggregation order path [${path}]. Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations within the path and a final single-bucket or a metrics aggregation at the path end.`,
        );
      return (bucket) => metric(bucket, key);
    }
    level = found.children;
  }
  throw orderError(`Invalid aggregator order path [${path}]`);
}

function orderError(reason: string): EngineError {
  return new EngineError(500, "aggregation_execution_exception", reason);
}

/** Refuses orders by aggregations that are not there. */
export function checkOrder(orders: readonly BucketOrder[], children: Children): void {
  for (const order of orders) if (ordersByMetric([order])) metricReader(order.path, children);
}

/** The first `limit` buckets by the criteria, then by key. What cannot be among them is dropped on the way. */
export function* sortBuckets<Bucket extends Sortable>(
  buckets: readonly Bucket[],
  { orders, children, limit = Infinity }: { orders: readonly BucketOrder[]; children: Children; limit?: number },
): Steps<Bucket[]> {
  const byKey = (a: Bucket, b: Bucket): number =>
    typeof a.key === "string" && typeof b.key === "string"
      ? compareTerms(a.key, b.key)
      : a.key < b.key
        ? -1
        : a.key > b.key
          ? 1
          : 0;
  const criteria = orders.map(({ path, ascending }) => {
    const sign = ascending ? 1 : -1;
    if (path === "_count") return (a: Bucket, b: Bucket) => (a.count - b.count) * sign;
    if (path === "_key" || path === "_term" || path === "_time") return (a: Bucket, b: Bucket) => byKey(a, b) * sign;
    const metric = metricReader(path, children);
    const values = new Map(buckets.map((one) => [one, metric(one.bucket)]));
    return (a: Bucket, b: Bucket) => {
      const x = values.get(a)!;
      const y = values.get(b)!;
      // Buckets without a figure come last, whatever the direction.
      const empty = (value: number) => Number.isNaN(value) || value === Infinity * sign;
      if (empty(x) || empty(y)) return empty(x) === empty(y) ? 0 : empty(x) ? 1 : -1;
      return (x - y) * sign;
    };
  });
  const order = (a: Bucket, b: Bucket): number => {
    for (const criterion of criteria) {
      const found = criterion(a, b);
      if (found !== 0) return found;
    }
    return byKey(a, b);
  };
  if (buckets.length <= limit * 2) return [...buckets].sort(order).slice(0, limit);
  return yield* firstOf(buckets, order, limit);
}

/** The first `limit` items in an order, without sorting all of them. */
export function* firstOf<Item>(
  items: readonly Item[],
  order: (a: Item, b: Item) => number,
  limit: number,
): Steps<Item[]> {
  let kept: Item[] = [];
  let worst: Item | undefined;
  let at = 0;
  for (const item of items) {
    if (++at % STRETCH === 0) yield;
    if (worst !== undefined && order(item, worst) > 0) continue;
    kept.push(item);
    if (kept.length < limit * 2 + 64) continue;
    kept = kept.sort(order).slice(0, limit);
    worst = kept.at(-1);
  }
  return kept.sort(order).slice(0, limit);
}

/** A size that must be above zero. */
export function positiveSize(
  value: number,
  { type, name, body }: { type: string; name: string; body: JsonObject },
): number {
  if (value <= 0)
    throw contentError(
      `[${type}] failed to parse field [size]`,
      { holder: body, key: "size" },
      illegalArgument(`[size] must be greater than 0. Found [${value}] in [${name}]`),
    );
  return value;
}

/**
 * How many documents have each slot. Neighbours are counted in two tables: often they share a slot, and one count would
 * wait for the other.
 */
export function countSlots(docs: Uint32Array, slots: NonNullable<OrdinalColumn["dense"]>, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  const others = new Uint32Array(size);
  const even = docs.length & ~1;
  for (let at = 0; at < even; at += 2) {
    counts[slots[docs[at]!]!]!++;
    others[slots[docs[at + 1]!]!]!++;
  }
  if (even < docs.length) counts[slots[docs[even]!]!]!++;
  for (let slot = 0; slot < size; slot++) counts[slot]! += others[slot]!;
  return counts;
}
