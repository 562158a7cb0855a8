import { EngineError, illegalArgument } from "../../errors";
import type { Analyzer } from "../../analysis/types";
import type { FieldType } from "../../mapping/types";
import type { LuceneNode, RewriteContext } from "../types";
import { cutText } from "./cut";
import { exactNode, storedTerm } from "./fields";
import { fuzzyNode } from "./fuzzy";
import { metaNode } from "./meta-fields";
import { allNode, booleanNode, noneNode } from "./nodes";
import { joinClauses, phraseOfTokens, phrasePrefixOfTokens, textClauses, wordsNode, type TextSettings } from "./text";

/** How a text is matched against a field. */
export type MatchKind = "words" | "phrase" | "phrase_prefix" | "bool_prefix";

export type MatchSettings = TextSettings & {
  kind: MatchKind;
  slop: number;
  maxExpansions: number;
  lenient: boolean;
  zeroTerms: "none" | "all" | "null";
  /** Taken in place of the field's own analyzer. */
  analyzer?: string;
};

export const MATCH_DEFAULTS: MatchSettings = {
  kind: "words",
  operator: "or",
  synonymPhrases: true,
  slop: 0,
  maxExpansions: 50,
  lenient: false,
  zeroTerms: "none",
};

/** The analyzer by which a query text on this field is cut. */
export function analyzerFor({
  field,
  settings,
  context,
}: {
  field: FieldType;
  settings: Pick<MatchSettings, "analyzer" | "kind">;
  context: RewriteContext;
}): Analyzer | undefined {
  if (settings.analyzer !== undefined) {
    const named = context.index.analysis.analyzer(settings.analyzer);
    if (!named)
      throw new EngineError(400, "query_shard_exception", `[match] analyzer [${settings.analyzer}] not found`);
    return named;
  }
  if (field.kind !== "text") return undefined;
  if (settings.kind === "phrase" || settings.kind === "phrase_prefix")
    return field.searchQuoteAnalyzer ?? field.searchAnalyzer ?? field.analyzer;
  return field.searchAnalyzer ?? field.analyzer;
}

/**
 * Last word as a beginning, the others whole. A word that does not reach the end of the text is finished: a blank or a
 * removed word follows.
 */
function boolPrefix({
  field,
  analyzer,
  text,
  settings,
  context,
}: {
  field: FieldType;
  analyzer: Analyzer;
  text: string;
  settings: MatchSettings;
  context: RewriteContext;
}): LuceneNode | undefined {
  const tokens = cutText({ analyzer, text, context, asClauses: true });
  const last = tokens.at(-1);
  if (!last) return undefined;
  if (last.endOffset !== text.length)
    return joinClauses(textClauses({ field: field.path, tokens, settings }), settings);
  const begun: LuceneNode = {
    kind: "multi_term",
    boost: 1,
    field: field.path,
    prefix: last.term,
    label: `${last.term}*`,
    accepts: (term) => term.startsWith(last.term),
  };
  const before = textClauses({ field: field.path, tokens: tokens.slice(0, -1), settings });
  return joinClauses([...before, begun], settings);
}

function matchText(request: {
  field: FieldType;
  analyzer: Analyzer;
  text: string;
  settings: MatchSettings;
  context: RewriteContext;
}): LuceneNode | undefined {
  const { field, analyzer, text, settings, context } = request;
  switch (settings.kind) {
    case "words":
      return wordsNode(request);
    case "phrase":
      return phraseOfTokens({
        field,
        tokens: cutText({ analyzer, text, context, asClauses: false }),
        slop: settings.slop,
      });
    case "phrase_prefix":
      return phrasePrefixOfTokens({
        field,
        tokens: cutText({ analyzer, text, context, asClauses: false }),
        slop: settings.slop,
        maxExpansions: settings.maxExpansions,
        context,
      });
    case "bool_prefix":
      return boolPrefix(request);
  }
}

function matchExact({
  field,
  text,
  settings,
  context,
}: {
  field: FieldType;
  text: string;
  settings: MatchSettings;
  context: RewriteContext;
}): LuceneNode {
  if (settings.kind === "phrase_prefix")
    throw illegalArgument(
      `Can only use phrase prefix queries on text fields - not on [${field.path}] which is of type [${field.type}]`,
    );
  if (settings.kind === "bool_prefix") {
    if (field.kind !== "keyword")
      throw new EngineError(
        400,
        "query_shard_exception",
        `Can only use prefix queries on keyword and text fields - not on [${field.path}] which is of type [${field.type}]`,
      );
    const prefix = storedTerm(field, text);
    return {
      kind: "multi_term",
      boost: 1,
      field: field.path,
      prefix,
      label: `${prefix}*`,
      accepts: (term) => term.startsWith(prefix),
    };
  }
  if (settings.fuzzy && field.kind === "keyword")
    return fuzzyNode({ field: field.path, term: storedTerm(field, text), settings: settings.fuzzy });
  if (settings.fuzzy)
    throw illegalArgument(
      `Can only use fuzzy queries on keyword and text fields - not on [${field.path}] which is of type [${field.type}]`,
    );
  return exactNode({ field, value: text, context });
}

/**
 * The query of `match` and its kin on one field; undefined when the analysed text is empty and `zeroTerms` is "null".
 * `lenient` turns values that do not fit the field into a query that matches nothing.
 */
export function matchNode({
  path,
  text,
  settings,
  context,
}: {
  path: string;
  text: string;
  settings: MatchSettings;
  context: RewriteContext;
}): LuceneNode | undefined {
  const meta = metaNode(path, [text], context);
  if (meta) return meta;
  const field = context.index.mapping.field(path);
  if (!field) return noneNode(`unmapped field [${path}]`);
  try {
    const analyzer = analyzerFor({ field, settings, context });
    if (field.kind === "text" && !field.indexed)
      throw illegalArgument(`Cannot search on field [${path}] since it is not indexed.`);
    if (!analyzer || (field.kind !== "text" && field.kind !== "keyword"))
      return matchExact({ field, text, settings, context });
    const found = matchText({ field, analyzer, text, settings, context });
    if (found) return found;
  } catch (error) {
    if (settings.lenient && error instanceof EngineError)
      return noneNode(`failed [${path}] query, caused by ${error.type}:[${error.reason}]`);
    throw error;
  }
  if (settings.zeroTerms === "null") return undefined;
  return settings.zeroTerms === "all" ? allNode() : noneNode("Matching no documents because no terms present");
}

/** Every clause must match: for texts that were cut before. */
export function conjunction(queries: readonly LuceneNode[]): LuceneNode {
  return queries.length === 1 ? queries[0]! : booleanNode({ must: queries });
}
