import { STRETCH, type Steps } from "../../steps";

/** Numbers that are sorted at one stretch. */
const RUN = 4_096;

type Compare = (a: number, b: number) => number;

/** Two sorted runs of `from` that lie side by side, put together in `into`. */
function* merged({
  from,
  into,
  start,
  middle,
  end,
  compare,
}: {
  from: Uint32Array;
  into: Uint32Array;
  start: number;
  middle: number;
  end: number;
  compare: Compare;
}): Steps<void> {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0);
    into[at] = isLeft ? from[left++]! : from[right++]!;
    if (at % STRETCH === STRETCH - 1) yield;
  }
}

/**
 * The numbers 0 to `count` - 1 in an order, in slices: the terms of a document of megabytes are a million, whose
 * sorting would take a second in one go.
 */
export function* sortedInSteps(count: number, compare: Compare): Steps<Uint32Array> {
  let order = Uint32Array.from({ length: count }, (_, at) => at);
  for (let start = 0; start < count; start += RUN) {
    order.subarray(start, start + RUN).sort(compare);
    yield;
  }
  let other = count > RUN ? new Uint32Array(count) : order;
  for (let width = RUN; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(count, start + width);
      yield* merged({ from: order, into: other, start, middle, end: Math.min(count, start + 2 * width), compare });
    }
    [order, other] = [other, order];
  }
  return order;
}
