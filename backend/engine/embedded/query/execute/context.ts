import type { IndexSnapshot, SegmentReader } from "../../store/types";
import type { LuceneNode, ExecuteContext } from "../types";
import { Statistics } from "./statistics";

/** How a node is to be bound: the product of the boosts around it, and whether anyone asks for its score. */
export type WeightRequest<Node extends LuceneNode = LuceneNode> = {
  node: Node;
  context: ExecuteContext;
  boost: number;
  scoring: boolean;
};

export function executeContext(snapshot: IndexSnapshot): ExecuteContext {
  return { snapshot, statistics: new Statistics(snapshot), named: new Map(), inner: new Map() };
}

export type { SegmentReader };
