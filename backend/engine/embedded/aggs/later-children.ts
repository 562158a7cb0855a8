import type { Steps } from "../steps";
import type { BucketOrder, Fallen, OwnedBatch } from "./buckets";
import type { Batch, Children } from "./types";

/** Documents that wait at most, over all segments: eight bytes each. */
const MOST = 4_000_000;

/**
 * The aggregations below buckets of which most are not shown: those that put the buckets in order see all documents at
 * once, the others only those of the buckets that are shown, when it is known which these are.
 */
export class LaterChildren {
  private readonly first: readonly string[];
  private readonly rest: readonly string[];
  private waiting: OwnedBatch[] = [];
  private count = 0;

  constructor(
    private readonly children: Children,
    orders: readonly BucketOrder[],
  ) {
    const isFirst = (name: string) =>
      orders.some(({ path }) => path === name || (path.startsWith(name) && ".>[".includes(path[name.length] ?? "")));
    this.first = children.names.filter(isFirst);
    this.rest = children.names.filter((name) => !isFirst(name));
  }

  private hand(names: readonly string[], batch: Batch): void {
    for (const name of names) this.children.get(name)?.collect(batch);
  }

  /** Hands documents to those that see all of them, and has the others wait. */
  pass(batch: Batch, fallen: Fallen): void {
    const gathered = fallen.batch(batch);
    if (!gathered) return;
    this.hand(this.first, gathered);
    if (this.rest.length === 0) return;
    if (this.count > MOST) return this.hand(this.rest, gathered);
    this.count += gathered.docs.length;
    this.waiting.push(gathered);
  }

  /** Hands on those documents that waited and are in one of these buckets. */
  *collect(buckets: readonly number[]): Steps<void> {
    const { waiting } = this;
    this.waiting = [];
    const isShown = new Uint8Array(buckets.reduce((most, bucket) => Math.max(most, bucket + 1), 0));
    for (const bucket of buckets) isShown[bucket] = 1;
    for (const batch of waiting) {
      let kept = 0;
      const [docs, owners] = [new Uint32Array(batch.docs.length), new Uint32Array(batch.docs.length)];
      for (let at = 0; at < batch.docs.length; at++) {
        if (isShown[batch.owners[at]!] !== 1) continue;
        docs[kept] = batch.docs[at]!;
        owners[kept++] = batch.owners[at]!;
      }
      if (kept > 0) this.hand(this.rest, { ...batch, docs: docs.subarray(0, kept), owners: owners.subarray(0, kept) });
      yield;
    }
  }
}
