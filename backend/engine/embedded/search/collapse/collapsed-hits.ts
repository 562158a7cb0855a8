import { firstOf } from "../../aggs/buckets";
import { STRETCH, type Steps } from "../../steps";
import type { FieldType } from "../../mapping/types";
import { orderOfHits, TopHits, type HitCollector } from "../collect/collector";
import { segmentKeys } from "../collect/sort-keys";
import type { FoundHit, Shard, SortSpec, SegmentHits, SegmentKey } from "../types";
import { groupField, groupName, segmentGroups, type GroupValue } from "./groups";

type Best = { group: GroupValue; hit: FoundHit };

/** Hits that get their values at a stretch. */
const HITS = 256;

/** The best place of each group among the hits of one segment, with the sort keys of each. */
class SegmentBest {
  private readonly slots = new Map<number | bigint, number>();
  readonly places: number[] = [];
  private readonly held: number[] = [];

  constructor(private readonly width: number) {}

  /** Takes a hit in where it is better than the others of its group; among equals the first stays. */
  offer(slot: number | bigint, place: number, keys: readonly number[]): void {
    const known = this.slots.get(slot);
    if (known === undefined) {
      this.slots.set(slot, this.places.length);
      this.places.push(place);
      this.held.push(...keys);
      return;
    }
    for (let at = 0; at < this.width; at++) {
      const difference = keys[at]! - this.held[known * this.width + at]!;
      if (difference === 0 || Number.isNaN(difference)) continue;
      if (difference > 0) return;
      this.places[known] = place;
      for (let to = 0; to < this.width; to++) this.held[known * this.width + to] = keys[to]!;
      return;
    }
  }

  /** The places of the first groups in the order asked for. */
  *first(limit: number): Steps<number[]> {
    const { width, held, places } = this;
    const order = (a: number, b: number): number => {
      for (let at = 0; at < width; at++) {
        const difference = held[a * width + at]! - held[b * width + at]!;
        if (difference !== 0 && !Number.isNaN(difference)) return difference;
      }
      return places[a]! - places[b]!;
    };
    const groups = Array.from(places, (_, at) => at);
    yield;
    return (yield* firstOf(groups, order, limit)).map((at) => places[at]!);
  }
}

/** Keeps the best hit of each group, of the first `limit` groups in the order asked for. */
export class CollapsedHits implements HitCollector {
  private kept = new Map<string, Best>();
  private readonly top: TopHits;
  private readonly fields = new Map<Shard, FieldType>();

  constructor(
    private readonly limit: number,
    private readonly sort: readonly SortSpec[],
    private readonly field: string,
  ) {
    this.top = new TopHits(limit, sort);
  }

  open(shard: Shard): void {
    this.fields.set(shard, groupField(shard, this.field));
  }

  check(shard: Shard): void {
    this.top.check(shard);
  }

  // A group that is among the first of all is among the first of the segment with its best hit, so that no more need be
  // kept of any.
  *collect(found: SegmentHits): Steps<void> {
    const { shard, segment, base, docs, scores, constant } = found;
    const keys = yield* segmentKeys({ shard, segment, base }, this.sort);
    const field = this.fields.get(shard);
    if (this.limit === 0 || docs.length === 0 || !field) return;
    const groups = segmentGroups(segment, field);
    const places = yield* bestPlaces(found, keys, groups.slot, this.limit);
    for (const [at, place] of places.entries()) {
      const doc = docs[place]!;
      const score = scores ? scores[place]! : constant;
      this.take({
        group: groups.value(doc),
        hit: { shard, segment, doc, position: base + doc, score, values: keys.map((key) => key.value(doc, score)) },
      });
      if (at % HITS === HITS - 1) yield;
    }
    this.cut();
  }

  private take(best: Best): void {
    const name = groupName(best.group);
    const known = this.kept.get(name);
    if (!known || orderOfHits(best.hit, known.hit, this.sort) < 0) this.kept.set(name, best);
  }

  private cut(): void {
    if (this.kept.size <= this.limit) return;
    const sorted = [...this.kept].sort(([, a], [, b]) => orderOfHits(a.hit, b.hit, this.sort));
    this.kept = new Map(sorted.slice(0, this.limit));
  }

  sorted(): FoundHit[] {
    return [...this.kept.values()].map(({ hit }) => hit).sort((a, b) => orderOfHits(a, b, this.sort));
  }

  /** The group of each hit that was kept. */
  groups(): Map<FoundHit, GroupValue> {
    return new Map([...this.kept.values()].map(({ hit, group }) => [hit, group]));
  }
}

function* bestPlaces(
  { docs, scores, constant }: SegmentHits,
  keys: readonly SegmentKey[],
  slotOf: (doc: number) => number | bigint,
  limit: number,
): Steps<number[]> {
  const best = new SegmentBest(keys.length);
  const current = new Array<number>(keys.length).fill(0);
  for (let place = 0; place < docs.length; place++) {
    if ((place & (STRETCH - 1)) === STRETCH - 1) yield;
    const doc = docs[place]!;
    const score = scores ? scores[place]! : constant;
    for (let at = 0; at < keys.length; at++) current[at] = keys[at]!.key(doc, score);
    best.offer(slotOf(doc), place, current);
  }
  yield;
  return yield* best.first(limit);
}
