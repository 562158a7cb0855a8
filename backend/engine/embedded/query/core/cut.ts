import { SEARCH_LIMITS } from "@common/limits/search";
import type { Analyzer, Token } from "../../analysis/types";
import { illegalArgument } from "../../errors";
import type { RewriteContext } from "../types";
import { MAX_CLAUSES, tooManyClauses } from "./nodes";

/** What a text costs beside its characters. */
const EACH = 16;
/** Longer texts are cut piece by piece. */
const LONG_TEXT = 8_192;
/**
 * Places after which a text cannot come to few enough clauses any more: side paths of a graph join two or three of them
 * into one.
 */
const MOST_PLACES = 4 * MAX_CLAUSES;

function count(text: string, { meter }: RewriteContext): void {
  const { most } = SEARCH_LIMITS.analysed;
  meter.cut += text.length + EACH;
  if (meter.cut > most)
    throw illegalArgument(`the texts of the search come to more than [${most}] characters over all clauses and fields`);
}

/**
 * The words of a text of a search. What the texts of one search come to together is counted before they are cut; where
 * each word is to be a clause, a long text is cut no further than clauses can go. Throws EngineError.
 */
export function cutText({
  analyzer,
  text,
  context,
  asClauses,
}: {
  analyzer: Analyzer;
  text: string;
  context: RewriteContext;
  asClauses: boolean;
}): Token[] {
  count(text, context);
  if (!asClauses || text.length <= LONG_TEXT || !analyzer.pieces) return analyzer.analyze(text);
  const tokens: Token[] = [];
  let places = 0;
  let last = -1;
  for (const piece of analyzer.pieces(text)) {
    for (const token of piece) {
      if (token.position !== last && ++places > MOST_PLACES) throw tooManyClauses();
      last = token.position;
      tokens.push(token);
    }
  }
  return tokens;
}
