import { isJsonObject, type JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import { expandQuery, parseQuery, weightOf, type LuceneNode, type Query, type Weight } from "../query";
import { advance } from "../query/execute/sets";
import { dslError } from "../query/parse/errors";
import { booleanOf, textOf } from "../query/parse/values";
import { EngineError } from "../errors";
import { queryShardError } from "../query/shard-error";
import type { Shard } from "../query/types";
import { isSteps, type Steps } from "../steps";
import type { SegmentReader } from "../store/types";
import { Fallen } from "./buckets";
import { checkSettings, fieldSettings, FieldSource } from "./source";
import type { AggregationParser, Batch, Children, Collector, Json, ResultContext } from "./types";

/** Chooses, for every document of a batch, the buckets 0 to n - 1 that it falls into. */
type Chooser = {
  open(shard: Shard): void;
  prepare?(shard: Shard, segment: SegmentReader): Steps<void>;
  testers(batch: Batch): ((doc: number) => boolean)[];
  other: boolean;
};

/** Counts by owner over a fixed number of buckets. */
class FixedBuckets implements Collector {
  private readonly counts: number[] = [];

  constructor(
    private readonly width: number,
    private readonly chooser: Chooser,
    readonly children: Children,
    private readonly show: (buckets: { count: number; inner: Json }[], context: ResultContext) => Json,
    private readonly type: string,
  ) {}

  open(shard: Shard): void {
    this.chooser.open(shard);
    this.children.open(shard);
  }

  *prepare(shard: Shard, segment: SegmentReader): Steps<void> {
    if (this.chooser.prepare) yield* this.chooser.prepare(shard, segment);
  }

  collect(batch: Batch): void {
    const { docs, owners } = batch;
    const testers = this.chooser.testers(batch);
    const fallen = new Fallen(this.children, docs.length);
    const fall = (doc: number, bucket: number) => {
      this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
      fallen.add(doc, bucket);
    };
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at]!;
      const base = (owners ? owners[at]! : 0) * this.width;
      let any = false;
      for (let number = 0; number < testers.length; number++) {
        if (!testers[number]!(doc)) continue;
        any = true;
        fall(doc, base + number);
      }
      if (!any && this.chooser.other) fall(doc, base + testers.length);
    }
    fallen.pass(batch);
  }

  *result(owner: number, context: ResultContext): Steps<Json> {
    const buckets: { count: number; inner: Json }[] = [];
    for (let number = 0; number < this.width; number++) {
      const bucket = owner * this.width + number;
      buckets.push({ count: this.counts[bucket] ?? 0, inner: yield* this.children.results(bucket, context) });
    }
    return this.show(buckets, context);
  }

  metric(owner: number): number {
    return this.counts[owner * this.width] ?? 0;
  }

  typeName(): string {
    return this.type;
  }
}

function single(type: string, chooser: Chooser, children: Children): Collector {
  return new FixedBuckets(1, chooser, children, ([only]) => ({ doc_count: only?.count ?? 0, ...only?.inner }), type);
}

/** Filters bound to each index; a document is tested against the matches of its segment. */
class QueryChooser implements Chooser {
  private readonly nodes = new Map<Shard, LuceneNode[]>();
  private readonly weights = new Map<Shard, Weight[]>();
  private readonly matched = new Map<SegmentReader, Uint32Array[]>();

  constructor(
    private readonly queries: readonly Query[],
    readonly other: boolean,
  ) {}

  open(shard: Shard): void {
    try {
      this.nodes.set(
        shard,
        this.queries.map((query) => query.rewrite(shard.context)),
      );
    } catch (error) {
      throw error instanceof EngineError ? queryShardError(shard.index, error) : error;
    }
  }

  private *bound(shard: Shard): Steps<Weight[]> {
    const known = this.weights.get(shard);
    if (known) return known;
    const weights: Weight[] = [];
    for (const query of this.nodes.get(shard) ?? []) {
      const node = yield* expandQuery(query, shard.context.snapshot);
      weights.push(weightOf({ node, context: shard.execute, boost: 1, scoring: false }));
    }
    this.weights.set(shard, weights);
    return weights;
  }

  *prepare(shard: Shard, segment: SegmentReader): Steps<void> {
    const lists: Uint32Array[] = [];
    for (const weight of yield* this.bound(shard)) {
      const work = weight.matches(segment);
      lists.push((isSteps(work) ? yield* work : work).docs);
      yield;
    }
    // Only the segment in hand is asked for.
    this.matched.clear();
    this.matched.set(segment, lists);
  }

  testers({ segment }: Batch): ((doc: number) => boolean)[] {
    return (this.matched.get(segment) ?? []).map((docs) => {
      let at = 0;
      return (doc) => {
        // Documents mostly come ascending; a step back starts over.
        if (at >= docs.length || docs[at]! > doc) at = at > 0 && docs[at - 1]! < doc ? at : 0;
        at = advance(docs, at, doc);
        return docs[at] === doc;
      };
    });
  }
}

const filter: AggregationParser = (body) => {
  const query = parseQuery(body);
  return (children) => single("filter", new QueryChooser([query], false), children);
};

const filters: AggregationParser = (body) => {
  checkSettings("filters", body, ["filters", "other_bucket", "other_bucket_key"]);
  const given = body["filters"];
  if (given === undefined) throw illegalArgument("[filters] cannot be empty.");
  if (!isJsonObject(given) && !Array.isArray(given)) throw dslError("[filters] must be an object or a list of queries");
  const otherKey = textOf(body["other_bucket_key"]);
  const other = body["other_bucket"] === undefined ? otherKey !== undefined : booleanOf(body["other_bucket"]);
  const named = Array.isArray(given) ? undefined : Object.keys(given).sort();
  const queries = Array.isArray(given)
    ? given.map((one) => parseQuery(one))
    : named!.map((name) => parseQuery(given[name]!));
  if (queries.length === 0) throw illegalArgument("[filters] cannot be empty.");
  const names = named && other ? [...named, otherKey ?? "_other_"] : named;
  return (children) =>
    new FixedBuckets(
      queries.length + (other ? 1 : 0),
      new QueryChooser(queries, other),
      children,
      (buckets, context) => {
        const shown = buckets.map(({ count, inner }): Json => {
          context.bucket();
          return { doc_count: count, ...inner };
        });
        return { buckets: names ? Object.fromEntries(names.map((name, at) => [name, shown[at]])) : shown };
      },
      "filters",
    );
};

const missing: AggregationParser = (body) => {
  checkSettings("missing", body, ["field", "missing", "value_type", "format"]);
  const field = fieldSettings("missing", body);
  return (children) => {
    const source = new FieldSource(field, false);
    const chooser: Chooser = {
      other: false,
      open: (shard) => source.open(shard),
      testers({ shard, segment }) {
        if (field.missing !== undefined) return [() => false];
        const reader = source.typeIn(shard) ? segment.field(field.field) : undefined;
        const column = reader?.numbers ?? reader?.ordinals ?? reader?.points;
        return [(doc) => (column?.count(doc) ?? 0) === 0];
      },
    };
    return single("missing", chooser, children);
  };
};

const global: AggregationParser = (body: JsonObject) => {
  checkSettings("global", body, []);
  return (children) => single("global", { other: false, open: () => {}, testers: () => [() => true] }, children);
};

/** Buckets by queries. */
export const filterAggregations: Readonly<Record<string, AggregationParser>> = { filter, filters, missing, global };
