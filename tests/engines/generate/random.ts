/** Numbers by rule from a seed (mulberry32): the same seed gives the same documents and queries everywhere. */
export type Random = {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from 0 to `below` − 1. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(items) {
      const found = items[below(items.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
    chance: (share) => next() < share,
  };
}
