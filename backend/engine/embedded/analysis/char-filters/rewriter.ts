import { illegalArgument } from "../../errors";
import type { Steps } from "../../steps";
import type { CharFilter, FilteredText } from "../types";

/** What a character filter replaces: a place in the text, and what comes there. */
export type Replacement = { start: number; end: number; text: string };

/** Replacements between two slices. */
const STRETCH = 512;

/** Units by which replacements may make a text longer, beside its own length once more. */
const MOST_GROWTH = 500_000;

/**
 * A character filter that makes replacements, from left to right, and leads offsets back through them. Where undefined
 * is given others may have their turn.
 */
export function createRewriter(
  replacements: (text: string, patienceMs?: number) => Iterable<Replacement | undefined>,
): CharFilter {
  return (text, patienceMs) => rewrite(text, replacements(text, patienceMs));
}

function* rewrite(text: string, replacements: Iterable<Replacement | undefined>): Steps<FilteredText> {
  // Places in the new text from which on offsets differ, and by how much.
  const places: { at: number; difference: number }[] = [];
  const out: string[] = [];
  let length = 0;
  let from = 0;
  let done = 0;
  for (const given of replacements) {
    if (!given || ++done % STRETCH === 0) yield;
    if (!given) continue;
    const { start, end, text: replacement } = given;
    if (length + replacement.length > 2 * text.length + MOST_GROWTH)
      throw illegalArgument(
        `The replacements of a char filter make a text of [${text.length}] characters longer than the allowed maximum of [${2 * text.length + MOST_GROWTH}]`,
      );
    // How far the new text lags behind up to here.
    const before = from - length;
    out.push(text.slice(from, start), replacement);
    length += start - from;
    from = end;
    const replaced = end - start;
    const shift = replaced - replacement.length;
    if (shift > 0) places.push({ at: length + replacement.length, difference: before + shift });
    // What is longer than it was gives every extra character the offset of the match's end.
    for (let extra = 1; shift < 0 && extra <= -shift; extra++)
      places.push({ at: length + replaced + extra, difference: before - extra });
    length += replacement.length;
  }
  out.push(text.slice(from));
  const whole = out.join("");
  if (places.length === 0) return { text: whole, original: (offset) => offset };
  return { text: whole, original: (offset) => offset + differenceAt(places, offset) };
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
