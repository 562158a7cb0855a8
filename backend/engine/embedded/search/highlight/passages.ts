import { stretchesOf } from "../../analysis/stretches";
import type { Steps } from "../../steps";
import type { Match } from "./matches";

export type Passage = { start: number; end: number; matches: Match[] };

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Matches between two chances for others. */
const BETWEEN = 64;
/** Units in which breaks are looked for at once: ICU may look at a text without any again from each of its words. */
const STRETCH = 4_096;

/** Breaks of a text, looked for only around the places that are asked for. */
class Breaks {
  private readonly stretches: readonly { from: number; end: number }[];
  private readonly known = new Map<number, number[]>();

  constructor(
    private readonly segmenter: Intl.Segmenter,
    private readonly text: string,
  ) {
    this.stretches = [...stretchesOf(text, STRETCH)];
  }

  private around(offset: number): readonly number[] {
    let low = 0;
    let high = this.stretches.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.stretches[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const { from, end } = this.stretches[low] ?? { from: 0, end: 0 };
    let list = this.known.get(from);
    if (!list)
      this.known.set(
        from,
        (list = [...Array.from(this.segmenter.segment(this.text.slice(from, end)), ({ index }) => from + index), end]),
      );
    return list;
  }

  preceding(offset: number): number {
    return this.around(offset - 1).findLast((place) => place < offset) ?? 0;
  }

  following(offset: number): number | undefined {
    return offset >= this.text.length ? undefined : this.around(offset).find((place) => place > offset);
  }
}

/**
 * Cuts a text into passages around its matches: whole sentences, joined while they fit into `size`; longer ones
 * are cut at words around the match. After Elasticsearch's bounded break iterator.
 */
export function* passagesOf(text: string, matches: readonly Match[], size: number): Steps<Passage[]> {
  const sentenceBreaks = new Breaks(sentences, text);
  const wordBreaks = new Breaks(words, text);
  const passages: Passage[] = [];
  let window = { start: -1, end: -1 };
  let inner = { start: -1, end: -1 };
  const open = (offset: number): void => {
    if (offset > window.start && offset < window.end) inner = { start: inner.end, end: window.end };
    else {
      inner = { start: sentenceBreaks.preceding(offset), end: sentenceBreaks.following(offset - 1) ?? text.length };
      while (inner.end - inner.start < size) {
        const next = sentenceBreaks.following(inner.end);
        if (next === undefined || next - inner.start > size) break;
        inner.end = next;
      }
      window = { ...inner };
    }
    if (inner.end - inner.start <= size) return;
    if (offset - size > inner.start) inner.start = Math.max(inner.start, wordBreaks.preceding(offset - size));
    const remaining = Math.max(0, size - (offset - inner.start));
    if (offset + remaining < window.end)
      inner.end = Math.min(window.end, wordBreaks.following(offset + remaining) ?? text.length);
  };
  for (const [at, match] of matches.entries()) {
    if (at % BETWEEN === BETWEEN - 1) yield;
    const last = passages.at(-1);
    if (last && match.start < last.end) {
      last.matches.push(match);
      continue;
    }
    open(match.start + 1);
    passages.push({ start: Math.max(inner.start, 0), end: Math.min(inner.end, text.length), matches: [match] });
  }
  return passages;
}

const K1 = 1.2;
const B = 0.75;
const PIVOT = 87;

/** How often each term stands in a text. */
export function countTerms(matches: readonly Match[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** How well a passage stands for its text (Lucene's PassageScorer); `total` are the counts of the whole text. */
export function passageScore(passage: Passage, total: ReadonlyMap<string, number>, contentLength: number): number {
  const docs = 1 + contentLength / PIVOT;
  let score = 0;
  for (const [term, count] of countTerms(passage.matches)) {
    const weight = (K1 + 1) * Math.log(1 + (docs + 0.5) / ((total.get(term) ?? 0) + 0.5));
    score += (weight * count) / (count + K1 * (1 - B + (B * (passage.end - passage.start)) / PIVOT));
  }
  return score * (1 + 1 / Math.log(PIVOT + passage.start));
}
