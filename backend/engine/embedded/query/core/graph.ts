import type { Token } from "../../analysis/types";

/** A stretch of a word graph: words at one place, or, where it splits, every path through the split. */
export type GraphPiece = { terms: string[]; paths: Token[][] };

const MAX_PATHS = 100;

/** True when a token spans several places, so that the words form a graph. */
export function isGraph(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.positionLength > 1);
}

function pathsBetween(byStart: ReadonlyMap<number, Token[]>, from: number, to: number): Token[][] {
  const found: Token[][] = [];
  const walk = (position: number, path: Token[]): void => {
    if (found.length >= MAX_PATHS) return;
    if (position >= to) {
      found.push(path);
      return;
    }
    const next = byStart.get(position);
    // A gap, left by a removed word, is stepped over.
    if (!next) return walk(position + 1, path);
    for (const token of next) walk(position + token.positionLength, [...path, token]);
  };
  walk(from, []);
  return found.filter((path) => path.length > 0);
}

function byStartOf(tokens: readonly Token[]): Map<number, Token[]> {
  const byStart = new Map<number, Token[]>();
  for (const token of tokens) {
    const known = byStart.get(token.position);
    if (known) known.push(token);
    else byStart.set(token.position, [token]);
  }
  return byStart;
}

function ends(tokens: readonly Token[]): { first: number; end: number } {
  return {
    first: tokens[0]?.position ?? 0,
    end: Math.max(0, ...tokens.map((token) => token.position + token.positionLength)),
  };
}

/** Cuts the graph at the places that every path goes through. */
export function graphPieces(tokens: readonly Token[]): GraphPiece[] {
  const byStart = byStartOf(tokens);
  const { first, end } = ends(tokens);
  const meets: number[] = [];
  for (let position = first; position <= end; position++) {
    if (!tokens.some((token) => token.position < position && token.position + token.positionLength > position))
      meets.push(position);
  }
  const pieces: GraphPiece[] = [];
  for (let at = 0; at + 1 < meets.length; at++) {
    const from = meets[at]!;
    const to = meets[at + 1]!;
    const here = byStart.get(from);
    if (!here) continue;
    if (here.every((token) => token.position + token.positionLength === to) && to === from + 1)
      pieces.push({ terms: here.map((token) => token.term), paths: [] });
    else pieces.push({ terms: [], paths: pathsBetween(byStart, from, to) });
  }
  return pieces;
}

/** Every path through the whole graph. */
export function pathsOf(tokens: readonly Token[]): Token[][] {
  const { first, end } = ends(tokens);
  return pathsBetween(byStartOf(tokens), first, end);
}
