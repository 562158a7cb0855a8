// Lucene 8, org.apache.lucene.util.SmallFloat: lengths below 24 are exact, above them four significant bits are kept.
const FREE_VALUES = 24;

/** Lucene's one-byte form of a field length (`SmallFloat.intToByte4`), 0 to 255. */
export function encodeNorm(length: number): number {
  if (length < FREE_VALUES) return length;
  const rest = length - FREE_VALUES;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return FREE_VALUES + rest;
  const shift = bits - 4;
  return FREE_VALUES + (((rest >>> shift) & 7) | ((shift + 1) << 3));
}

/** The field length that a norm byte stands for (`SmallFloat.byte4ToInt`). */
export function decodeNorm(norm: number): number {
  if (norm < FREE_VALUES) return norm;
  const rest = norm - FREE_VALUES;
  const shift = (rest >>> 3) - 1;
  return FREE_VALUES + (shift < 0 ? rest & 7 : ((rest & 7) | 8) * 2 ** shift);
}
