import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { javaExpression, type Expression } from "../expressions/java-expression";
import { edgeNgramTokenizer, ngramTokenizer } from "./ngram-tokenizers";
import { lazyTokenizer, numberSetting, stringSetting, type TokenizerFactory } from "../parts";
import type { StreamToken, Tokenizer } from "../types";
import { standardTokenizer } from "./standard-tokenizer";
import { stretchesOf } from "../stretches";

function word({
  term,
  position,
  startOffset,
  endOffset,
}: {
  term: string;
  position: number;
  startOffset: number;
  endOffset: number;
}): StreamToken {
  return { term, position, positionLength: 1, startOffset, endOffset, type: "word" };
}

/** One token for each run of letters. */
export function letterTokenizer(change: (term: string) => string = (term) => term): Tokenizer {
  return lazyTokenizer(function* (text) {
    let position = 0;
    for (const { 0: found, index } of text.matchAll(LETTERS))
      yield word({ term: change(found), position: position++, startOffset: index, endOffset: index + found.length });
  });
}

/** The whole text as one token, an empty one too. */
export function keywordTokenizer(text: string): StreamToken[] {
  return [word({ term: text, position: 0, startOffset: 0, endOffset: text.length })];
}

/**
 * Lower case letter by letter as Java's `Character.toLowerCase` does: İ is i, and a capital sigma at the end of a word
 * is σ.
 */
export function lowerCase(text: string): string {
  return /[İΣ]/.test(text) ? text.replaceAll("İ", "i").replaceAll("Σ", "σ").toLowerCase() : text.toLowerCase();
}

// Java's Character.isWhitespace leaves non-breaking spaces out.
export const WHITESPACE = String.raw`\u0009-\u000D\u001C-\u001F\u0020\u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000`;

function patternTokenizer(settings: JsonObject): Tokenizer {
  const expression = javaExpression(stringSetting(settings, "pattern") ?? "\\W+", stringSetting(settings, "flags"));
  const group = numberSetting(settings, "group", -1);
  return group < 0 ? splittingTokenizer(expression) : groupTokenizer(expression, group);
}

/** The texts between the matches of an expression; empty ones are left out. */
export function splittingTokenizer(expression: Expression): Tokenizer {
  return lazyTokenizer(function* (text, patienceMs) {
    let from = 0;
    let position = 0;
    for (const { start, end } of expression.all(text, patienceMs)) {
      if (start > from)
        yield word({ term: text.slice(from, start), position: position++, startOffset: from, endOffset: start });
      from = end;
    }
    if (text.length > from) yield word({ term: text.slice(from), position, startOffset: from, endOffset: text.length });
  });
}

function groupTokenizer(expression: Expression, group: number): Tokenizer {
  return lazyTokenizer(function* (text, patienceMs) {
    let position = 0;
    for (const match of expression.all(text, patienceMs)) {
      const [startOffset, endOffset] = match.place(group) ?? [0, 0];
      if (endOffset > startOffset)
        yield word({ term: text.slice(startOffset, endOffset), position: position++, startOffset, endOffset });
    }
  });
}

function wordSegments(): Tokenizer {
  const segmenter = new Intl.Segmenter("th", { granularity: "word" });
  return lazyTokenizer(function* (text) {
    let position = 0;
    // ICU looks at a text without a break again from each of its words.
    for (const { from, end } of stretchesOf(text, 1_024)) {
      for (const { segment, index, isWordLike } of segmenter.segment(text.slice(from, end))) {
        if (isWordLike)
          yield word({
            term: segment,
            position: position++,
            startOffset: from + index,
            endOffset: from + index + segment.length,
          });
      }
    }
  });
}

const LETTERS = /\p{L}+/gu;

/** Tokenizers by the `type` of their settings; every one also works under its own name without settings. */
export const tokenizerFactories: ReadonlyMap<string, TokenizerFactory> = new Map<string, TokenizerFactory>([
  ["standard", (settings) => standardTokenizer(maxLength(settings))],
  ["whitespace", (settings) => whitespaceTokenizer(maxLength(settings))],
  ["keyword", () => keywordTokenizer],
  ["letter", () => letterTokenizer()],
  ["lowercase", () => letterTokenizer(lowerCase)],
  ["pattern", patternTokenizer],
  ["thai", wordSegments],
  ["ngram", ngramTokenizer],
  ["nGram", ngramTokenizer],
  ["edge_ngram", edgeNgramTokenizer],
  ["edgeNGram", edgeNgramTokenizer],
]);

const SPACE = new RegExp(`[${WHITESPACE}]`);
/** By UTF-16 unit; no white space is beyond. */
const SPACES = Uint8Array.from({ length: 0x3001 }, (_, unit) => Number(SPACE.test(String.fromCharCode(unit))));

/** The texts between white space; longer ones than `maxTokenLength` code points are cut. */
export function whitespaceTokenizer(maxTokenLength = 255): Tokenizer {
  return lazyTokenizer(function* (text) {
    let position = 0;
    for (let at = 0; at < text.length;) {
      let next = at;
      while (next < text.length && SPACES[text.charCodeAt(next)] !== 1) next++;
      const found = text.slice(at, next);
      for (let from = 0; from < found.length;) {
        const end = from + unitsOf(found, from, maxTokenLength);
        yield word({
          term: found.slice(from, end),
          position: position++,
          startOffset: at + from,
          endOffset: at + end,
        });
        from = end;
      }
      at = next + 1;
    }
  });
}

/** UTF-16 units of the code points from a place on. */
function unitsOf(text: string, from: number, points: number): number {
  if (text.length - from <= points) return text.length - from;
  let at = from;
  for (let taken = 0; taken < points && at < text.length; taken++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at - from;
}

function maxLength(settings: JsonObject): number {
  const length = numberSetting(settings, "max_token_length", 255);
  if (length < 1 || length > 1_048_576)
    throw illegalArgument(`maxTokenLength must be greater than 0 and less than 1048576 passed: ${length}`);
  return length;
}
