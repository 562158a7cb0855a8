import { type Grades, ndcg as measured } from "@common/search-relevance/ranking";

/** So many of the first results count. */
export const DEPTH = 10;

/** nDCG@10 of results by their grades, in four digits. */
export function ndcg({ results, grades }: { results: readonly string[]; grades: Grades }): number {
  return Math.round(measured({ results, grades, places: DEPTH }) * 10_000) / 10_000;
}
