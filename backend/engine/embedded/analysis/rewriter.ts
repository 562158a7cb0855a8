import type { CharFilter } from "./parts";

/** A character filter that replaces each match of a global expression, and leads offsets back through what it replaced. */
export function createRewriter(expression: RegExp, replace: (match: RegExpExecArray | RegExpMatchArray) => string): CharFilter {
  return (text) => {
    // Places in the new text from which on offsets differ, and by how much.
    const places: { at: number; difference: number }[] = [];
    let out = "";
    let from = 0;
    for (const match of text.matchAll(expression)) {
      const start = match.index;
      const replacement = replace(match);
      const before = start - out.length - (start - from);
      out += text.slice(from, start);
      from = start + match[0].length;
      const shift = match[0].length - replacement.length;
      if (shift > 0) places.push({ at: out.length + replacement.length, difference: before + shift });
      // What is longer than it was gives every extra character the offset of the match's end.
      for (let extra = 1; shift < 0 && extra <= -shift; extra++) places.push({ at: out.length + match[0].length + extra, difference: before - extra });
      out += replacement;
    }
    if (places.length === 0) return { text: out + text.slice(from), original: (offset) => offset };
    return { text: out + text.slice(from), original: (offset) => offset + differenceAt(places, offset) };
  };
}

function differenceAt(places: readonly { at: number; difference: number }[], offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1]?.difference ?? 0;
}
