import { ENGINE_LIMITS } from "@common/limits/engine";
import { illegalArgument } from "../errors";
import { finished, isSteps, type Steps } from "../steps";
import { withMemory } from "./known-words";
import { beginStretches, isAboutKeywords, PATIENCE_IN_SLICES_MS, type Stretched, tokensOneByOne } from "./parts";
import type { Analyzer, Normalizer, CharFilter, FilteredText, StreamToken, TokenFilter, Chain } from "./types";

/** Tokens of a text by a chain; offsets lead back into the text as it was before the character filters. */
export function runChain({ charFilters, tokenizer, filters }: Chain, text: string): StreamToken[] {
  if (charFilters.length === 0) {
    let found = tokenizer(text);
    for (const filter of filters) found = filter(found);
    return found;
  }
  const filtered = charFilters.reduce<FilteredText[]>(
    (steps, charFilter) => [...steps, finished(charFilter(steps.at(-1)?.text ?? text))],
    [],
  );
  const tokens = tokenizer(filtered.at(-1)?.text ?? text);
  for (const token of tokens) leadBack(token, filtered);
  return filters.reduce((list, filter) => filter(list), tokens);
}

function leadBack(token: StreamToken, filtered: readonly FilteredText[]): void {
  token.startOffset = filtered.reduceRight((offset, step) => step.original(offset, false), token.startOffset);
  token.endOffset = filtered.reduceRight((offset, step) => step.original(offset, true), token.endOffset);
}

const MOST_AT_ONCE = ENGINE_LIMITS.tokensAtOnce.most;

function tooManyAtOnce(): Error {
  return illegalArgument(
    `the text has more than [${MOST_AT_ONCE}] tokens, and a filter of its analyzer has to see all of them at once`,
  );
}

/** Tokens in one piece. */
const PIECE = 2048;
/**
 * How many tokens filters are given at once: so many that the squares of their lengths, which n-grams grow with, come
 * to this.
 */
const WEIGHT = 1_000_000;

/**
 * The tokens of `runChain` a few thousand at a time, with an empty piece where others may have their turn: the filters
 * from the last one on that has to see them all are given pieces. N-grams of a text of megabytes are gigabytes of
 * tokens.
 */
export function* runInPieces({ charFilters, tokenizer, filters }: Chain, text: string): Iterable<StreamToken[]> {
  const filtered: FilteredText[] = [];
  for (const charFilter of charFilters) {
    const work = charFilter(filtered.at(-1)?.text ?? text, PATIENCE_IN_SLICES_MS);
    filtered.push(isSteps(work) ? yield* inPieces(work) : work);
  }
  const tokens = tokensOneByOne(tokenizer, filtered.at(-1)?.text ?? text);
  const last = filters.findLastIndex((filter) => !beginStretches(filter));
  const rest = filters.slice(last + 1).flatMap((filter) => beginStretches(filter) ?? []);
  if (last < 0) return yield* piecesOf(corrected(tokens, filtered), rest);
  let all: StreamToken[] = [];
  for (const token of corrected(tokens, filtered)) {
    if (all.push(token) > MOST_AT_ONCE) throw tooManyAtOnce();
    if (all.length % PIECE === 0) yield [];
  }
  for (const filter of filters.slice(0, last + 1)) {
    all = filter(all);
    yield [];
  }
  yield* piecesOf(all, rest);
}

function* corrected(tokens: Iterable<StreamToken>, filtered: readonly FilteredText[]): Iterable<StreamToken> {
  for (const token of tokens) {
    if (filtered.length > 0) leadBack(token, filtered);
    yield token;
  }
}

function* inPieces<Result>(steps: Steps<Result>): Generator<StreamToken[], Result, undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield [];
  }
}

function* piecesOf(
  tokens: Iterable<StreamToken>,
  filters: readonly Stretched[],
): Generator<StreamToken[], void, undefined> {
  let group: StreamToken[] = [];
  let weight = 0;
  const run = (isLast: boolean) => {
    const piece = filters.reduce((list, filter) => filter(list, isLast), group);
    group = [];
    weight = 0;
    return piece;
  };
  for (const token of tokens) {
    group.push(token);
    weight += token.term.length ** 2;
    if (group.length >= PIECE || weight > WEIGHT) yield run(false);
  }
  yield run(true);
}

export function chainAnalyzer(name: string, chain: Chain, positionIncrementGap = 100): Analyzer {
  const quick = { ...chain, filters: withMemory(chain.filters) };
  const keywords = chain.filters.some(isAboutKeywords);
  return {
    name,
    positionIncrementGap,
    keywords,
    analyze: (text) => runChain(quick, text),
    pieces: (text) => runInPieces(chain, text),
  };
}

export function chainNormalizer(
  name: string,
  charFilters: readonly CharFilter[],
  filters: readonly TokenFilter[],
): Normalizer {
  return {
    name,
    normalize(text) {
      const filtered = charFilters.reduce((sofar, charFilter) => finished(charFilter(sofar)).text, text);
      const token: StreamToken = {
        term: filtered,
        position: 0,
        positionLength: 1,
        startOffset: 0,
        endOffset: filtered.length,
        type: "word",
      };
      const [first] = filters.reduce<StreamToken[]>((tokens, filter) => filter(tokens), [token]);
      return first?.term ?? "";
    },
  };
}
