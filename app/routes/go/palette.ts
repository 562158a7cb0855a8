import type { Scope } from "~/session/scope.server";

/** One place to go to. `rank` is that of `lib/values/rank`: the group with the best one stands first. */
export type PaletteEntry = { title: string; note: string; to: string; rank: number };

export type PaletteGroup = { id: string; label: string; entries: PaletteEntry[] };

/** `missing` names the sources that could not be asked. */
export type PaletteAnswer = { typed: string; groups: PaletteGroup[]; missing: string[] };

/**
 * One kind of thing that the palette finds. `find` answers only what this user may see, best first, at most a handful;
 * with nothing typed, what is likely wanted. What it throws as BackendError leaves the other sources standing.
 */
export type PaletteSource = {
  id: string;
  label: string;
  find: (asked: { scope: Scope; typed: string }) => Promise<PaletteEntry[]>;
};
