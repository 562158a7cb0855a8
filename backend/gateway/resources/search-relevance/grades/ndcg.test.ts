import { expect, test } from "vitest";
import { ndcg } from "./ndcg";

const TEN = Array.from({ length: 12 }, (_, place) => `x${place}`);

test.each<[string, string[], Record<string, number>, number]>([
  ["the best order", ["a", "b", "c"], { a: 3, b: 2, c: 1 }, 1],
  // By hand: (1 + 3/log2(3) + 7/2) / (7 + 3/log2(3) + 1/2)
  ["the other way round", ["c", "b", "a"], { a: 3, b: 2, c: 1 }, 0.6806],
  ["a document that nobody graded before it", ["x", "a"], { a: 3 }, 0.6309],
  ["nothing of what is good", ["x"], { a: 3 }, 0],
  ["no results", [], { a: 1 }, 0],
  ["no good answer is known", ["a"], { a: 0 }, 0],
  ["what comes after the tenth place", [...TEN.slice(0, 10), "a"], { a: 3 }, 0],
  ["the tenth place", [...TEN.slice(0, 9), "a"], { a: 3 }, 0.2891],
  ["more good ones than fit", TEN.slice(0, 10), Object.fromEntries(TEN.map((id) => [id, 2])), 1],
])("%s", (_title, results, grades, score) => {
  expect(ndcg({ results, grades: new Map(Object.entries(grades)) })).toBe(score);
});
