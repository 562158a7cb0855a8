/** Chance that comes out the same each time for a seed. */
export type Chance = {
  /** From 0 up to 1. */
  next: () => number;
  /** A whole number from 0 up to `count`. */
  below: (count: number) => number;
  is: (probability: number) => boolean;
  /** Throws for an empty list. */
  pick: <Item>(items: readonly Item[]) => Item;
  /** One of a list whose first items come up far more often, as popular words do. */
  popular: <Item>(items: readonly Item[]) => Item;
};

/** Mulberry32: small, and good enough for made visitors. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const at = <Item>(items: readonly Item[], place: number): Item => {
    const item = items[place];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    is: (probability) => next() < probability,
    pick: (items) => at(items, below(items.length)),
    popular: (items) => at(items, Math.min(items.length - 1, Math.floor(items.length ** next() - 1))),
  };
}
