/** The units in which something is counted. */
export type Unit =
  "bytes" | "characters" | "levels" | "ms" | "minutes" | "pieces" | "a second" | "a day" | "a minute" | "%";

/**
 * One bound on what a caller may send, ask for or hold open. All of them stand in `docs/reference/limits.md`, which is
 * written from these rows.
 */
export type Limit = {
  /** What is bounded: "value of a search". */
  what: string;
  /** Which calls it stands before. */
  where: string;
  /** The largest that is taken. */
  most: number;
  unit: Unit;
  /** What is answered past it: a status and its words, or what is left out. */
  answer: string;
  /** The figure that it protects. */
  protects: string;
  /** Whose number it is, where it is not ours. */
  source?: string;
};

/** The bounds of one part of the product, by name. */
export type Limits = Readonly<Record<string, Limit>>;
