import { expect, it } from "vitest";
import { proposalsOf } from "./judge";

// Of four places the first is expected to get 48 % of the clicks, then 24, 16 and 12.
it.each<[string, Record<string, number>, (number | null)[]]>([
  ["clicks as the places get them", { a: 48, b: 24, c: 16, d: 12 }, [2, 2, 2, 2]],
  ["one far down that most take", { a: 20, b: 10, c: 5, d: 65 }, [null, null, null, 3]],
  ["half of what a place gets", { a: 70, b: 14, c: 8, d: 8 }, [2, 1, 1, 1]],
  ["first, and hardly anybody takes it", { a: 1, b: 60, c: 30, d: 9 }, [0, 3, 2, 1]],
  ["the same with few clicks says less", { a: 0, b: 12, c: 6, d: 2 }, [null, 3, 2, 1]],
  ["too few clicks", { a: 4, b: 5 }, []],
  ["clicks on others than the results", { z: 500 }, []],
  ["none", {}, []],
])("%s", (_title, clicks, grades) => {
  const found = proposalsOf({ results: ["a", "b", "c", "d"], clicks: new Map(Object.entries(clicks)) });
  expect(found.map(({ grade }) => grade)).toEqual(grades);
});

it("counts a result that stands twice once, and tells shares", () => {
  const found = proposalsOf({ results: ["a", "a", "b"], clicks: new Map([["a", 30]]) });
  expect(found.map(({ id, place }) => [id, place])).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  expect(found[0]).toMatchObject({ share: 1, clicks: 30 });
  expect(found[0]?.expected).toBeCloseTo(2 / 3);
});
