import type { IndexSnapshot, SegmentReader } from "../../store/types";
import type { LuceneNode } from "../types";
import { Statistics } from "./statistics";
import type { BoundInnerHits, Weight } from "./types";

/** What weights share while one search runs on one snapshot. */
export type ExecuteContext = {
  snapshot: IndexSnapshot;
  statistics: Statistics;
  /** Weights of the clauses that carry a `_name`. */
  named: Map<string, Weight>;
  /** Lists of nested objects that hits are to be shown with. */
  inner: Map<string, BoundInnerHits>;
};

/** How a node is to be bound: the product of the boosts around it, and whether anyone asks for its score. */
export type WeightRequest<Node extends LuceneNode = LuceneNode> = { node: Node; context: ExecuteContext; boost: number; scoring: boolean };

export function executeContext(snapshot: IndexSnapshot): ExecuteContext {
  return { snapshot, statistics: new Statistics(snapshot), named: new Map(), inner: new Map() };
}

export type { SegmentReader };
