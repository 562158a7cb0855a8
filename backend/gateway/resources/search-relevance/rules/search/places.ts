// The whole list of a search is what it finds, with promoted documents at their places between. A page of it is some of
// both: whoever leafs through all pages sees every document once.

/** What is asked of a list: the place of its first row, from 0, and the number of rows. */
export type Window = { from: number; size: number };

/**
 * The place of each promoted document in the whole list, from 0, for positions from 1 in rising order. Of two that want
 * one place the second comes next.
 */
export function slotsOf(positions: readonly (number | undefined)[]): number[] {
  let free = 0;
  return positions.map((position) => {
    const slot = Math.max(Math.floor((position ?? 1) - 1) || 0, free);
    free = slot + 1;
    return slot;
  });
}

const isWithin = (slot: number, { from, size }: Window) => slot >= from && slot < from + size;

/** Which of the other documents stand on a page: those that are left between the promoted ones. */
export function windowBetween(slots: readonly number[], page: Window): Window {
  const before = slots.filter((slot) => slot < page.from).length;
  const within = slots.filter((slot) => isWithin(slot, page)).length;
  return { from: page.from - before, size: page.size - within };
}

/**
 * Which of the promoted documents stand on a page, by their place in `slots`. `others`: how many other documents there
 * are; beyond the last of them promoted ones follow at once.
 */
export function promotedOn(slots: readonly number[], { page, others }: { page: Window; others: number }): number[] {
  return slots.flatMap((slot, place) => (isWithin(Math.min(slot, others + place), page) ? [place] : []));
}
