import type { BooleanNode, DisMaxNode, LuceneNode, TermNode } from "../types";

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

/** A boolean query from the clauses given; clauses left out are empty. */
export function booleanNode(clauses: Partial<Omit<BooleanNode, "kind">>): BooleanNode {
  return { kind: "boolean", boost: 1, must: [], filter: [], should: [], mustNot: [], minimumShouldMatch: 0, ...clauses };
}

export function disMaxNode({ queries, tieBreaker, boost = 1 }: { queries: readonly LuceneNode[]; tieBreaker: number; boost?: number }): DisMaxNode {
  return { kind: "dis_max", queries, tieBreaker, boost };
}

/** The same query with its boost multiplied. */
export function boosted(node: LuceneNode, boost: number): LuceneNode {
  return boost === 1 ? node : { ...node, boost: node.boost * boost };
}
