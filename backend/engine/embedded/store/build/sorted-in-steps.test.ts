import { expect, it } from "vitest";
import { randomFrom } from "../../../../../tests/engines/generate/random";
import { finished } from "../../steps";
import { sortedInSteps } from "./sorted-in-steps";

const { below } = randomFrom(17);

it.each([0, 1, 2, 4_095, 4_096, 4_097, 8_192, 12_289, 100_000])("%i terms are in the order of a sort in one go", (count) => {
  const keys = Array.from({ length: count }, () => below(count));
  const compare = (a: number, b: number) => keys[a]! - keys[b]! || a - b;
  const expected = keys.map((_, at) => at).sort(compare);
  expect([...finished(sortedInSteps(count, compare))]).toEqual(expected);
});

it("no slice of it takes long", () => {
  const keys = Array.from({ length: 300_000 }, () => `term ${below(1_000_000_000)}`);
  let best = Infinity;
  // The best of some tries, and no more than the processor worked for it: other programs of the machine may stop any one slice.
  for (let again = 0; again < 3 && best >= 100; again++) {
    const steps = sortedInSteps(keys.length, (a, b) => (keys[a]! < keys[b]! ? -1 : 1));
    let longest = 0;
    for (let isDone = false; !isDone; ) {
      const [began, used] = [performance.now(), process.cpuUsage()];
      isDone = steps.next().done ?? false;
      const { user, system } = process.cpuUsage(used);
      longest = Math.max(longest, Math.min(performance.now() - began, (user + system) / 1_000));
    }
    best = Math.min(best, longest);
  }
  expect(best).toBeLessThan(100);
});
