import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { gradedTerm } from "../grades/grades.server";

/** Longest query that is drawn, in characters: as long as the label of a test may be. */
export const LONGEST_QUERY = 200;

/** The parts of what people search for, by how often. */
export const parts = ["head", "middle", "tail"] as const;
export type Part = (typeof parts)[number];
/** A query of the last 30 days: how often it was searched for, and how many of those searches found nothing. */
export type Query = { query: string; count: number; nothing: number };
export type Drawn = Query & {
  /** Of all searches that were drawn from, from 0 to 1. */ share: number;
};
export type QuerySet = Record<Part, { queries: number; drawn: Drawn[] }>;

type Counted = { key: string; count: number };

/** Where something stands evenly spaced among `of`: the first, and no other one twice. */
function spaced(of: number, wanted: number): number[] {
  return Array.from({ length: Math.min(of, wanted) }, (_, at) => Math.floor((at * of) / Math.min(of, wanted)));
}

const byCount = (a: Query, b: Query) => b.count - a.count || (a.query < b.query ? -1 : a.query > b.query ? 1 : 0);

/** Queries with their counts; spellings that differ in capitals and spaces are one, under the most frequent spelling. */
export function queriesOf(popular: readonly Counted[], nothing: readonly Counted[]): Query[] {
  const found = new Map<string, Query>();
  const sorted = popular.map(({ key, count }) => ({ query: key.trim(), count, nothing: 0 })).sort(byCount);
  for (const one of sorted) {
    if (one.query === "" || one.query === EMPTY_QUERY || one.query.length > LONGEST_QUERY || one.count <= 0) continue;
    const same = found.get(gradedTerm(one.query));
    if (same) same.count += one.count;
    else found.set(gradedTerm(one.query), one);
  }
  for (const { key, count } of nothing) {
    const one = found.get(gradedTerm(key));
    if (one) one.nothing = Math.min(one.count, one.nothing + count);
  }
  return [...found.values()].sort(byCount);
}

/** Whether at least half of the searches for a query found nothing. */
export const findsNothing = ({ count, nothing }: Query): boolean => nothing * 2 >= count;

/**
 * Head, middle and tail of queries in their order: the thirds of all searches. A query is of the part in which the
 * searches before it end; of each part `each` are drawn, evenly spaced, always the same.
 */
export function drawnFrom(queries: readonly Query[], each: number): QuerySet {
  const all = queries.reduce((sum, { count }) => sum + count, 0);
  const of: Record<Part, Query[]> = { head: [], middle: [], tail: [] };
  let before = 0;
  for (const one of queries) {
    of[before * 3 < all ? "head" : before * 3 < all * 2 ? "middle" : "tail"].push(one);
    before += one.count;
  }
  const draw = (part: Query[]) => ({
    queries: part.length,
    drawn: spaced(part.length, each).flatMap((at) => {
      const one = part[at];
      return one ? [{ ...one, share: one.count / all }] : [];
    }),
  });
  return { head: draw(of.head), middle: draw(of.middle), tail: draw(of.tail) };
}
