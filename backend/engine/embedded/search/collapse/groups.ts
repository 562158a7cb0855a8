import { EngineError, illegalArgument } from "../../errors";
import type { FieldType } from "../../mapping/types";
import type { SegmentReader } from "../../store/types";
import type { Shard } from "../types";

/** The value by which hits are one group; null for those without one. */
export type GroupValue = string | number | bigint | null;

/**
 * The groups of a segment's documents: `slot` is the same for documents of one group, `value` is what it stands for.
 */
export type SegmentGroups = { slot(doc: number): number | bigint; value(doc: number): GroupValue };

/** The field of an index to collapse on. Throws EngineError if it is unknown, or holds neither keywords nor numbers. */
export function groupField({ index }: Shard, field: string): FieldType {
  const found = index.mapping.field(field);
  if (!found) throw illegalArgument(`no mapping found for \`${field}\` in order to collapse on`);
  if (found.kind !== "keyword" && found.kind !== "number")
    throw illegalArgument(`unknown type for collapse field \`${field}\`, only keywords and numbers are accepted`);
  if (!found.docValues) throw illegalArgument(`cannot collapse on field \`${field}\` without \`doc_values\``);
  return found;
}

function requireSingle(count: number, doc: number): void {
  if (count > 1)
    throw new EngineError(
      500,
      "illegal_state_exception",
      `failed to collapse ${doc}, the collapse field must be single valued`,
    );
}

/** Groups of one segment. A document with several values is refused when it is asked for. */
export function segmentGroups(segment: SegmentReader, { path }: FieldType): SegmentGroups {
  const reader = segment.field(path);
  const ordinals = reader?.ordinals;
  if (reader && ordinals) {
    const slot = (doc: number): number => {
      const count = ordinals.count(doc);
      requireSingle(count, doc);
      return count === 0 ? -1 : ordinals.at(doc, 0);
    };
    return {
      slot,
      value(doc) {
        const ordinal = slot(doc);
        return ordinal < 0 ? null : reader.terms.at(ordinal).term;
      },
    };
  }
  const numbers = reader?.numbers;
  const value = (doc: number): number | bigint | null => {
    const count = numbers?.count(doc) ?? 0;
    requireSingle(count, doc);
    if (!numbers || count === 0) return null;
    return numbers.exact?.(doc, 0) ?? numbers.at(doc, 0);
  };
  // NaN is no number of any document.
  return { slot: (doc) => value(doc) ?? NaN, value };
}

/**
 * One name for each group over all segments and indices: a number is the same whether it is kept as a double or with
 * all its digits.
 */
export function groupName(value: GroupValue): string {
  return value === null ? "" : `${typeof value === "string" ? "s" : "n"}${String(value)}`;
}
