import type { VectorSpace } from "../../mapping/types";
import type { VectorColumn } from "../../store/types";

/** Vectors row after row, and how long each is. */
export type Rows = Pick<VectorColumn, "dims" | "values" | "lengths" | "kernel">;
/** The vector that is looked for. */
export type Target = { vector: Float32Array; length: number };

function dot(values: Float32Array, at: number, vector: Float32Array): number {
  const { length } = vector;
  const even = length & ~3;
  // Four sums, for one would wait for itself at each step.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let place = 0; place < even; place += 4, at += 4) {
    a += values[at]! * vector[place]!;
    b += values[at + 1]! * vector[place + 1]!;
    c += values[at + 2]! * vector[place + 2]!;
    d += values[at + 3]! * vector[place + 3]!;
  }
  for (let place = even; place < length; place++, at++) a += values[at]! * vector[place]!;
  return a + b + c + d;
}

function squared(values: Float32Array, at: number, vector: Float32Array): number {
  const even = vector.length & ~1;
  let a = 0;
  let b = 0;
  for (let place = 0; place < even; place += 2, at += 2) {
    const first = values[at]! - vector[place]!;
    const second = values[at + 1]! - vector[place + 1]!;
    a += first * first;
    b += second * second;
  }
  if (even < vector.length) a += (values[at]! - vector[even]!) ** 2;
  return a + b;
}

function taxi(values: Float32Array, at: number, vector: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < vector.length; place++, at++) sum += Math.abs(values[at]! - vector[place]!);
  return sum;
}

function largest(values: Float32Array, at: number, vector: Float32Array): number {
  let most = 0;
  for (let place = 0; place < vector.length; place++, at++)
    most = Math.max(most, Math.abs(values[at]! - vector[place]!));
  return most;
}

/** The cosine, 0 where one of the two has no direction. */
function cosineOf(product: number, lengths: number): number {
  return lengths === 0 ? 0 : product / lengths;
}

function cosine({ dims, values, lengths }: Rows, row: number, { vector, length }: Target): number {
  return cosineOf(dot(values, row * dims, vector), lengths[row]! * length);
}

/** The likeness or distance of a row, by which those of a space are ordered. */
const MEASURES: Readonly<Record<VectorSpace, (rows: Rows, row: number, target: Target) => number>> = {
  cosinesimil: cosine,
  dot_product: ({ dims, values }, row, { vector }) => dot(values, row * dims, vector),
  innerproduct: ({ dims, values }, row, { vector }) => dot(values, row * dims, vector),
  l2: ({ dims, values }, row, { vector }) => squared(values, row * dims, vector),
  l1: ({ dims, values }, row, { vector }) => taxi(values, row * dims, vector),
  linf: ({ dims, values }, row, { vector }) => largest(values, row * dims, vector),
};

const half = (likeness: number) => Math.max((1 + likeness) / 2, 0);
// In floats, as Lucene counts it.
const near = (distance: number) => Math.fround(1 / Math.fround(1 + Math.fround(distance)));

/** The score of a likeness or distance, as Lucene and OpenSearch's k-NN plugin give it. */
export const SCORES: Readonly<Record<VectorSpace, (measure: number) => number>> = {
  cosinesimil: half,
  dot_product: half,
  innerproduct: (product) => (product < 0 ? 1 / (1 - product) : product + 1),
  l2: near,
  l1: near,
  linf: near,
};

type Stretch = { space: VectorSpace; rows: Rows; target: Target; from: number; to: number; into: Float64Array };

/** The measures of the rows `from` to `to`, by the quick way if there is one; false where there is none. */
function measureQuickly({ space, rows: { kernel, lengths }, target, from, to, into }: Stretch): boolean {
  if (!kernel || to - from > kernel.most || space === "l1" || space === "linf") return false;
  const { vector, length } = target;
  const found = space === "l2" ? kernel.squares({ from, to, vector }) : kernel.dots({ from, to, vector });
  if (space !== "cosinesimil") into.set(found);
  else for (let at = 0; at < found.length; at++) into[at] = cosineOf(found[at]!, lengths[from + at]! * length);
  return true;
}

/** The measures of the rows `from` to `to`. */
export function measureRows(stretch: Stretch): void {
  if (measureQuickly(stretch)) return;
  const { space, rows, target, from, to, into } = stretch;
  const measure = MEASURES[space];
  for (let row = from; row < to; row++) into[row - from] = measure(rows, row, target);
}

/** The lowest score that OpenSearch's `max_distance` lets through. */
export function scoreAtDistance(space: VectorSpace, distance: number): number {
  if (space === "cosinesimil") return half(1 - distance);
  return space === "innerproduct" || space === "dot_product" ? SCORES[space](-distance) : near(distance);
}

/** The lowest score that Elasticsearch's `similarity` lets through. */
export function scoreAtSimilarity(space: VectorSpace, similarity: number): number {
  return space === "l2" ? near(similarity * similarity) : SCORES[space](similarity);
}
