import type { JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { dslError, tokenOf } from "../query/parse/errors";
import { advance } from "../query/execute/sets";
import type { Shard } from "../query/types";
import type { Steps } from "../steps";
import type { SegmentReader } from "../store/types";
import { Uint32List } from "../store/segment/uint32-list";
import type { AggregationParser, Batch, Children, Collector, Json, ResultContext } from "./types";

/** Objects that are handed on at a time: a document may have thousands. */
const MOST = 65_536;

function pathOf(type: string, body: JsonObject, name: string): string | undefined {
  for (const [key, value] of Object.entries(body)) {
    if (typeof value !== "string")
      throw dslError(`Unexpected token ${tokenOf(value)} in [${name}].`, { holder: body, key });
    if (key !== "path") throw dslError(`Unknown key for a VALUE_STRING in [${name}]: [${key}].`, { holder: body, key });
  }
  const { path } = body;
  if (typeof path === "string") return path;
  if (type === "nested") throw dslError(`Missing [path] field for nested aggregation [${name}]`);
  return undefined;
}

/** One bucket an owner, whose documents are those of another level. */
abstract class OneBucket implements Collector {
  protected readonly counts: number[] = [];

  constructor(
    private readonly type: string,
    protected readonly path: string | undefined,
    readonly children: Children,
  ) {}

  abstract within(shard: Shard, segment: SegmentReader): SegmentReader | undefined;
  abstract collect(batch: Batch): void;

  open(shard: Shard): void {
    const { mapping } = shard.index;
    if (this.path !== undefined && mapping.isObject(this.path) && !mapping.isNested(this.path))
      throw new EngineError(
        500,
        "aggregation_execution_exception",
        `[${this.type}] nested path [${this.path}] is not nested`,
      );
    this.children.open(shard);
  }

  protected hand(
    batch: Batch,
    on: { segment: SegmentReader; docs: Uint32List; owners: Uint32List; scoreOf: Batch["scoreOf"] },
  ): void {
    if (on.docs.length === 0) return;
    const { shard, texts } = batch;
    this.children.collect({
      shard,
      segment: on.segment,
      docs: on.docs.values,
      owners: on.owners.values,
      scoreOf: on.scoreOf,
      texts,
    });
  }

  *result(owner: number, context: ResultContext): Steps<Json> {
    return { doc_count: this.counts[owner] ?? 0, ...(yield* this.children.results(owner, context)) };
  }

  metric(owner: number): number {
    return this.counts[owner] ?? 0;
  }

  typeName(): string {
    return this.type;
  }
}

/** The objects of a nested field in the documents that it is given. */
class NestedCollector extends OneBucket {
  within(_: Shard, segment: SegmentReader): SegmentReader | undefined {
    return this.path === undefined ? undefined : segment.nested?.(this.path)?.docs;
  }

  collect(batch: Batch): void {
    const level = this.path === undefined ? undefined : batch.segment.nested?.(this.path);
    if (!level) return;
    const { owners } = level;
    // An object has the score of what it is a part of.
    const scoreOf = (doc: number) => batch.scoreOf(owners[doc] ?? 0);
    let docs = new Uint32List();
    let buckets = new Uint32List();
    let at = 0;
    for (let place = 0; place < batch.docs.length; place++) {
      const doc = batch.docs[place]!;
      const bucket = batch.owners ? batch.owners[place]! : 0;
      at = advance(owners, at > 0 && owners[at - 1]! >= doc ? 0 : at, doc);
      for (; owners[at] === doc; at++) {
        this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
        docs.push(at);
        buckets.push(bucket);
      }
      if (docs.length < MOST) continue;
      this.hand(batch, { segment: level.docs, docs, owners: buckets, scoreOf });
      docs = new Uint32List();
      buckets = new Uint32List();
    }
    this.hand(batch, { segment: level.docs, docs, owners: buckets, scoreOf });
  }
}

/** The segment that objects are in, and the documents, or objects around, that they belong to. */
type Outer = { segment: SegmentReader; owners: Uint32Array };

/** The documents, or the objects around, that the objects it is given are in: each once a bucket. */
class ReverseNestedCollector extends OneBucket {
  private readonly outer = new Map<SegmentReader, Outer | undefined>();
  private last = new Map<number, number>();
  private lastSegment: SegmentReader | undefined;

  private outerOf(shard: Shard, segment: SegmentReader): Outer | undefined {
    if (this.outer.has(segment)) return this.outer.get(segment);
    const found = this.find(shard, segment);
    this.outer.set(segment, found);
    return found;
  }

  private find(shard: Shard, segment: SegmentReader): Outer | undefined {
    const { level } = segment;
    if (!level) throw illegalArgument("Reverse nested aggregation can only be used inside a [nested] aggregation");
    const root = shard.context.snapshot.segments.find((one) => one.nested?.(level.path)?.docs === segment);
    const around = this.path === undefined ? root : root?.nested?.(this.path)?.docs;
    const owners = around?.nested?.(level.path)?.owners;
    return around && owners && { segment: around, owners };
  }

  within(shard: Shard, segment: SegmentReader): SegmentReader | undefined {
    return this.outerOf(shard, segment)?.segment;
  }

  collect(batch: Batch): void {
    const outer = this.outerOf(batch.shard, batch.segment);
    if (!outer) return;
    if (this.lastSegment !== batch.segment) {
      this.lastSegment = batch.segment;
      this.last = new Map();
    }
    const docs = new Uint32List();
    const buckets = new Uint32List();
    for (let place = 0; place < batch.docs.length; place++) {
      const doc = outer.owners[batch.docs[place]!]!;
      const bucket = batch.owners ? batch.owners[place]! : 0;
      if (this.last.get(bucket) === doc) continue;
      this.last.set(bucket, doc);
      this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
      docs.push(doc);
      buckets.push(bucket);
    }
    // Scores are the documents', which objects have too.
    this.hand(batch, { segment: outer.segment, docs, owners: buckets, scoreOf: () => 0 });
  }
}

const nested: AggregationParser = (body, { name }) => {
  const path = pathOf("nested", body, name);
  return (children) => new NestedCollector("nested", path, children);
};

const reverseNested: AggregationParser = (body, { name }) => {
  const path = pathOf("reverse_nested", body, name);
  return (children) => new ReverseNestedCollector("reverse_nested", path, children);
};

/** Aggregations over the objects of nested fields, and back over their documents. */
export const nestedAggregations: Readonly<Record<string, AggregationParser>> = {
  nested,
  reverse_nested: reverseNested,
};
