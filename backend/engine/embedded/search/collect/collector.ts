import { finished, STRETCH, type Steps } from "../../steps";
import type { SegmentReader } from "../../store/types";
import { firstKeys } from "./first-keys";
import { segmentKeys } from "./sort-keys";
import type { FoundHit, Shard, SortSpec, SortValue, SegmentHits, SegmentKey } from "../types";
import { compareTerms } from "../../values";

/** Where a page begins: after these sort values, and among equals after this document. */
export type After = { values: readonly SortValue[]; tie?: { shard: number; position: number } };

/** Orders two sort values as the answer is ordered; missing texts stand where `missing` says. */
function compareValues(a: SortValue, b: SortValue, spec: SortSpec): number {
  if (a === b) return 0;
  if (a === null || b === null) {
    const last = spec.kind === "field" && spec.missing === "_first" ? -1 : 1;
    return a === null ? last : -last;
  }
  const sign = spec.order === "asc" ? 1 : -1;
  if (typeof a === "string" && typeof b === "string") return compareTerms(a, b) * sign;
  return a < b ? -sign : a > b ? sign : 0;
}

/** The order of two hits: by their sort values, then as they were found. */
export function orderOfHits(a: FoundHit, b: FoundHit, sort: readonly SortSpec[]): number {
  for (let at = 0; at < sort.length; at++) {
    const order = compareValues(a.values[at]!, b.values[at]!, sort[at]!);
    if (order !== 0) return order;
  }
  return a.shard.ordinal - b.shard.ordinal || a.position - b.position;
}

/** What keeps the first hits of a search, segment by segment. */
export type HitCollector = {
  /** Refuses sort fields that the index cannot sort on, also where it holds no document. */
  check(shard: Shard): void;
  collect(found: SegmentHits): Steps<void>;
  /** The hits, best first. */
  sorted(): FoundHit[];
};

/** So many documents replace others among the first where they come in any order; with more the order is against us. */
const TAKEN = 256;
const TAKEN_PER_KEPT = 8;
/** Hits whose values are read at a stretch. */
const HITS = 256;

/** Keeps the first `limit` hits in the order asked for. */
export class TopHits implements HitCollector {
  private hits: FoundHit[] = [];

  constructor(
    private readonly limit: number,
    private readonly sort: readonly SortSpec[],
    private readonly after?: After,
  ) {}

  /** Takes in the hits of a segment: a heap by sort keys, then only the kept ones get values. */
  *collect(found: SegmentHits): Steps<void> {
    const { shard, segment, base } = found;
    const keys = yield* segmentKeys({ shard, segment, base }, this.sort);
    if (this.limit === 0 || found.docs.length === 0) return;
    for (const at of yield* this.best(found, keys, this.cutoff(shard, keys))) {
      const doc = found.docs[at]!;
      const score = found.scores ? found.scores[at]! : found.constant;
      this.hits.push({
        shard,
        segment,
        doc,
        position: base + doc,
        score,
        values: keys.map((key) => key.value(doc, score)),
      });
      if (this.hits.length % HITS === 0) yield;
    }
    if (this.hits.length >= this.limit) this.hits = this.sorted();
  }

  /**
   * The largest first key that can still come among the hits, for the segment of `keys`. Texts made of dates do not
   * lead back to their time, a missing value has no place among others, and another index may have values of another
   * type: they set no limit.
   */
  private cutoff(shard: Shard, keys: readonly SegmentKey[]): number {
    const [spec] = this.sort;
    const last = this.hits.length >= this.limit ? this.hits[this.limit - 1] : undefined;
    const worst = last?.shard === shard ? last.values[0] : undefined;
    if (worst === undefined || worst === null || (spec?.kind === "field" && spec.format !== undefined)) return Infinity;
    return keys[0]?.keyOf(worst) ?? Infinity;
  }

  check(shard: Shard): void {
    const nothing: SegmentReader = {
      number: 0,
      docCount: 0,
      liveCount: 0,
      isLive: () => false,
      dead: undefined,
      seq: () => 0,
      field: () => undefined,
    };
    finished(segmentKeys({ shard, segment: nothing, base: 0 }, this.sort));
  }

  sorted(): FoundHit[] {
    const { sort } = this;
    this.hits.sort((a, b) => orderOfHits(a, b, sort));
    return this.hits.slice(0, this.limit);
  }

  /** Places in `found.docs` of the first `limit` documents. */
  private *best(found: SegmentHits, keys: readonly SegmentKey[], known: number): Steps<number[]> {
    let cutoff = known;
    const { docs, scores, constant } = found;
    const width = keys.length;
    const limit = Math.min(this.limit, docs.length);
    const heap = new Uint32Array(limit);
    const held = new Float64Array(limit * width);
    const current = new Float64Array(width);
    const bound = this.after ? keys.map((key, at) => key.keyOf(this.after!.values[at] ?? null)) : undefined;
    let count = 0;
    let replaced = 0;
    const [first] = keys;
    const firstKey = first?.key ?? (() => 0);
    const oneKey = width === 1 ? firstKey : undefined;
    const plain = oneKey && first?.plain;

    // A slot is worse when its keys are larger, and among equals when it came later.
    const worse = (a: number, b: number): boolean => {
      for (let at = 0; at < width; at++) {
        const difference = held[a * width + at]! - held[b * width + at]!;
        if (difference !== 0 && !Number.isNaN(difference)) return difference > 0;
      }
      return heap[a]! > heap[b]!;
    };
    const swap = (a: number, b: number): void => {
      const place = heap[a]!;
      heap[a] = heap[b]!;
      heap[b] = place;
      for (let at = 0; at < width; at++) {
        const key = held[a * width + at]!;
        held[a * width + at] = held[b * width + at]!;
        held[b * width + at] = key;
      }
    };
    const sink = (from: number): void => {
      for (let at = from; ;) {
        let down = at * 2 + 1;
        if (down >= count) return;
        if (down + 1 < count && worse(down + 1, down)) down++;
        if (!worse(down, at)) return;
        swap(at, down);
        at = down;
      }
    };
    for (let place = 0; place < docs.length; place++) {
      if ((place & (STRETCH - 1)) === STRETCH - 1) yield;
      const doc = docs[place]!;
      // Nearly all documents end here once there are enough.
      if (plain && count === limit && plain.values[doc]! * plain.sign >= held[0]!) continue;
      const score = scores ? scores[place]! : constant;
      if (oneKey) {
        const key = oneKey(doc, score);
        if (key > cutoff || (count === limit && key >= held[0]!)) continue;
        if (bound && key < bound[0]!) continue;
        current[0] = key;
      } else {
        // Most documents are out by their first key, so that the others need not be looked up.
        const key = firstKey(doc, score);
        if (key > cutoff || (count === limit && key > held[0]!)) continue;
        if (bound && key < bound[0]!) continue;
        current[0] = key;
        for (let at = 1; at < width; at++) current[at] = keys[at]!.key(doc, score);
      }
      if (bound && !this.isAfter(current, bound, found, doc)) continue;
      if (count < limit) {
        heap[count] = place;
        held.set(current, count * width);
        for (let at = count++; at > 0;) {
          const up = (at - 1) >> 1;
          if (!worse(at, up)) break;
          swap(at, up);
          at = up;
        }
        continue;
      }
      let better = false;
      for (let at = 0; at < width; at++) {
        const difference = current[at]! - held[at]!;
        if (difference === 0 || Number.isNaN(difference)) continue;
        better = difference < 0;
        break;
      }
      if (!better) continue;
      heap[0] = place;
      held.set(current, 0);
      sink(0);
      if (++replaced === limit * TAKEN_PER_KEPT + TAKEN && width > 0)
        cutoff = Math.min(
          cutoff,
          yield* firstKeys({ found, from: place + 1, key: firstKey, after: bound?.[0], limit }),
        );
    }
    return Array.from(heap.subarray(0, count));
  }

  private isAfter(current: Float64Array, bound: readonly number[], { shard, base }: SegmentHits, doc: number): boolean {
    for (let at = 0; at < bound.length; at++) {
      if (current[at]! > bound[at]!) return true;
      if (current[at]! < bound[at]!) return false;
    }
    const tie = this.after?.tie;
    if (!tie) return false;
    return shard.ordinal === tie.shard ? base + doc > tie.position : shard.ordinal > tie.shard;
  }
}
