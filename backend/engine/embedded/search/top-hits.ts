import { TopHits } from "./collect/collector";
import { fetchHits } from "./answer/fetch";
import { parseSearchBody } from "./request/parse-request";
import type { SearchRequest, Shard, SortSpec } from "./types";
import { shortFloat } from "../values";
import type { Steps } from "../steps";
import type { SegmentReader } from "../store/types";
import { checkSettings } from "../aggs/source";
import type { AggregationParser, Batch, Collector, Json } from "../aggs/types";

const KNOWN = [
  "from",
  "size",
  "sort",
  "_source",
  "fields",
  "docvalue_fields",
  "stored_fields",
  "highlight",
  "explain",
  "version",
  "seq_no_primary_term",
  "track_scores",
];
const BY_SCORE: readonly SortSpec[] = [{ kind: "score", order: "desc" }];

type Held = { shard: Shard; segment: SegmentReader; docs: number[]; scores: number[] };

class TopHitsCollector implements Collector {
  private readonly held: Map<SegmentReader, Held>[] = [];
  private readonly bases = new Map<SegmentReader, number>();

  constructor(private readonly request: SearchRequest) {}

  open(shard: Shard): void {
    let base = 0;
    for (const segment of shard.context.snapshot.segments) {
      this.bases.set(segment, base);
      base += segment.docCount;
    }
  }

  collect({ shard, segment, docs, owners, scoreOf }: Batch): void {
    for (let at = 0; at < docs.length; at++) {
      const bySegment = (this.held[owners ? owners[at]! : 0] ??= new Map<SegmentReader, Held>());
      const held = bySegment.get(segment) ?? { shard, segment, docs: [], scores: [] };
      bySegment.set(segment, held);
      held.docs.push(docs[at]!);
      held.scores.push(scoreOf(docs[at]!));
    }
  }

  *result(owner: number): Steps<Json> {
    const { request } = this;
    const sort = request.sort.length > 0 ? request.sort : BY_SCORE;
    const top = new TopHits(request.from + request.size, sort);
    let total = 0;
    let best = -Infinity;
    for (const { shard, segment, docs, scores } of this.held[owner]?.values() ?? []) {
      total += docs.length;
      best = scores.reduce((high, score) => Math.max(high, score), best);
      yield* top.collect({
        shard,
        segment,
        base: this.bases.get(segment) ?? 0,
        docs: Uint32Array.from(docs),
        scores: Float32Array.from(scores),
        constant: 0,
      });
    }
    const scored = request.sort.length === 0 || request.trackScores || sort.some((one) => one.kind === "score");
    const hits = yield* fetchHits({ hits: top.sorted().slice(request.from), request, scored });
    return {
      hits: { total: { value: total, relation: "eq" }, max_score: scored && total > 0 ? shortFloat(best) : null, hits },
    };
  }

  typeName(): string {
    return "top_hits";
  }
}

const topHits: AggregationParser = (body) => {
  checkSettings("top_hits", body, KNOWN);
  const request = { ...parseSearchBody({ size: 3, ...body }) };
  return () => new TopHitsCollector(request);
};

/** The best documents of each bucket. */
export const topHitsAggregations: Readonly<Record<string, AggregationParser>> = { top_hits: topHits };
