import type { Analyzer, Token } from "../analysis/types";

const FILLER = "_";

function pairOf({ term, position, startOffset }: Token, second: string, endOffset: number): Token {
  return { term: `${term} ${second}`, position, positionLength: 1, startOffset, endOffset, type: "shingle" };
}

/**
 * Two-word shingles of a token list, as Lucene's FixedShingleFilter makes them: every pair of neighbours, stacked ones
 * included, a hole filled with `_`.
 */
export function wordPairs(tokens: readonly Token[]): Token[] {
  const pairs: Token[] = [];
  let from = 0;
  while (from < tokens.length) {
    const position = tokens[from]?.position ?? 0;
    let next = from;
    while (tokens[next]?.position === position) next++;
    const following = tokens[next]?.position;
    if (following === undefined) break;
    const seconds = following === position + 1 ? tokens.slice(next, endOfStack(tokens, next)) : undefined;
    for (const first of tokens.slice(from, next)) {
      if (!seconds) pairs.push(pairOf(first, FILLER, first.endOffset));
      else for (const { term, endOffset } of seconds) pairs.push(pairOf(first, term, endOffset));
    }
    from = next;
  }
  return pairs;
}

function endOfStack(tokens: readonly Token[], from: number): number {
  let end = from;
  while (end < tokens.length && tokens[end]?.position === tokens[from]?.position) end++;
  return end;
}

/** The analyzer of the hidden field that `index_phrases` adds. */
export function phraseAnalyzer(analyzer: Analyzer): Analyzer {
  const { name, positionIncrementGap, pieces } = analyzer;
  return {
    name,
    positionIncrementGap,
    analyze: (text) => wordPairs(analyzer.analyze(text)),
    ...(pieces && { pieces: (text: string) => pairsInPieces(pieces(text)) }),
  };
}

/** The same of tokens that come in pieces: of the last two places it is not known yet what follows them. */
function* pairsInPieces(pieces: Iterable<readonly Token[]>): Iterable<Token[]> {
  let held: Token[] = [];
  // Where the tokens of the last place begin, and those of the one before.
  let last = 0;
  let before = 0;
  for (const piece of pieces) {
    for (const token of piece) {
      if (held.length > 0 && token.position !== held.at(-1)?.position) {
        before = last;
        last = held.length;
      }
      held.push(token);
    }
    if (before === 0) {
      yield [];
      continue;
    }
    yield wordPairs(held.slice(0, last));
    held = held.slice(before);
    last -= before;
    before = 0;
  }
  yield wordPairs(held);
}
