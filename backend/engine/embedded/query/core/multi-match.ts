import type { LuceneNode, RewriteContext } from "../types";
import { crossFieldsNode, type BoostedField } from "./cross-fields";
import { expandFields } from "./field-patterns";
import { matchNode, type MatchKind, type MatchSettings } from "./match";
import { allNode, boosted, disMaxNode, noneNode } from "./nodes";

export type MultiMatchType =
  "best_fields" | "most_fields" | "cross_fields" | "phrase" | "phrase_prefix" | "bool_prefix";

const KINDS: Readonly<Record<MultiMatchType, MatchKind>> = {
  best_fields: "words",
  most_fields: "words",
  cross_fields: "words",
  phrase: "phrase",
  phrase_prefix: "phrase_prefix",
  bool_prefix: "bool_prefix",
};

/** Several matches are worth their sum in `most_fields` and `bool_prefix`, the best of them elsewhere. */
export function defaultTieBreaker(type: MultiMatchType): number {
  return type === "most_fields" || type === "bool_prefix" ? 1 : 0;
}

export type MultiMatch = {
  type: MultiMatchType;
  fields: readonly BoostedField[];
  text: string;
  settings: MatchSettings;
  tieBreaker?: number;
};

/** One text over several fields. */
export function multiMatchNode(match: MultiMatch, context: RewriteContext): LuceneNode {
  const found = multiMatchOfTerms(match, context);
  if (found) return found;
  return match.settings.zeroTerms === "all" ? allNode() : noneNode("Matching no documents because no terms present");
}

/** The same, undefined where no field's analyzer leaves a word of the text. */
export function multiMatchOfTerms(
  { type, fields, text, settings, tieBreaker = defaultTieBreaker(type) }: MultiMatch,
  context: RewriteContext,
): LuceneNode | undefined {
  const expanded = expandFields(fields, context);
  const each = { ...settings, kind: KINDS[type] };
  let found: LuceneNode | undefined;
  if (expanded.length === 0) return noneNode("no fields");
  if (type === "cross_fields") found = crossFieldsNode({ fields: expanded, text, settings: each, tieBreaker, context });
  else {
    const queries = expanded.flatMap(({ path, boost }) => {
      const node = matchNode({ path, text, settings: { ...each, zeroTerms: "null" }, context });
      return node ? [boosted(node, boost)] : [];
    });
    found = queries.length > 1 ? disMaxNode({ queries, tieBreaker }) : queries[0];
  }
  return found;
}
