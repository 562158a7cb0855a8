import type { JsonObject } from "@common/json";
import { illegalArgument } from "../errors";
import { javaRegExp } from "./java-regexp";
import { edgeNgramTokenizer, ngramTokenizer } from "./ngram-tokenizers";
import { numberSetting, stringSetting, type StreamToken, type Tokenizer, type TokenizerFactory } from "./parts";
import { standardTokenizer } from "./standard-tokenizer";

/** One token for each match of a global expression. */
export function matchingTokenizer(expression: RegExp, change: (term: string) => string = (term) => term): Tokenizer {
  return (text) => {
    const tokens: StreamToken[] = [];
    for (const match of text.matchAll(expression)) {
      const startOffset = match.index;
      const endOffset = startOffset + match[0].length;
      tokens.push({ term: change(match[0]), position: tokens.length, positionLength: 1, startOffset, endOffset, type: "word" });
    }
    return tokens;
  };
}

/** The whole text as one token, an empty one too. */
export function keywordTokenizer(text: string): StreamToken[] {
  return [{ term: text, position: 0, positionLength: 1, startOffset: 0, endOffset: text.length, type: "word" }];
}

/** Lower case letter by letter as Java's `Character.toLowerCase` does: İ is i, and a capital sigma at the end of a word is σ. */
export function lowerCase(text: string): string {
  return /[İΣ]/.test(text) ? text.replaceAll("İ", "i").replaceAll("Σ", "σ").toLowerCase() : text.toLowerCase();
}

// Java's Character.isWhitespace leaves non-breaking spaces out.
export const WHITESPACE = String.raw`\u0009-\u000D\u001C-\u001F\u0020\u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000`;

function patternTokenizer(settings: JsonObject): Tokenizer {
  const expression = javaRegExp(stringSetting(settings, "pattern") ?? "\\W+", stringSetting(settings, "flags"));
  const group = numberSetting(settings, "group", -1);
  return group < 0 ? splittingTokenizer(expression) : groupTokenizer(expression, group);
}

/** The texts between the matches of a global expression; empty ones are left out. */
export function splittingTokenizer(expression: RegExp): Tokenizer {
  return (text) => {
    const tokens: StreamToken[] = [];
    const push = (startOffset: number, endOffset: number) => {
      if (endOffset > startOffset) tokens.push({ term: text.slice(startOffset, endOffset), position: tokens.length, positionLength: 1, startOffset, endOffset, type: "word" });
    };
    let from = 0;
    for (const match of text.matchAll(expression)) {
      push(from, match.index);
      from = match.index + match[0].length;
    }
    push(from, text.length);
    return tokens;
  };
}

function groupTokenizer(expression: RegExp, group: number): Tokenizer {
  const indexed = new RegExp(expression.source, `${expression.flags}d`);
  return (text) => {
    const tokens: StreamToken[] = [];
    for (const match of text.matchAll(indexed)) {
      const place = match.indices?.[group];
      if (!place || place[0] === place[1]) continue;
      tokens.push({ term: text.slice(place[0], place[1]), position: tokens.length, positionLength: 1, startOffset: place[0], endOffset: place[1], type: "word" });
    }
    return tokens;
  };
}

function wordSegments(): Tokenizer {
  const segmenter = new Intl.Segmenter("th", { granularity: "word" });
  return (text) => {
    const tokens: StreamToken[] = [];
    for (const { segment, index, isWordLike } of segmenter.segment(text)) {
      if (!isWordLike) continue;
      tokens.push({ term: segment, position: tokens.length, positionLength: 1, startOffset: index, endOffset: index + segment.length, type: "word" });
    }
    return tokens;
  };
}

const LETTERS = /\p{L}+/gu;

/** Tokenizers by the `type` of their settings; every one also works under its own name without settings. */
export const tokenizerFactories: ReadonlyMap<string, TokenizerFactory> = new Map<string, TokenizerFactory>([
  ["standard", (settings) => standardTokenizer(maxLength(settings))],
  ["whitespace", (settings) => whitespaceTokenizer(maxLength(settings))],
  ["keyword", () => keywordTokenizer],
  ["letter", () => matchingTokenizer(LETTERS)],
  ["lowercase", () => matchingTokenizer(LETTERS, lowerCase)],
  ["pattern", patternTokenizer],
  ["thai", wordSegments],
  ["ngram", ngramTokenizer],
  ["nGram", ngramTokenizer],
  ["edge_ngram", edgeNgramTokenizer],
  ["edgeNGram", edgeNgramTokenizer],
]);

function whitespaceTokenizer(maxTokenLength: number): Tokenizer {
  return matchingTokenizer(new RegExp(`[^${WHITESPACE}]{1,${maxTokenLength}}`, "gu"));
}

function maxLength(settings: JsonObject): number {
  const length = numberSetting(settings, "max_token_length", 255);
  if (length < 1 || length > 1_048_576) throw illegalArgument(`maxTokenLength must be greater than 0 and less than 1048576 passed: ${length}`);
  return length;
}
