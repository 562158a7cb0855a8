/** One token of an analysed text. Offsets are UTF-16 positions in the original text. */
export type Token = {
  term: string;
  position: number;
  positionLength: number;
  startOffset: number;
  endOffset: number;
  type: string;
};

/** Splits a text into tokens, positions ascending from 0. */
export type Analyzer = {
  name: string;
  analyze(text: string): Token[];
  /** Added to the position between two values of a list (Elasticsearch: 100). */
  positionIncrementGap: number;
};

/** Turns a keyword into its one stored form. */
export type Normalizer = { name: string; normalize(text: string): string };

/** The analyzers of one index: the built-in ones and those of its `settings.analysis`. */
export type Analysis = {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Normalizer | undefined;
};
