import { fits } from "@common/glob";
import type { LuceneNode, RewriteContext } from "../types";
import { allNode, noneNode } from "./nodes";

/** Exact-value queries on `_id` and `_index`; undefined for ordinary fields. */
export function metaNode(field: string, values: readonly string[], context: RewriteContext): LuceneNode | undefined {
  if (field === "_id") return { kind: "ids", boost: 1, ids: values };
  if (field !== "_index") return undefined;
  const { name, aliases } = context.index;
  const named = values.some((value) => value === name || aliases.has(value) || (value.includes("*") && fits(value, name)));
  return named ? allNode() : noneNode("The index does not match");
}
