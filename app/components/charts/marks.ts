import type { Tone } from "./types";

type Look = {
  /** Lengths of dash and gap in px; empty is a full line. */
  dash: readonly number[];
  /** What is cut out of a filled area, in a tile of six by six; empty is solid. */
  pattern: string;
};

/**
 * How a series is told from its neighbours without its colour: in print, in black and white, by readers who see few
 * colours.
 */
export const looks: Readonly<Record<Tone, Look>> = {
  1: { dash: [], pattern: "" },
  2: { dash: [7, 3], pattern: "M0 3h6" },
  3: { dash: [2, 3], pattern: "M2 2h2v2h-2z" },
  4: { dash: [9, 3, 2, 3], pattern: "M0 0l6 6" },
  5: { dash: [12, 4], pattern: "M3 0v6" },
  6: { dash: [4, 2, 1, 2], pattern: "M0 1.5h6M0 4.5h6" },
  7: { dash: [5, 2, 5, 6], pattern: "M0 6l6-6" },
  8: { dash: [1, 2], pattern: "M0 3h6M3 0v6" },
};

/** The dash of the period before, whatever its colour. */
export const previousDash = [4, 3] as const;

/** The colour of a series when it names none: its place, round and round. */
export function toneOf(place: number): Tone {
  const tones: Tone[] = [1, 2, 3, 4, 5, 6, 7, 8];
  return tones[place % tones.length] ?? 1;
}
