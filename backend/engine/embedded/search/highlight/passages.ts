import type { Match } from "./matches";

export type Passage = { start: number; end: number; matches: Match[] };

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

function breaks(segmenter: Intl.Segmenter, text: string): number[] {
  return [...Array.from(segmenter.segment(text), (segment) => segment.index), text.length];
}

function preceding(list: readonly number[], offset: number): number {
  let found = 0;
  for (const place of list) {
    if (place >= offset) break;
    found = place;
  }
  return found;
}

function following(list: readonly number[], offset: number): number | undefined {
  return list.find((place) => place > offset);
}

/**
 * Cuts a text into passages around its matches: whole sentences, joined while they fit into `size`; longer ones
 * are cut at words around the match. After Elasticsearch's bounded break iterator.
 */
export function passagesOf(text: string, matches: readonly Match[], size: number): Passage[] {
  const sentenceBreaks = breaks(sentences, text);
  let wordBreaks: number[] | undefined;
  const passages: Passage[] = [];
  let window = { start: -1, end: -1 };
  let inner = { start: -1, end: -1 };
  const open = (offset: number): void => {
    if (offset > window.start && offset < window.end) inner = { start: inner.end, end: window.end };
    else {
      inner = { start: preceding(sentenceBreaks, offset), end: following(sentenceBreaks, offset - 1) ?? text.length };
      while (inner.end - inner.start < size) {
        const next = following(sentenceBreaks, inner.end);
        if (next === undefined || next - inner.start > size) break;
        inner.end = next;
      }
      window = { ...inner };
    }
    if (inner.end - inner.start <= size) return;
    wordBreaks ??= breaks(words, text);
    if (offset - size > inner.start) inner.start = Math.max(inner.start, preceding(wordBreaks, offset - size));
    const remaining = Math.max(0, size - (offset - inner.start));
    if (offset + remaining < window.end) inner.end = Math.min(window.end, following(wordBreaks, offset + remaining) ?? text.length);
  };
  for (const match of matches) {
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

/** How well a passage stands for its text (Lucene's PassageScorer). */
export function passageScore(passage: Passage, all: readonly Match[], contentLength: number): number {
  const frequency = new Map<string, number>();
  const total = new Map<string, number>();
  for (const { term } of all) total.set(term, (total.get(term) ?? 0) + 1);
  for (const { term } of passage.matches) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const docs = 1 + contentLength / PIVOT;
  let score = 0;
  for (const [term, count] of frequency) {
    const weight = (K1 + 1) * Math.log(1 + (docs + 0.5) / ((total.get(term) ?? 0) + 0.5));
    score += (weight * count) / (count + K1 * (1 - B + (B * (passage.end - passage.start)) / PIVOT));
  }
  return score * (1 + 1 / Math.log(PIVOT + passage.start));
}
