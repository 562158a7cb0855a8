/**
 * Patterns in which only `*` is special. They are never made into regular expressions: a dozen stars before a text that
 * does not fit would keep one busy for hours. Here each piece between two stars is looked for once, from the left.
 */
export type Glob = {
  readonly first: string;
  readonly middle: readonly string[];
  readonly last: string;
  readonly whole: boolean;
};

/** A pattern, read once for many texts. */
export function readGlob(pattern: string): Glob {
  const pieces = pattern.split("*");
  const last = pieces.length > 1 ? (pieces[pieces.length - 1] ?? "") : "";
  return {
    first: pieces[0] ?? "",
    middle: pieces.slice(1, -1).filter((piece) => piece !== ""),
    last,
    whole: pieces.length === 1,
  };
}

/** True where a whole text fits a pattern. */
export function globFits({ first, middle, last, whole }: Glob, text: string): boolean {
  if (whole) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  const at = placeAfter(middle, text, first.length);
  return at >= 0 && at <= text.length - last.length;
}

/** True where a pattern fits from the beginning of a text on, whatever follows. */
export function globBegins({ first, middle, last, whole }: Glob, text: string): boolean {
  if (!text.startsWith(first)) return false;
  return whole || placeAfter([...middle, last], text, first.length) >= 0;
}

/**
 * The place after the last of some pieces that follow each other, each as far left as it can; -1 where one is missing.
 */
function placeAfter(pieces: readonly string[], text: string, from: number): number {
  let at = from;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return -1;
    at = found + piece.length;
  }
  return at;
}

/** True where a name fits a pattern with `*`. */
export function fits(pattern: string, name: string): boolean {
  return pattern.includes("*") ? globFits(readGlob(pattern), name) : pattern === name;
}
