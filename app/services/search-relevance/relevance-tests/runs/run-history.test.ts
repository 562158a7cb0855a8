import { expect, it } from "vitest";
import { testContext } from "../../../../../tests/setup/console";
import { addRun, listRuns, meanNdcg, MOST_RUNS, movedBetween, type PastResult } from "./run-history.server";

const of = { server: "https://search.test", index: "films" };
const result = (id: string, ndcg: number | null, passes = true): PastResult => ({ id, label: id, passes, ndcg });

it("keeps the newest runs of each index, and reads them with the newest first", () => {
  const { config } = testContext();
  const run = (at: number) => ({ at, person: "ada", settings: "v", results: [result("a", 0.5)] });
  for (let at = 1; at <= MOST_RUNS + 3; at++) addRun(config, of, run(at));
  addRun(config, { ...of, index: "books" }, run(1));
  const runs = listRuns(config, of);
  expect([runs.length, runs[0]?.at, runs.at(-1)?.at]).toEqual([MOST_RUNS, MOST_RUNS + 3, 4]);
  expect(runs[0]).toEqual(run(MOST_RUNS + 3));
  expect(listRuns(config, { ...of, index: "books" })).toEqual([run(1)]);
});

it("takes the mean of what has grades", () => {
  expect(meanNdcg([result("a", 0.5), result("b", null), result("c", 1)])).toBe(0.75);
  expect(meanNdcg([result("b", null)])).toBeNull();
});

it("names what moved, the furthest first: tests that pass or fail now, and nDCG by half a hundredth", () => {
  const before = [
    result("same", 0.9),
    result("hair", 0.8),
    result("down", 0.9),
    result("fails", null),
    result("gone", 1),
  ];
  const now = [
    ...[result("same", 0.9), result("hair", 0.8049), result("down", 0.4)],
    ...[result("fails", null, false), result("new", 0.1)],
  ];
  expect(movedBetween(before, now)).toEqual([
    { id: "fails", label: "fails", before: null, now: null, passes: false, passed: true },
    { id: "down", label: "down", before: 0.9, now: 0.4, passes: true, passed: true },
  ]);
  expect(movedBetween([], now)).toEqual([]);
});
