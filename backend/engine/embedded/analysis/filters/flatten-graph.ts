import type { StreamToken, TokenFilter } from "../parts";

/** `flatten_graph`: side paths are laid over the main one, each place as far as its longest path, so that the index can hold the tokens. */
export const flattenGraph: TokenFilter = (tokens) => {
  if (tokens.every(({ position, positionLength }, place) => positionLength === 1 && position - (tokens[place - 1]?.position ?? -1) <= 2)) return tokens;
  const depths = new Map<number, number>();
  let furthest = 0;
  for (const { position, positionLength } of tokens) {
    // A hole of any width becomes one of a single place, as in Lucene.
    const depth = depths.get(position) ?? (depths.get(furthest) ?? 0) + (position > furthest ? 1 : 0);
    const end = position + positionLength;
    const endDepth = Math.max(depths.get(end) ?? 0, depth + 1);
    depths.set(position, depth);
    depths.set(end, endDepth);
    furthest = Math.max(furthest, end);
  }
  const flat = tokens.map((token) => {
    const position = depths.get(token.position) ?? token.position;
    return { ...token, position, positionLength: Math.max(1, (depths.get(token.position + token.positionLength) ?? position + 1) - position) };
  });
  return withCommonOffsets(flat.sort((a, b) => a.position - b.position));
};

// All tokens that begin (or end) at a place share its offset: the last start and the first end of those there.
function withCommonOffsets(tokens: readonly StreamToken[]): StreamToken[] {
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { position, positionLength, startOffset, endOffset } of tokens) {
    starts.set(position, Math.max(starts.get(position) ?? 0, startOffset));
    ends.set(position + positionLength, Math.min(ends.get(position + positionLength) ?? Infinity, endOffset));
  }
  let last = 0;
  return tokens.map((token) => {
    const startOffset = Math.max(last, starts.get(token.position) ?? token.startOffset);
    last = startOffset;
    return { ...token, startOffset, endOffset: Math.max(startOffset, ends.get(token.position + token.positionLength) ?? token.endOffset) };
  });
}
