import { SEARCH_LIMITS } from "@common/limits/search";
import { EngineError } from "../../errors";
import type { BooleanNode, DisMaxNode, LuceneNode, TermNode } from "../types";

/** Clauses of one boolean query, at most, however it came about. */
export const MAX_CLAUSES = SEARCH_LIMITS.clauses.most;

export function tooManyClauses(): EngineError {
  return new EngineError(400, "too_many_clauses", `maxClauseCount is set to ${MAX_CLAUSES}`);
}

/** A query that nothing matches; `reason` is for explanations. */
export function noneNode(reason: string): LuceneNode {
  return { kind: "none", boost: 1, reason };
}

/** A query that everything matches with the score `boost`. */
export function allNode(boost = 1): LuceneNode {
  return { kind: "all", boost };
}

export function termNode({ field, term, boost = 1 }: { field: string; term: string; boost?: number }): TermNode {
  return { kind: "term", field, term, boost };
}

/** A boolean query from the clauses given; clauses left out are empty. Throws `too_many_clauses`. */
export function booleanNode(clauses: Partial<Omit<BooleanNode, "kind">>): BooleanNode {
  const node: BooleanNode = {
    kind: "boolean",
    boost: 1,
    must: [],
    filter: [],
    should: [],
    mustNot: [],
    minimumShouldMatch: 0,
    ...clauses,
  };
  const count = node.must.length + node.filter.length + node.should.length + node.mustNot.length;
  if (count > MAX_CLAUSES) throw tooManyClauses();
  return node;
}

export function disMaxNode({
  queries,
  tieBreaker,
  boost = 1,
}: {
  queries: readonly LuceneNode[];
  tieBreaker: number;
  boost?: number;
}): DisMaxNode {
  return { kind: "dis_max", queries, tieBreaker, boost };
}

/** The same query with its boost multiplied. */
export function boosted(node: LuceneNode, boost: number): LuceneNode {
  return boost === 1 ? node : { ...node, boost: node.boost * boost };
}
