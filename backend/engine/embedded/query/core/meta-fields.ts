import type { LuceneNode, RewriteContext } from "../types";
import { allNode, noneNode } from "./nodes";

/** Exact-value queries on `_id` and `_index`; undefined for ordinary fields. */
export function metaNode(field: string, values: readonly string[], context: RewriteContext): LuceneNode | undefined {
  if (field === "_id") return { kind: "ids", boost: 1, ids: values };
  if (field !== "_index") return undefined;
  const { name, aliases } = context.index;
  const fits = values.some((value) => value === name || aliases.has(value) || (value.includes("*") && fitsPattern(value, name)));
  return fits ? allNode() : noneNode("The index does not match");
}

/** True when a name fits a pattern in which `*` stands for any text. */
export function fitsPattern(pattern: string, name: string): boolean {
  if (!pattern.includes("*")) return pattern === name;
  const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}
