import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../../../../tests/engines/generate/random";
import { promotedOn, slotsOf, windowBetween } from "./places";

/** The whole list at once: promoted ones at their places, or behind the last of the others. */
function wholeList(slots: readonly number[], others: number): string[] {
  const list = Array.from({ length: others }, (_, at) => `o${at}`);
  for (const [place, slot] of slots.entries()) list.splice(slot, 0, `p${place}`);
  return list;
}

test.each([
  [
    [1, 2, 3],
    [0, 1, 2],
  ],
  [
    [undefined, undefined, 3],
    [0, 1, 2],
  ],
  [
    [2, 2, 2],
    [1, 2, 3],
  ],
  [
    [-4, 0, 1.5, 12],
    [0, 1, 2, 11],
  ],
])("positions %j are places %j", (positions, slots) => {
  expect(slotsOf(positions)).toEqual(slots);
});

describe.each(Array.from({ length: 30 }, (_, seed) => seed + 1))("by chance, %i", (seed) => {
  const { below, pick } = randomFrom(seed);

  test("pages put together are the whole list, each document once", () => {
    for (let run = 0; run < 50; run++) {
      const others = pick([0, 1, below(8), below(60)]);
      const positions = Array.from(
        { length: below(8) },
        () => pick([0, 1, 1 + below(6), 1 + below(80)]) || undefined,
      ).sort((a, b) => (a ?? 0) - (b ?? 0));
      const slots = slotsOf(positions);
      const list = wholeList(slots, others);
      expect(list).toHaveLength(others + slots.length);
      const size = 1 + below(12);
      for (let from = 0; from <= list.length + size; from += size) {
        const page = { from, size };
        const { from: first, size: most } = windowBetween(slots, page);
        const found = Array.from({ length: others }, (_, at) => `o${at}`).slice(first, first + most);
        const promoted = promotedOn(slots, { page, others }).map((place) => `p${place}`);
        expect([...found, ...promoted].sort(), JSON.stringify({ others, positions, page })).toEqual(
          list.slice(from, from + size).sort(),
        );
      }
    }
  });
});
