import type { JsonObject } from "@common/text/json";
import type { Work } from "../steps";

/** One token of an analysed text. Offsets are UTF-16 positions in the original text. */
export type Token = {
  term: string;
  position: number;
  positionLength: number;
  startOffset: number;
  endOffset: number;
  type: string;
  /** Kept from the stemmers. */
  keyword?: boolean;
};

/** Splits a text into tokens, positions ascending from 0. */
export type Analyzer = {
  name: string;
  analyze(text: string): Token[];
  /** The same tokens a few thousand at a time, where not all of them have to be there at once. */
  pieces?(text: string): Iterable<readonly Token[]>;
  /** Added to the position between two values of a list (Elasticsearch: 100). */
  positionIncrementGap: number;
  /** True where a filter marks keywords or leaves them alone. */
  keywords?: boolean;
  /** Of a custom one, what it is made of, by the names of its parts. */
  parts?: NamedParts;
};

/** A chain with the names that its parts have in the settings. */
export type NamedParts = {
  chain: Chain;
  charFilters: readonly string[];
  tokenizer: string;
  filters: readonly string[];
};

/** Turns a keyword into its one stored form. */
export type Normalizer = { name: string; normalize(text: string): string };

/** The analyzers of one index: the built-in ones and those of its `settings.analysis`. */
export type Analysis = {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Normalizer | undefined;
  /** Single parts, for `_analyze`. */
  parts: PartBuilder;
};

/** A part asked for by name, or described on the spot. */
export type PartReference = string | JsonObject;

/** Makes parts by name or description; `missing` gives the error for what is not there. */
export type PartBuilder = {
  charFilter(reference: PartReference, missing: (name: string) => Error): CharFilter;
  tokenizer(reference: PartReference, missing: (name: string) => Error): Tokenizer;
  filter(reference: PartReference, missing: (name: string) => Error, chain: Chain): TokenFilter;
  /** True where a normalizer may use the filter. */
  normalizes(reference: PartReference): boolean;
};

/** A token inside a chain of filters. */
export type StreamToken = Token;

/** A text after character filters, with the way back to offsets of the original. */
export type FilteredText = { text: string; original(offset: number, end: boolean): number };

/** `patienceMs` is for the expressions of callers (`java-expression.ts`). */
export type CharFilter = (text: string, patienceMs?: number) => Work<FilteredText>;

export type Tokenizer = (text: string) => StreamToken[];

export type TokenFilter = (tokens: StreamToken[]) => StreamToken[];

export type Chain = { charFilters: readonly CharFilter[]; tokenizer: Tokenizer; filters: readonly TokenFilter[] };
