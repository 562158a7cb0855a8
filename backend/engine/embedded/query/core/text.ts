import { illegalArgument } from "../../errors";
import type { Analyzer, Token } from "../../analysis/types";
import type { FieldType } from "../../mapping/types";
import type { LuceneNode, PhraseSlot, RewriteContext } from "../types";
import { cutText } from "./cut";
import { fuzzyNode, type FuzzySettings } from "./fuzzy";
import { graphPieces, isGraph, pathsOf } from "./graph";
import { minimumShouldMatch } from "./minimum-should-match";
import { booleanNode, noneNode, termNode } from "./nodes";

/** How a text becomes a query on one field. */
export type TextSettings = {
  operator: "and" | "or";
  minimumShouldMatch?: string;
  fuzzy?: FuzzySettings;
  /** Words of one synonym of several words must stand side by side. */
  synonymPhrases: boolean;
};

const PHRASE_SUFFIX = "._index_phrase";

/** Terms by position: words stacked on one place are in one list. */
function stacks(tokens: readonly Token[]): { position: number; terms: string[] }[] {
  const found: { position: number; terms: string[] }[] = [];
  for (const token of tokens) {
    const last = found.at(-1);
    if (last && last.position === token.position) last.terms.push(token.term);
    else found.push({ position: token.position, terms: [token.term] });
  }
  return found;
}

function stackNode({
  field,
  terms,
  settings,
}: {
  field: string;
  terms: readonly string[];
  settings: TextSettings;
}): LuceneNode {
  const [term = ""] = terms;
  if (terms.length > 1) return { kind: "synonym", boost: 1, field, terms: [...new Set(terms)] };
  return settings.fuzzy ? fuzzyNode({ field, term, settings: settings.fuzzy }) : termNode({ field, term });
}

/** A clause for each place of the text. Where a word graph splits, the side paths are alternatives. */
export function textClauses({
  field,
  tokens,
  settings,
}: {
  field: string;
  tokens: readonly Token[];
  settings: TextSettings;
}): LuceneNode[] {
  if (!isGraph(tokens)) return stacks(tokens).map(({ terms }) => stackNode({ field, terms, settings }));
  return graphPieces(tokens).map((piece) => {
    if (piece.paths.length === 0) return stackNode({ field, terms: piece.terms, settings });
    const paths = piece.paths.map((path): LuceneNode => {
      if (path.length === 1) return termNode({ field, term: path[0]!.term });
      const slots = path.map((token, at): PhraseSlot => ({ position: at, terms: [token.term] }));
      if (settings.synonymPhrases) return { kind: "phrase", boost: 1, field, slots, slop: 0 };
      return booleanNode({ must: path.map((token) => termNode({ field, term: token.term })) });
    });
    return booleanNode({ should: paths });
  });
}

/** Joins clauses by the operator; one clause stays alone, none is undefined. */
export function joinClauses(clauses: readonly LuceneNode[], settings: TextSettings): LuceneNode | undefined {
  const [only] = clauses;
  if (clauses.length <= 1) return only;
  if (settings.operator === "and") {
    // As the peer counts: of no optional words, one or more must match.
    const impossible =
      settings.minimumShouldMatch !== undefined && minimumShouldMatch(settings.minimumShouldMatch, 0) > 0;
    return impossible ? noneNode("minimum_should_match of no optional words") : booleanNode({ must: clauses });
  }
  const minimum =
    settings.minimumShouldMatch === undefined ? 0 : minimumShouldMatch(settings.minimumShouldMatch, clauses.length);
  return booleanNode({ should: clauses, minimumShouldMatch: minimum });
}

/** `text` analysed into a boolean query over its words; undefined when no word is left. */
export function wordsNode({
  field,
  analyzer,
  text,
  settings,
  context,
}: {
  field: FieldType;
  analyzer: Analyzer;
  text: string;
  settings: TextSettings;
  context: RewriteContext;
}): LuceneNode | undefined {
  const tokens = cutText({ analyzer, text, context, asClauses: true });
  return joinClauses(textClauses({ field: field.path, tokens, settings }), settings);
}

function requirePositions(field: FieldType): void {
  if (!field.positions)
    throw illegalArgument(`field:[${field.path}] was indexed without position data; cannot run PhraseQuery`);
}

/** Two-word shingles in the hidden field, where the phrase has no gap and no stacked words. */
function shingleNode(field: FieldType, slots: readonly PhraseSlot[]): LuceneNode | undefined {
  if (!field.indexPhrases || slots.length < 2) return undefined;
  const start = slots[0]!.position;
  if (slots.some((slot, at) => slot.terms.length > 1 || slot.position !== start + at)) return undefined;
  const words = slots.map((slot) => slot.terms[0]!);
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  const hidden = `${field.path}${PHRASE_SUFFIX}`;
  if (pairs.length === 1) return termNode({ field: hidden, term: pairs[0]! });
  return {
    kind: "phrase",
    boost: 1,
    field: hidden,
    slots: pairs.map((term, at) => ({ position: at, terms: [term] })),
    slop: 0,
  };
}

/**
 * All paths through a word graph as one phrase: Lucene's span query, whose weight is the idf of every word in the
 * graph.
 */
function graphPhrase(field: FieldType, tokens: readonly Token[]): LuceneNode | undefined {
  requirePositions(field);
  const [slots, ...others] = pathsOf(tokens).map((path) =>
    path.map(({ term }, position): PhraseSlot => ({ position, terms: [term] })),
  );
  return slots && { kind: "phrase", boost: 1, field: field.path, slots, slop: 0, others };
}

/** Words side by side, in order, at most `slop` moves apart. */
export function phraseOfTokens({
  field,
  tokens,
  slop,
}: {
  field: FieldType;
  tokens: readonly Token[];
  slop: number;
}): LuceneNode | undefined {
  if (tokens.length === 0) return undefined;
  if (isGraph(tokens)) {
    if (slop === 0) return graphPhrase(field, tokens);
    const paths = pathsOf(tokens).map((path) =>
      phraseOfTokens({ field, tokens: path.map((token, at) => ({ ...token, position: at, positionLength: 1 })), slop }),
    );
    return booleanNode({ should: paths.filter((one) => one !== undefined) });
  }
  const slots = stacks(tokens);
  const [only] = slots;
  if (slots.length === 1 && only)
    return only.terms.length > 1
      ? { kind: "synonym", boost: 1, field: field.path, terms: only.terms }
      : termNode({ field: field.path, term: only.terms[0]! });
  requirePositions(field);
  if (slop === 0) {
    const shingles = shingleNode(field, slots);
    if (shingles) return shingles;
  }
  return { kind: "phrase", boost: 1, field: field.path, slots, slop };
}

/** The first `limit` terms of a field that begin with a text, over all segments, in order. */
export function termsWithPrefix({
  field,
  prefix,
  limit,
  context,
}: {
  field: string;
  prefix: string;
  limit: number;
  context: RewriteContext;
}): string[] {
  const found = new Set<string>();
  for (const segment of context.snapshot.segments) {
    const reader = segment.field(field);
    if (!reader) continue;
    let taken = 0;
    for (const entry of reader.terms.withPrefix(prefix)) {
      found.add(entry.term);
      if (++taken >= limit) break;
    }
  }
  return [...found].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, limit);
}

/** A phrase whose last word is only begun; one word alone becomes the sum of the words it may become. */
export function phrasePrefixOfTokens({
  field,
  tokens,
  slop,
  maxExpansions,
  context,
}: {
  field: FieldType;
  tokens: readonly Token[];
  slop: number;
  maxExpansions: number;
  context: RewriteContext;
}): LuceneNode | undefined {
  const slots = stacks(tokens);
  const last = slots.at(-1);
  if (!last) return undefined;
  const terms = last.terms.flatMap((prefix) =>
    termsWithPrefix({ field: field.path, prefix, limit: maxExpansions, context }),
  );
  if (terms.length === 0) return { kind: "none", boost: 1, reason: `no terms begin with [${last.terms.join()}]` };
  if (slots.length === 1)
    return terms.length === 1
      ? termNode({ field: field.path, term: terms[0]! })
      : booleanNode({ should: terms.map((term) => termNode({ field: field.path, term })) });
  requirePositions(field);
  return {
    kind: "phrase",
    boost: 1,
    field: field.path,
    slots: [...slots.slice(0, -1), { position: last.position, terms: [...new Set(terms)] }],
    slop,
  };
}
