import type { JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { parseDateMath } from "../../mapping/dates";
import { isIntegerType } from "../../mapping/numbers";
import {
  rangeBounds,
  termOf,
  type QueryValueOptions,
  type RangeBounds,
  type RangeInput,
} from "../../mapping/query-values";
import type { FieldType } from "../../mapping/types";
import { textOf } from "../parse/values";
import type { LuceneNode, RewriteContext } from "../types";
import { noneNode, termNode } from "./nodes";

export function isWholeNumberType(type: string): boolean {
  return isIntegerType(type);
}

function requireSearchable(field: FieldType): void {
  if (field.indexed || (field.docValues && field.kind !== "text")) return;
  throw illegalArgument(`Cannot search on field [${field.path}] since it is not indexed.`);
}

/** The one stored form of a word on a text or keyword field: normalised keywords, everything else as it is. */
export function storedTerm(field: FieldType, text: string): string {
  return field.kind === "keyword" && field.normalizer ? field.normalizer.normalize(text) : text;
}

export type DateSettings = { format?: string; zone?: string; now: number };

/** Epoch milliseconds of a value on a date field. */
export function dateValue(
  field: FieldType,
  value: JsonValue,
  { format, zone, now, roundUp }: DateSettings & { roundUp: boolean },
): number {
  return parseDateMath(textOf(value) ?? "", { roundUp, now, format: format ?? field.format, zone });
}

function boundsNode(path: string, bounds: RangeBounds): LuceneNode {
  if (bounds.kind === "terms")
    return {
      kind: "term_range",
      boost: 1,
      field: path,
      lower: bounds.min,
      upper: bounds.max,
      includeLower: bounds.includeMin,
      includeUpper: bounds.includeMax,
    };
  if (bounds.empty) return noneNode("empty range");
  return { kind: "number_range", boost: 1, field: path, lower: bounds.min ?? -Infinity, upper: bounds.max ?? Infinity };
}

/** The exact-value query of a field: what `term` runs, and `match` where the field is not analysed. */
export function exactNode({
  field,
  value,
  context,
}: {
  field: FieldType;
  value: JsonValue;
  context: RewriteContext;
}): LuceneNode {
  requireSearchable(field);
  const exact = termOf(field, value, { now: context.now });
  switch (exact.kind) {
    case "none":
      return noneNode(`Value [${textOf(value)}] does not fit the field`);
    case "number":
      return { kind: "number_set", boost: 1, field: field.path, values: [exact.number] };
    case "range":
      return boundsNode(field.path, exact.range);
    case "term":
      if (field.kind === "ip" || !field.indexed)
        return { kind: "term_set", boost: 1, field: field.path, terms: [exact.term], byColumn: !field.indexed };
      return termNode({ field: field.path, term: exact.term });
  }
}

/** The query of `terms`: any of the values, each scoring the boost. */
export function anyOfNode({
  field,
  values,
  context,
}: {
  field: FieldType;
  values: readonly JsonValue[];
  context: RewriteContext;
}): LuceneNode {
  requireSearchable(field);
  const found = values.map((value) => termOf(field, value, { now: context.now }));
  const numbers = found.flatMap((one) => (one.kind === "number" ? [one.number] : []));
  const terms = found.flatMap((one) => (one.kind === "term" ? [one.term] : []));
  const queries: LuceneNode[] = found.flatMap((one) =>
    one.kind === "range" ? [boundsNode(field.path, one.range)] : [],
  );
  if (numbers.length > 0) queries.push({ kind: "number_set", boost: 1, field: field.path, values: numbers });
  if (terms.length > 0)
    queries.push({ kind: "term_set", boost: 1, field: field.path, terms, byColumn: !field.indexed });
  if (queries.length === 1) return queries[0]!;
  return queries.length === 0
    ? noneNode("no values that fit the field")
    : { kind: "constant", boost: 1, query: { kind: "dis_max", boost: 1, tieBreaker: 0, queries } };
}

/** The query of `range` on a field. */
export function rangeNode({
  field,
  bounds,
  options,
}: {
  field: FieldType;
  bounds: RangeInput;
  options: QueryValueOptions;
}): LuceneNode {
  requireSearchable(field);
  if (field.kind === "geo_point" || field.kind === "stored_only")
    throw new EngineError(
      400,
      "illegal_argument_exception",
      `Field [${field.path}] of type [${field.type}] does not support range queries`,
    );
  return boundsNode(field.path, rangeBounds(field, bounds, options));
}
