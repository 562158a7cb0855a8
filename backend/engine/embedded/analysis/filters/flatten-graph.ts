import { inStretches } from "../parts";
import type { StreamToken, TokenFilter } from "../types";

/**
 * Where a text that comes in pieces stands: the furthest place that tokens reached, as it was and as it is laid, and
 * the last offset.
 */
type Reached = { furthest: number; depth: number; offset: number };

/** A stretch of a text without an arc that leads out of it, laid flat; moves on what was reached. */
function laid(tokens: readonly StreamToken[], reached: Reached): StreamToken[] {
  const depths = new Map<number, number>([[reached.furthest, reached.depth]]);
  let { furthest } = reached;
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
    return {
      ...token,
      position,
      positionLength: Math.max(1, (depths.get(token.position + token.positionLength) ?? position + 1) - position),
    };
  });
  reached.furthest = furthest;
  reached.depth = depths.get(furthest) ?? 0;
  return withCommonOffsets(
    flat.sort((a, b) => a.position - b.position),
    reached,
  );
}

// All tokens that begin (or end) at a place share its offset: the last start and the first end of those there.
function withCommonOffsets(tokens: readonly StreamToken[], reached: Reached): StreamToken[] {
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { position, positionLength, startOffset, endOffset } of tokens) {
    starts.set(position, Math.max(starts.get(position) ?? 0, startOffset));
    ends.set(position + positionLength, Math.min(ends.get(position + positionLength) ?? Infinity, endOffset));
  }
  return tokens.map((token) => {
    const startOffset = Math.max(reached.offset, starts.get(token.position) ?? token.startOffset);
    reached.offset = startOffset;
    return {
      ...token,
      startOffset,
      endOffset: Math.max(startOffset, ends.get(token.position + token.positionLength) ?? token.endOffset),
    };
  });
}

const isFlat = (tokens: readonly StreamToken[]) =>
  tokens.every(
    ({ position, positionLength }, place) =>
      positionLength === 1 && position - (tokens[place - 1]?.position ?? -1) <= 2,
  );

/** The last token at whose place all arcs before it have ended. */
function lastCut(tokens: readonly StreamToken[]): number {
  let cut = 0;
  let furthest = -1;
  for (const [at, { position, positionLength }] of tokens.entries()) {
    if (at > 0 && position >= furthest) cut = at;
    furthest = Math.max(furthest, position + positionLength);
  }
  return cut;
}

/**
 * `flatten_graph`: side paths are laid over the main one, each place as far as its longest path, so that the index can
 * hold the tokens.
 */
export const flattenGraph: TokenFilter = inStretches(() => {
  const reached: Reached = { furthest: 0, depth: 0, offset: 0 };
  let held: StreamToken[] = [];
  let isFirst = true;
  return (tokens, last) => {
    if (isFirst && last && isFlat(tokens)) return tokens;
    isFirst = false;
    for (const token of tokens) held.push(token);
    const cut = last ? held.length : lastCut(held);
    const whole = held.slice(0, cut);
    held = held.slice(cut);
    return laid(whole, reached);
  };
});
