import { EngineError } from "../../errors";
import type { BooleanNode, DisMaxNode, LuceneNode, TermNode } from "../types";

/** Clauses of one boolean query, at most (`indices.query.bool.max_clause_count`), however it came about. */
const MAX_CLAUSES = 1024;

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
  const node: BooleanNode = { kind: "boolean", boost: 1, must: [], filter: [], should: [], mustNot: [], minimumShouldMatch: 0, ...clauses };
  const count = node.must.length + node.filter.length + node.should.length + node.mustNot.length;
  if (count > MAX_CLAUSES) throw new EngineError(400, "too_many_clauses", `maxClauseCount is set to ${MAX_CLAUSES}`);
  return node;
}

export function disMaxNode({ queries, tieBreaker, boost = 1 }: { queries: readonly LuceneNode[]; tieBreaker: number; boost?: number }): DisMaxNode {
  return { kind: "dis_max", queries, tieBreaker, boost };
}

/** The same query with its boost multiplied. */
export function boosted(node: LuceneNode, boost: number): LuceneNode {
  return boost === 1 ? node : { ...node, boost: node.boost * boost };
}
