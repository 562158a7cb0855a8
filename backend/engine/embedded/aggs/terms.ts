import type { JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { booleanOf, integerOf, textOf } from "../query/parse/values";
import type { Shard } from "../query/types";
import type { Steps } from "../steps";
import type { FieldReader, OrdinalColumn } from "../store/types";
import {
  Buckets,
  Fallen,
  checkOrder,
  ordersByMetric,
  parseOrder,
  positiveSize,
  sortBuckets,
  type BucketOrder,
} from "./buckets";
import { keyFilter, type KeyFilter } from "./include-exclude";
import { LaterChildren } from "./later-children";
import { checkSettings, fieldSettings, FieldSource, keyJson, type NumberKey } from "./source";
import type { AggregationParser, Batch, Children, Collector, Json, ResultContext } from "./types";

const KNOWN = [
  "field",
  "missing",
  "script",
  "format",
  "value_type",
  "size",
  "shard_size",
  "min_doc_count",
  "shard_min_doc_count",
  "order",
  "include",
  "exclude",
  "show_term_doc_count_error",
  "execution_hint",
  "collect_mode",
];
/** So many terms for each bucket of the answer are many. */
const MANY = 2;
const DEFAULT_ORDER: readonly BucketOrder[] = [{ path: "_count", ascending: false }];

type Settings = {
  size: number;
  /** Terms that Elasticsearch asks of a shard: beyond them its counts are uncertain. */ shardSize: number;
  minDocCount: number;
  orders: BucketOrder[];
  showError: boolean;
  filter: KeyFilter | undefined;
  pattern: boolean;
  keys: readonly string[];
};

const isByKey = ([first]: readonly BucketOrder[]) => first?.path === "_key" || first?.path === "_term";

function settingsOf(body: JsonObject, name: string): Settings {
  const size = positiveSize(body["size"] === undefined ? 10 : integerOf(body["size"]), { type: "terms", name, body });
  const orders = parseOrder(body["order"], DEFAULT_ORDER);
  // By key a shard has nothing to be unsure of, and gives no more than was asked for (Elasticsearch's
  // TermsAggregatorFactory).
  const suggested = isByKey(orders) ? size : Math.floor(size * 1.5 + 10);
  const shardSize = Math.max(size, body["shard_size"] === undefined ? suggested : integerOf(body["shard_size"]));
  const minDocCount = body["min_doc_count"] === undefined ? 1 : integerOf(body["min_doc_count"]);
  if (minDocCount < 0)
    throw illegalArgument(`[min_doc_count] must be greater than or equal to 0. Found [${minDocCount}] in [terms]`);
  const found = keyFilter(body);
  return {
    size,
    shardSize,
    minDocCount,
    orders,
    showError: body["show_term_doc_count_error"] !== undefined && booleanOf(body["show_term_doc_count_error"]),
    filter: found?.filter,
    pattern: found?.pattern ?? false,
    keys: found?.keys ?? [],
  };
}

/**
 * True for orders by which a shard cannot tell how much it may have left out: neither by key nor the largest counts
 * first.
 */
function ordersByUnknown(orders: readonly BucketOrder[]): boolean {
  return ordersByMetric(orders) || orders.some(({ path, ascending }) => path === "_count" && ascending);
}

type DenseTerms = {
  docs: Uint32Array;
  slots: NonNullable<OrdinalColumn["dense"]>;
  reader: FieldReader;
  termOf: (ordinal: number) => string;
  missing: string | undefined;
  fallen: Fallen;
};

class TermsCollector implements Collector {
  private readonly buckets = new Buckets<string | NumberKey>();
  private readonly shards: Shard[] = [];
  private readonly later: LaterChildren;
  private empties: Set<string | NumberKey> | undefined;
  /** Slot → bucket + 1 of the field in hand, over the slices of a segment; 0 is unknown, -1 unwanted. */
  private slots: { reader: FieldReader; places: Int32Array } | undefined;

  constructor(
    private readonly source: FieldSource,
    private readonly settings: Settings,
    readonly children: Children,
  ) {
    this.later = new LaterChildren(children, settings.orders);
  }

  open(shard: Shard): void {
    this.source.open(shard);
    if (this.settings.pattern && (this.source.kind === "number" || this.source.kind === "date")) {
      throw new EngineError(
        400,
        "aggregation_execution_exception",
        `Aggregation [${this.source.settings.type}] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of values for include/exclude clauses`,
      );
    }
    this.source.requireKeys(shard, this.settings.keys);
    checkOrder(this.settings.orders, this.children);
    this.shards.push(shard);
    this.children.open(shard);
  }

  private wanted(key: string | NumberKey): boolean {
    const { filter } = this.settings;
    if (!filter) return true;
    return filter.accepts(
      key,
      typeof key === "string" ? this.source.termText(key) : (this.source.shown(key) ?? String(key)),
    );
  }

  collect(batch: Batch): void {
    const { shard, segment } = batch;
    const type = this.source.typeIn(shard);
    const reader = type ? segment.field(type.path) : undefined;
    const fallen = new Fallen(this.children, batch.docs.length);
    if (this.source.settings.field === "_index") this.collectConstant(batch, shard.index.name, fallen);
    else if (reader?.ordinals && type?.kind !== "boolean") this.collectTerms(batch, reader, reader.ordinals, fallen);
    else if (this.source.isText) this.collectMissing(batch, fallen);
    else this.collectNumbers(batch, fallen);
    // Where there are many more buckets than the answer shows, figures of those that it does not show are not worked
    // out.
    if (batch.owners === undefined && (reader?.terms.size ?? 0) > this.settings.size * MANY)
      this.later.pass(batch, fallen);
    else fallen.pass(batch);
  }

  private collectTerms(
    { docs, owners, texts }: Batch,
    reader: FieldReader,
    column: OrdinalColumn,
    fallen: Fallen,
  ): void {
    const { counts } = this.buckets;
    const termOf = texts.of(reader);
    const missing = textOf(this.source.settings.missing);
    if (column.dense && !owners)
      return this.collectDense({ docs, slots: column.dense, reader, termOf, missing, fallen });
    // Ordinal → bucket of the owner in hand; unwanted terms are -2.
    const known: number[] = [];
    let knownOwner = -1;
    const perOwner = new Map<number, number[]>();
    let places = known;
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at]!;
      const owner = owners ? owners[at]! : 0;
      if (owner !== knownOwner) {
        places = perOwner.get(owner) ?? [];
        perOwner.set(owner, places);
        knownOwner = owner;
      }
      const count = column.count(doc);
      if (count === 0 && missing !== undefined && this.wanted(missing)) {
        const bucket = this.buckets.number(owner, missing);
        counts[bucket]!++;
        fallen.add(doc, bucket);
      }
      for (let place = 0; place < count; place++) {
        const ordinal = column.at(doc, place);
        let bucket = places[ordinal];
        if (bucket === undefined) {
          const term = termOf(ordinal);
          bucket = this.wanted(term) ? this.buckets.number(owner, term) : -2;
          places[ordinal] = bucket;
        }
        if (bucket < 0) continue;
        counts[bucket]!++;
        fallen.add(doc, bucket);
      }
    }
  }

  /** The same at the top of the tree, over a column of one slot a document. */
  private collectDense({ docs, slots, reader, termOf, missing, fallen }: DenseTerms): void {
    const { counts } = this.buckets;
    if (this.slots?.reader !== reader) this.slots = { reader, places: new Int32Array(reader.terms.size + 1) };
    const { places } = this.slots;
    for (let at = 0; at < docs.length; at++) {
      const slot = slots[docs[at]!]!;
      let place = places[slot]!;
      if (place === 0) {
        const term = slot === 0 ? missing : termOf(slot - 1);
        place = term !== undefined && this.wanted(term) ? this.buckets.number(0, term) + 1 : -1;
        places[slot] = place;
      }
      if (place < 0) continue;
      counts[place - 1]!++;
      fallen.add(docs[at]!, place - 1);
    }
  }

  private collectMissing(batch: Batch, fallen: Fallen): void {
    const missing = textOf(this.source.settings.missing);
    if (missing !== undefined) this.collectConstant(batch, missing, fallen);
  }

  /** One and the same value for every document. */
  private collectConstant({ docs, owners }: Batch, value: string, fallen: Fallen): void {
    if (!this.wanted(value)) return;
    for (let at = 0; at < docs.length; at++) {
      const bucket = this.buckets.number(owners ? owners[at]! : 0, value);
      this.buckets.counts[bucket]!++;
      fallen.add(docs[at]!, bucket);
    }
  }

  private collectNumbers({ shard, segment, docs, owners }: Batch, fallen: Fallen): void {
    const numbers = this.source.numbers(shard, segment);
    const { counts } = this.buckets;
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at]!;
      const owner = owners ? owners[at]! : 0;
      const count = numbers.count(doc);
      let before: NumberKey = NaN;
      for (let place = 0; place < count; place++) {
        const key = numbers.key(doc, place);
        if (place > 0 && key === before) continue;
        before = key;
        if (!this.wanted(key)) continue;
        const bucket = this.buckets.number(owner, key);
        counts[bucket]!++;
        fallen.add(doc, bucket);
      }
    }
  }

  /** Keys of all live documents, for `min_doc_count: 0`. */
  private allKeys(): Set<string | NumberKey> {
    if (this.empties) return this.empties;
    const keys = new Set<string | NumberKey>();
    for (const shard of this.shards) {
      const type = this.source.typeIn(shard);
      for (const segment of shard.context.snapshot.segments) {
        const reader = type ? segment.field(type.path) : undefined;
        if (!reader || !type) continue;
        const numbers = this.source.isText ? undefined : this.source.numbers(shard, segment);
        const { ordinals, terms } = reader;
        for (let doc = 0; doc < segment.docCount; doc++) {
          if (!segment.isLive(doc)) continue;
          if (numbers)
            for (let place = 0, count = numbers.count(doc); place < count; place++) keys.add(numbers.key(doc, place));
          else if (ordinals)
            for (let place = 0, count = ordinals.count(doc); place < count; place++)
              keys.add(terms.at(ordinals.at(doc, place)).term);
        }
      }
    }
    this.empties = keys;
    return keys;
  }

  private keyJson(key: string | NumberKey): Json {
    if (typeof key === "string") return { key: this.source.termText(key) };
    const text =
      this.source.isUnsigned && this.source.settings.format === undefined ? undefined : this.source.shown(key);
    return text === undefined ? { key: keyJson(key) } : { key: keyJson(key), key_as_string: text };
  }

  *result(owner: number, context: ResultContext): Steps<Json> {
    const { size, shardSize, minDocCount, orders, showError } = this.settings;
    if (minDocCount === 0) for (const key of this.allKeys()) if (this.wanted(key)) this.buckets.number(owner, key);
    const all = this.buckets.of(owner);
    yield;
    // A shard gives its first buckets whatever they count; only among those `min_doc_count` chooses.
    const given = yield* sortBuckets(all, {
      orders,
      children: this.children,
      limit: minDocCount > 1 ? shardSize : size,
    });
    const found = given.filter(({ count }) => count >= minDocCount);
    const sum = (buckets: readonly { count: number }[]) => buckets.reduce((total, { count }) => total + count, 0);
    const total = sum(all) - sum(given) + sum(found);
    const top = found.slice(0, size);
    const shown = sum(top);
    yield* this.later.collect(top.map(({ bucket }) => bucket));
    const uncertain = ordersByMetric(orders) && this.shards.length > 1;
    const buckets: Json[] = [];
    for (const { key, bucket, count } of top) {
      context.bucket();
      const inner = yield* this.children.results(bucket, context);
      buckets.push({
        ...this.keyJson(key),
        doc_count: count,
        ...(showError ? { doc_count_error_upper_bound: uncertain ? -1 : 0 } : {}),
        ...inner,
      });
      yield;
    }
    const bound = ordersByUnknown(orders) && all.length >= shardSize ? -1 : 0;
    return { doc_count_error_upper_bound: bound, sum_other_doc_count: total - shown, buckets };
  }

  typeName(): string {
    const { kind, field } = this.source;
    if (kind === undefined) return "sterms";
    if (this.source.isUnsigned) return "ulterms";
    if (kind === "number")
      return field && ["float", "double", "half_float", "scaled_float"].includes(field.type) ? "dterms" : "lterms";
    return kind === "date" || kind === "boolean" ? "lterms" : "sterms";
  }
}

const terms: AggregationParser = (body, { name }) => {
  checkSettings("terms", body, KNOWN);
  const settings = settingsOf(body, name);
  const field = fieldSettings("terms", body);
  return (children) => new TermsCollector(new FieldSource(field, false), settings, children);
};

/** Buckets by value. */
export const termsAggregations: Readonly<Record<string, AggregationParser>> = { terms };
