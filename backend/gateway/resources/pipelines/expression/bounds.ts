/** What a condition may hold, and what it may take to ask it. */
export const BOUNDS = {
  /** Characters of a condition. */
  source: 4_000,
  /** Brackets within brackets. */
  depth: 60,
  /** Operators, or members, one behind the other; `and` and `or` are free. */
  chain: 200,
  /** Steps of one evaluation. */
  steps: 100_000,
  /** Numbers of a range. */
  range: 10_000,
  /** Lists within lists of a value that is gone through. */
  valueDepth: 500,
} as const;

/** Characters of a text that are one step: the whole context can be gone through once or twice. */
export const CHARACTERS_OF_A_STEP = 256;
