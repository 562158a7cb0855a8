import type { JsonObject } from "@common/text/json";
import { illegalArgument } from "../errors";
import type { StreamToken, CharFilter, Tokenizer, TokenFilter } from "./types";

/** What a factory may look at besides its own settings. */
export type PartContext = {
  /** The name under which the part was asked for. */
  name: string;
  /** `index.max_ngram_diff` (1 by default). */
  maxNgramDiff: number;
  /** `index.max_shingle_diff` (3 by default). */
  maxShingleDiff: number;
  /** Tokens of a text by the analyzer as far as it stands before this filter; synonyms are read through it. */
  before(text: string): StreamToken[];
};

export type CharFilterFactory = (settings: JsonObject, context: PartContext) => CharFilter;
export type TokenizerFactory = (settings: JsonObject, context: PartContext) => Tokenizer;
export type FilterFactory = (settings: JsonObject, context: PartContext) => TokenFilter;

/** What the expressions of one text may take where others get their turn meanwhile. */
export const PATIENCE_IN_SLICES_MS = 3_000;

type LazyTokens = (text: string, patienceMs?: number) => Iterable<StreamToken>;
const lazies = new WeakMap<Tokenizer, LazyTokens>();

/** A tokenizer that can give its tokens one by one. `atOnce` is a quicker way to all of them. */
export function lazyTokenizer(tokens: LazyTokens, atOnce: Tokenizer = (text) => [...tokens(text)]): Tokenizer {
  const tokenizer: Tokenizer = (text) => atOnce(text);
  lazies.set(tokenizer, tokens);
  return tokenizer;
}

/** The tokens of a text one by one, where the tokenizer can give them so. */
export function tokensOneByOne(tokenizer: Tokenizer, text: string): Iterable<StreamToken> {
  return lazies.get(tokenizer)?.(text, PATIENCE_IN_SLICES_MS) ?? tokenizer(text);
}

const tokenwise = new WeakSet<TokenFilter>();

/**
 * Notes that a filter looks at the term of each token on its own and changes nothing else, so that it may be given a
 * list in pieces.
 */
export function eachAlone(filter: TokenFilter): TokenFilter {
  tokenwise.add(filter);
  return filter;
}

/** True for a filter that may be given a list in pieces. */
export function isTokenwise(filter: TokenFilter): boolean {
  return tokenwise.has(filter);
}

/**
 * A filter for one text whose tokens come in pieces: it knows what came before, and may hold tokens back until it sees
 * what follows, or that it was the `last`.
 */
export type Stretched = (tokens: StreamToken[], last: boolean) => StreamToken[];

const stretched = new WeakMap<TokenFilter, () => Stretched>();

/**
 * A filter that looks no further than a few tokens around each, so that it may be given a list in pieces by one that
 * `begin` makes for a text.
 */
export function inStretches(begin: () => Stretched): TokenFilter {
  const filter: TokenFilter = (tokens) => begin()(tokens, true);
  stretched.set(filter, begin);
  return filter;
}

/** How a filter takes a list in pieces; undefined for one that has to see all of it at once. */
export function beginStretches(filter: TokenFilter): Stretched | undefined {
  return tokenwise.has(filter) ? filter : stretched.get(filter)?.();
}

const keywordAware = new WeakSet<TokenFilter>();

/** Notes that a filter marks keywords or leaves them alone, so that an explanation shows the mark from there on. */
export function aboutKeywords(filter: TokenFilter): TokenFilter {
  keywordAware.add(filter);
  return filter;
}

/** True for a filter that marks keywords or leaves them alone. */
export function isAboutKeywords(filter: TokenFilter): boolean {
  return keywordAware.has(filter);
}

/** A filter that changes each term on its own. An empty result stays an empty token, as in Lucene. */
export function mapTerms(change: (term: string) => string): TokenFilter {
  return eachAlone((tokens) => {
    for (const token of tokens) token.term = change(token.term);
    return tokens;
  });
}

/** A filter that leaves tokens out, each for what it is itself; positions of the others stay. */
export function keepTokens(keep: (token: StreamToken) => boolean): TokenFilter {
  return eachAlone((tokens) => tokens.filter(keep));
}

/** Reads a filter or tokenizer setting that is a whole number, as a number or a string. */
export function numberSetting(settings: JsonObject, name: string, fallback: number): number {
  const value = settings[name];
  if (value === undefined || value === null) return fallback;
  const number = Number(String(value));
  return Number.isFinite(number) ? number : fallback;
}

/** Reads a setting that is true or false, as a boolean or a string. */
export function booleanSetting(settings: JsonObject, name: string, fallback: boolean): boolean {
  const value = settings[name];
  if (value === undefined || value === null) return fallback;
  return String(value) === "true";
}

export function stringSetting(settings: JsonObject, name: string): string | undefined {
  const value = settings[name];
  return value === undefined || value === null ? undefined : String(value);
}

/** Throws 400 for a list that is to be read from a file: the embedded engine has no folder for them. */
export function refusePath(settings: JsonObject, name: string): void {
  if (settings[name] !== undefined && settings[name] !== null)
    throw illegalArgument(`IOException while reading ${name}: file not readable`);
}

/** Reads a setting that is a list, or one text of comma-separated values. Undefined when it is not there. */
export function listSetting(settings: JsonObject, name: string): string[] | undefined {
  const value = settings[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(String);
  const text = String(value);
  return text === "" ? [] : text.split(",").map((part) => part.trim());
}
