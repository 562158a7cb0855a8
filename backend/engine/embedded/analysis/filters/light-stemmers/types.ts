export type Stem = (word: string) => string;

/**
 * One step of the "removedor de sufixos da língua portuguesa". A rule reads `ões3:ão!mães,pães`: the ending goes where
 * 3 letters stay before it, ão takes its place, and the words (or the endings) after the mark are left as they are.
 */
export type RslpRules = { least: number; exceptions: "words" | "endings"; ends: readonly string[]; rules: string };
