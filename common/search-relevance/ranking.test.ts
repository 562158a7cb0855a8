import { expect, it } from "vitest";
import { randomFrom } from "../../tests/engines/generate/random";
import { idealOrder, ndcg } from "./ranking";

it.each(Array.from({ length: 50 }, (_, seed) => seed))("the ideal order has an nDCG of 1, seed %i", (seed) => {
  const random = randomFrom(seed);
  const ids = Array.from({ length: 1 + random.below(15) }, (_, at) => `d${at}`);
  const grades = new Map(ids.filter(() => random.below(3) > 0).map((id) => [id, random.below(4)]));
  const results = ids.filter(() => random.below(2) > 0);
  const ideal = idealOrder({ results, grades });
  const hasGood = [...grades.values()].some((grade) => grade > 0);
  expect(ndcg({ results: ideal, grades, places: 10 })).toBeCloseTo(hasGood ? 1 : 0, 12);
  expect(new Set(ideal).size).toBe(ideal.length);
  for (const id of results) expect(ideal).toContain(id);
});

it("keeps the order of what is graded alike, and puts what was not found behind it", () => {
  const grades = new Map([
    ["a", 1],
    ["b", 3],
    ["c", 1],
    ["missing", 1],
    ["bad", 0],
  ]);
  expect(idealOrder({ results: ["c", "x", "a", "b"], grades })).toEqual(["b", "c", "a", "missing", "x"]);
});
