const { fround } = Math;
const K1 = fround(1.2);
const B = 0.75;

/** Lengths for Lucene's one-byte norms (`SmallFloat.byte4ToInt`). */
const LENGTHS = Float64Array.from({ length: 256 }, (_, byte) => {
  const free = 24;
  if (byte < free) return byte;
  const bits = (byte - free) & 7;
  const shift = ((byte - free) >>> 3) - 1;
  return free + (shift === -1 ? bits : (bits | 8) * 2 ** shift);
});

/** Inverse document frequency of BM25: ln(1 + (N − n + 0.5) / (n + 0.5)). */
export function idf({ docFreq, docCount }: { docFreq: number; docCount: number }): number {
  return fround(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
}

/** For each norm byte 1 / (k1 · (1 − b + b · length / average)). */
export function inverseNorms(averageLength: number): Float32Array {
  const known = tables.get(averageLength);
  if (known) return known;
  const average = fround(averageLength);
  const table = Float32Array.from(
    LENGTHS,
    (length) => 1 / fround(K1 * fround(0.25 + fround(fround(B * length) / average))),
  );
  if (tables.size >= MOST_TABLES) tables.clear();
  tables.set(averageLength, table);
  return table;
}

// A fuzzy or prefix query asks for the same table once a term.
const tables = new Map<number, Float32Array>();
const MOST_TABLES = 256;

/** What a term may score at most: boost · idf · (k1 + 1), the factor that OpenSearch 2 keeps. */
export function bm25Weight({ boost, idf: inverse }: { boost: number; idf: number }): number {
  return fround(fround(boost * fround(K1 + 1)) * inverse);
}

/** `weight − weight / (1 + freq / norm)` in single precision, as Lucene computes it. */
export function bm25Score({
  weight,
  freq,
  inverseNorm,
}: {
  weight: number;
  freq: number;
  inverseNorm: number;
}): number {
  return fround(weight - fround(weight / fround(1 + fround(freq * inverseNorm))));
}

export function lengthOfNorm(byte: number): number {
  return LENGTHS[byte] ?? 1;
}

export const BM25 = { k1: 1.2, b: B } as const;
