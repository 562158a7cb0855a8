import { STRETCH, type Steps } from "../../steps";
import type { SegmentHits, SegmentKey } from "../types";

const BUCKETS = 1_024;

type Options = { found: SegmentHits; from: number; key: SegmentKey["key"]; after: number | undefined; limit: number };

/**
 * A first key that `limit` documents from the place `from` on do not exceed, and few more do not; Infinity where there
 * are not so many. Counts keys instead of ordering them. Documents that stand in the order opposite to the one asked
 * for, as those of a log whose newest are wanted, each come before all that were there before them: ordered one by one,
 * every one of them would have to be put in its place.
 */
export function* firstKeys({ found: { docs, scores, constant }, from, key, after, limit }: Options): Steps<number> {
  let least = Infinity;
  let most = -Infinity;
  let count = 0;
  for (let place = from; place < docs.length; place++) {
    if ((place & (STRETCH - 1)) === STRETCH - 1) yield;
    const one = key(docs[place]!, scores ? scores[place]! : constant);
    // Those that are equal to where the page begins may stand before it; infinite ones (a missing value) have no
    // bucket.
    if (!Number.isFinite(one) || (after !== undefined && one <= after)) continue;
    if (one < least) least = one;
    if (one > most) most = one;
    count++;
  }
  if (count < limit) return Infinity;
  const counts = new Uint32Array(BUCKETS);
  const tops = new Float64Array(BUCKETS).fill(-Infinity);
  const scale = most > least ? (BUCKETS - 1) / (most - least) : 0;
  for (let place = from; place < docs.length; place++) {
    if ((place & (STRETCH - 1)) === STRETCH - 1) yield;
    const one = key(docs[place]!, scores ? scores[place]! : constant);
    if (!Number.isFinite(one) || (after !== undefined && one <= after)) continue;
    const bucket = Math.floor((one - least) * scale);
    counts[bucket]!++;
    if (one > tops[bucket]!) tops[bucket] = one;
  }
  for (let bucket = 0, seen = 0; bucket < BUCKETS; bucket++) {
    seen += counts[bucket]!;
    if (seen >= limit) return tops[bucket]!;
  }
  return Infinity;
}
