// What the points of a match are the product of, read from the engine's explanation. Pure.
import type { Explanation } from "~/services/data/search/answer.server";

/**
 * `weight` of the field, `rarity` of the word (inverse document frequency), `fit` (how often it occurs in a field of
 * this length): their product is the value. `inDocuments` of `ofDocuments` have the word.
 */
export type Factors = {
  weight: number;
  rarity: number;
  fit: number;
  inDocuments: number | null;
  ofDocuments: number | null;
};

/**
 * BM25 as engines of Lucene explain it (`BM25Similarity.explain`): boost * idf * tf, where the boost is the weight times
 * k1 + 1, and is left out where it is 1. The factor k1 + 1 belongs to the fit here.
 */
const K1_AND_1 = 2.2;
/** Nodes stand so deep below the one of a word. */
const DEEPEST = 3;

function nodeOf({ details }: Explanation, named: RegExp, depth = 0): Explanation | undefined {
  const own = details.find((one) => named.test(one.description));
  if (own || depth >= DEEPEST) return own;
  for (const one of details) {
    const found = nodeOf(one, named, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The factors of a match of a word or phrase; null where the engine does not tell them. */
export function factorsOf(why: Explanation): Factors | null {
  const [idf, boost] = [nodeOf(why, /^idf\b/), nodeOf(why, /^boost$/)];
  const weight = boost ? boost.value / K1_AND_1 : 1;
  if (!idf || !(idf.value > 0) || !(why.value > 0) || !(weight > 0)) return null;
  const counted = (named: RegExp) => nodeOf(idf, named)?.value ?? null;
  return {
    weight,
    rarity: idf.value,
    fit: why.value / (weight * idf.value),
    inDocuments: counted(/^(n|docFreq)\b/),
    ofDocuments: counted(/^(N|docCount)\b/),
  };
}

type Factored = { value: number; factors?: Factors | null };

/**
 * The factors of two matches of one word in one field, in several clauses of a search. Some clauses leave out weights,
 * and one over several fields takes the word for as frequent as where it is most so: the weight of the field and the
 * rarity in it count, and the fit is what is left of both. Null where the engine tells those of only one.
 */
export function addedFactors(one: Factored, other: Factored): Factors | null {
  if (!one.factors || !other.factors) return null;
  const [own] = [one.factors, other.factors].sort((a, b) => b.weight - a.weight || b.rarity - a.rarity);
  return own ? { ...own, fit: (one.value + other.value) / (own.weight * own.rarity) } : null;
}

/**
 * The factors of a match by the weight that its field was searched with, where that is known. Lucene makes one of equal
 * clauses and adds their boosts up (`BooleanQuery.rewrite`), so that an engine tells of a weight of 10 where 5 was asked
 * for twice; here that belongs to the fit.
 */
export function weighed({ value, factors }: Factored, weight: number | undefined): Factors | null {
  if (!factors) return null;
  return weight !== undefined && weight > 0 ? { ...factors, weight, fit: value / (weight * factors.rarity) } : factors;
}
