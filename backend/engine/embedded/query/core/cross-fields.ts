import type { FieldType } from "../../mapping/types";
import type { LuceneNode, RewriteContext, TermNode } from "../types";
import { cutText } from "./cut";
import { analyzerFor, matchNode, type MatchSettings } from "./match";
import { boosted, booleanNode, disMaxNode, MAX_CLAUSES, noneNode, termNode, tooManyClauses } from "./nodes";
import { exactNode } from "./fields";
import { joinClauses } from "./text";
import { EngineError } from "../../errors";

export type BoostedField = { path: string; boost: number };

type Held = { at: number; docFreq: number };

/** Collection figures of a term, over all segments. */
function docFreqOf(context: RewriteContext, field: string, term: string): number {
  return context.snapshot.segments.reduce(
    (sum, segment) => sum + (segment.field(field)?.terms.find(term)?.docFreq ?? 0),
    0,
  );
}

function sumOfFrequencies(context: RewriteContext, field: string): number {
  return context.snapshot.segments.reduce((sum, segment) => sum + (segment.field(field)?.sumTotalTermFreq ?? 0), 0);
}

/**
 * Gives the terms of several fields one document frequency, so that no field wins by being rare in the word: the
 * largest, capped by the document count and the smallest sum of frequencies among the fields that hold it; one more for
 * each drop.
 */
export function blended(terms: readonly TermNode[], context: RewriteContext): TermNode[] {
  if (terms.length <= 1) return [...terms];
  const held: Held[] = [];
  let cap = context.snapshot.segments.reduce((sum, segment) => sum + segment.docCount, 0);
  terms.forEach((term, at) => {
    const docFreq = docFreqOf(context, term.field, term.term);
    if (docFreq === 0) return;
    held.push({ at, docFreq });
    cap = Math.min(cap, sumOfFrequencies(context, term.field));
  });
  if (held.length === 0) return [...terms];
  held.sort((a, b) => b.docFreq - a.docFreq || a.at - b.at);
  let actual = Math.min(cap, held[0]!.docFreq);
  let before = held[0]!.docFreq;
  const result = [...terms];
  for (const { at, docFreq } of held) {
    if (before > docFreq) actual++;
    result[at] = { ...terms[at]!, docFreq: Math.min(cap, actual) };
    before = docFreq;
  }
  return result;
}

function blendedWord({
  fields,
  term,
  tieBreaker,
  lenient,
  context,
}: {
  fields: readonly (BoostedField & { type: FieldType })[];
  term: string;
  tieBreaker: number;
  lenient: boolean;
  context: RewriteContext;
}): LuceneNode {
  const terms: TermNode[] = [];
  const others: LuceneNode[] = [];
  for (const { path, boost, type } of fields) {
    if (type.kind === "text") {
      terms.push(termNode({ field: path, term, boost }));
      continue;
    }
    try {
      const node = boosted(exactNode({ field: type, value: term, context }), boost);
      if (node.kind === "term") terms.push(node);
      else others.push(node);
    } catch (error) {
      if (!lenient || !(error instanceof EngineError)) throw error;
      others.push(noneNode(error.reason));
    }
  }
  const queries = [...blended(terms, context), ...others];
  return queries.length === 1 ? queries[0]! : disMaxNode({ queries, tieBreaker });
}

/** `cross_fields`: fields with the same analyzer are searched as if they were one. */
export function crossFieldsNode({
  fields,
  text,
  settings,
  tieBreaker,
  context,
}: {
  fields: readonly BoostedField[];
  text: string;
  settings: MatchSettings;
  tieBreaker: number;
  context: RewriteContext;
}): LuceneNode | undefined {
  const groups = new Map<string, (BoostedField & { type: FieldType })[]>();
  const queries: LuceneNode[] = [];
  for (const field of fields) {
    const type = context.index.mapping.field(field.path);
    if (!type) {
      queries.push(noneNode(`unmapped field [${field.path}]`));
      continue;
    }
    const key = analyzerFor({ field: type, settings, context })?.name ?? "keyword";
    const group = groups.get(key);
    if (group) group.push({ ...field, type });
    else groups.set(key, [{ ...field, type }]);
  }
  for (const group of groups.values()) {
    const [only] = group;
    if (group.length === 1 && only) {
      const node = matchNode({ path: only.path, text, settings: { ...settings, zeroTerms: "null" }, context });
      if (node) queries.push(boosted(node, only.boost));
      continue;
    }
    const analyzer = analyzerFor({ field: only!.type, settings, context });
    const words = analyzer
      ? cutText({ analyzer, text, context, asClauses: true })
      : [{ term: text, position: 0, positionLength: 1, startOffset: 0, endOffset: text.length, type: "word" }];
    const byPosition = new Map<number, string[]>();
    for (const { position, term } of words) {
      const stacked = byPosition.get(position);
      if (stacked) stacked.push(term);
      else byPosition.set(position, [term]);
    }
    if (byPosition.size > MAX_CLAUSES) throw tooManyClauses();
    const clauses = [...byPosition.values()].map((terms): LuceneNode => {
      const nodes = [...new Set(terms)].map((term) =>
        blendedWord({ fields: group, term, tieBreaker, lenient: settings.lenient, context }),
      );
      return nodes.length === 1 ? nodes[0]! : booleanNode({ should: nodes });
    });
    const node = joinClauses(clauses, settings);
    if (node) queries.push(node);
  }
  if (queries.length === 0) return undefined;
  return queries.length === 1 ? queries[0] : disMaxNode({ queries, tieBreaker });
}
