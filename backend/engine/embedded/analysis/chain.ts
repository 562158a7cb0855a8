import { type CharFilter, isTokenwise, type StreamToken, type TokenFilter, type Tokenizer } from "./parts";
import type { Analyzer, Normalizer } from "./types";

export type Chain = { charFilters: readonly CharFilter[]; tokenizer: Tokenizer; filters: readonly TokenFilter[] };

/** Tokens of a text by a chain; offsets lead back into the text as it was before the character filters. */
export function runChain({ charFilters, tokenizer, filters }: Chain, text: string): StreamToken[] {
  if (charFilters.length === 0) return filters.reduce((tokens, filter) => filter(tokens), tokenizer(text));
  let filtered = text;
  const corrections: ((offset: number, end: boolean) => number)[] = [];
  for (const charFilter of charFilters) {
    const step = charFilter(filtered);
    filtered = step.text;
    corrections.unshift(step.original);
  }
  const tokens = tokenizer(filtered);
  for (const token of tokens) {
    token.startOffset = corrections.reduce((offset, correct) => correct(offset, false), token.startOffset);
    token.endOffset = corrections.reduce((offset, correct) => correct(offset, true), token.endOffset);
  }
  return filters.reduce((list, filter) => filter(list), tokens);
}

/** Tokens in one piece. */
const PIECE = 2048;

/**
 * The tokens of `runChain` a few thousand at a time: the filters from the last one on that has to see them all are given pieces. N-grams of a
 * text of megabytes are gigabytes of tokens.
 */
export function* runInPieces({ charFilters, tokenizer, filters }: Chain, text: string): Iterable<StreamToken[]> {
  const whole = filters.findLastIndex((filter) => !isTokenwise(filter)) + 1;
  const tokens = runChain({ charFilters, tokenizer, filters: filters.slice(0, whole) }, text);
  const rest = filters.slice(whole);
  for (let at = 0; at < tokens.length; at += PIECE) yield rest.reduce((piece, filter) => filter(piece), tokens.slice(at, at + PIECE));
}

export function chainAnalyzer(name: string, chain: Chain, positionIncrementGap = 100): Analyzer {
  return { name, positionIncrementGap, analyze: (text) => runChain(chain, text), pieces: (text) => runInPieces(chain, text) };
}

export function chainNormalizer(name: string, charFilters: readonly CharFilter[], filters: readonly TokenFilter[]): Normalizer {
  return {
    name,
    normalize(text) {
      let filtered = text;
      for (const charFilter of charFilters) filtered = charFilter(filtered).text;
      const token: StreamToken = { term: filtered, position: 0, positionLength: 1, startOffset: 0, endOffset: filtered.length, type: "word" };
      const [first] = filters.reduce<StreamToken[]>((tokens, filter) => filter(tokens), [token]);
      return first?.term ?? "";
    },
  };
}
