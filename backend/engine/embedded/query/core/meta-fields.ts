import { fits } from "@common/text/glob";
import { illegalArgument } from "../../errors";
import type { RangeInput } from "../../mapping/query-values";
import type { LuceneNode, RewriteContext } from "../types";
import { allNode, noneNode } from "./nodes";

/** Exact-value queries on `_id` and `_index`; undefined for ordinary fields. */
export function metaNode(field: string, values: readonly string[], context: RewriteContext): LuceneNode | undefined {
  if (field === "_id") return { kind: "ids", boost: 1, ids: values };
  if (field !== "_index") return undefined;
  const { name, aliases } = context.index;
  const named = values.some(
    (value) => value === name || aliases.has(value) || (value.includes("*") && fits(value, name)),
  );
  return named ? allNode() : noneNode("The index does not match");
}

/** A range of `_seq_no`. Throws EngineError for what is no whole number. */
export function sequenceNode({ gte, gt, lte, lt }: RangeInput): LuceneNode {
  const whole = (value: unknown, otherwise: number): number => {
    if (value === undefined || value === null) return otherwise;
    const number = Number(value);
    if (!Number.isInteger(number)) throw illegalArgument(`For input string: "${String(value)}"`);
    return number;
  };
  const from = Math.max(whole(gte, 0), whole(gt, -1) + 1);
  const to = Math.min(whole(lte, Number.MAX_SAFE_INTEGER), whole(lt, Number.MAX_SAFE_INTEGER) - 1);
  return from > to ? noneNode("no sequence numbers") : { kind: "sequence", boost: 1, from, to };
}
