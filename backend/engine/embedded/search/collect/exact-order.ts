import type { NumberColumn } from "../../store/types";
import type { SortMode } from "../types";

/**
 * The whole numbers of 64 bits that documents of a segment are sorted by. Doubles cannot tell neighbours beyond 2^53
 * apart, so keys are their places among each other.
 */
export type ExactOrder = {
  value(doc: number): bigint;
  rank(doc: number): number;
  /** The place of any value; between two where no document has it. */
  rankOf(value: number | bigint): number;
};

const MOST = 2n ** 63n - 1n;

/** A double as Java's `Math.round` makes a long of it. */
function rounded(value: number): bigint {
  const whole = BigInt(Math.round(value));
  return whole > MOST ? MOST : whole < -MOST - 1n ? -MOST - 1n : whole;
}

/** Several ascending values as one. Sums run over as those of a `long` in Java do. */
function reduced(values: readonly bigint[], mode: SortMode): bigint {
  const sum = () =>
    BigInt.asIntN(
      64,
      values.reduce((total, value) => total + value, 0n),
    );
  switch (mode) {
    case "min":
      return values[0]!;
    case "max":
      return values.at(-1)!;
    case "sum":
      return sum();
    case "avg":
      return rounded(Number(sum()) / values.length);
    case "median": {
      const middle = values.length >> 1;
      return values.length % 2 === 1
        ? values[middle]!
        : rounded(Number(values[middle - 1]) / 2 + Number(values[middle]) / 2);
    }
  }
}

/** The order of a column with some value beyond 2^53. */
export function exactOrder({
  column,
  exact,
  docCount,
  mode,
}: {
  column: NumberColumn;
  exact: NonNullable<NumberColumn["exact"]>;
  docCount: number;
  mode: SortMode;
}): ExactOrder {
  const values = Array.from({ length: docCount }, (_, doc): bigint | undefined => {
    const count = column.count(doc);
    if (count < 2) return count === 0 ? undefined : exact(doc, 0);
    return reduced(
      Array.from({ length: count }, (_one, place) => exact(doc, place)),
      mode,
    );
  });
  const all = values.filter((value) => value !== undefined);
  const sorted = (all.some((value) => value > MOST) ? BigUint64Array.from(all) : BigInt64Array.from(all)).sort();
  const rankOf = (value: number | bigint): number => {
    if (Number.isNaN(value)) return NaN;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    const found = sorted[low];
    // Neither below nor above: a double and a bigint compare by what they are worth.
    return found !== undefined && !(found < value) && !(found > value) ? low : low - 0.5;
  };
  const ranks = Float64Array.from(values, (value) => (value === undefined ? 0 : rankOf(value)));
  return { value: (doc) => values[doc] ?? 0n, rank: (doc) => ranks[doc]!, rankOf };
}
