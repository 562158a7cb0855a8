import { expect, it } from "vitest";
import { randomFrom } from "../../../../../tests/engines/generate/random";
import { finished } from "../../steps";
import { sortedInSteps } from "./sorted-in-steps";
import { judgedMs } from "../../../../../tests/setup/busy";

const { below } = randomFrom(17);

it.each([0, 1, 2, 4_095, 4_096, 4_097, 8_192, 12_289, 100_000])("%i terms are in the order of a sort in one go", (count) => {
  const keys = Array.from({ length: count }, () => below(count));
  const compare = (a: number, b: number) => keys[a]! - keys[b]! || a - b;
  const expected = keys.map((_, at) => at).sort(compare);
  expect([...finished(sortedInSteps(count, compare))]).toEqual(expected);
});

it("no slice of it takes long", async () => {
  const keys = Array.from({ length: 300_000 }, () => `term ${below(1_000_000_000)}`);
  const longestSlice = () => {
    const steps = sortedInSteps(keys.length, (a, b) => (keys[a]! < keys[b]! ? -1 : 1));
    let longest = 0;
    for (let isDone = false; !isDone; ) {
      const [began, used] = [performance.now(), process.cpuUsage()];
      isDone = steps.next().done ?? false;
      const { user, system } = process.cpuUsage(used);
      longest = Math.max(longest, Math.min(performance.now() - began, (user + system) / 1_000));
    }
    return longest;
  };
  expect(await judgedMs({ most: 100, measure: longestSlice, clock: "processor" })).toBeLessThan(100);
});
