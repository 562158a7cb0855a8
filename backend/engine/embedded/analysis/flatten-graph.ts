import type { TokenFilter } from "./parts";

/** `flatten_graph`: side paths are laid over the main one, each place as far as its longest path, so that the index can hold the tokens. */
export const flattenGraph: TokenFilter = (tokens) => {
  if (tokens.every(({ positionLength }) => positionLength === 1)) return tokens;
  const depths = new Map<number, number>();
  let previous: { position: number; depth: number } | undefined;
  for (const { position, positionLength } of tokens) {
    const depth = depths.get(position) ?? (previous ? previous.depth + position - previous.position : position);
    depths.set(position, depth);
    depths.set(position + positionLength, Math.max(depths.get(position + positionLength) ?? 0, depth + 1));
    previous = { position, depth };
  }
  const flat = tokens.map((token) => {
    const position = depths.get(token.position) ?? token.position;
    return { ...token, position, positionLength: Math.max(1, (depths.get(token.position + token.positionLength) ?? position + 1) - position) };
  });
  return flat.sort((a, b) => a.position - b.position);
};
