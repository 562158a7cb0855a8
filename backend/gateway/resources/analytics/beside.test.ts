import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createBeside } from "./beside";

const never = () => new Promise<string>(() => undefined);

function made() {
  const log = { warn: vi.fn() };
  const clock = { now: 1_000_000 };
  return { log, clock, beside: createBeside({ what: "not recorded", log, now: () => clock.now }) };
}

test("an answer has what was found beside it", async () => {
  const { beside, log } = made();
  expect(
    await beside.begin(
      async () => "found",
      () => "instead",
    )(),
  ).toBe("found");
  const slow = beside.begin(
    () => sleep(500, "slow"),
    () => "instead",
  );
  // The patience is counted from the moment at which the answer is there but for this.
  await sleep(450);
  expect(await slow()).toBe("slow");
  expect(log.warn).not.toHaveBeenCalled();
});

test("what fails has its stand-in, and what takes too long: then nobody waits for a while", async () => {
  const { beside, log, clock } = made();
  expect(
    await beside.begin(
      () => Promise.reject(new Error("refused")),
      () => "instead",
    )(),
  ).toBe("instead");
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ err: new Error("refused"), times: 1 }, "not recorded");
  const started = Date.now();
  expect(await beside.begin(never, () => "instead")()).toBe("instead");
  expect(Date.now() - started).toBeGreaterThanOrEqual(395);
  const work = vi.fn(async () => "found");
  expect(await beside.begin(work, () => "instead")()).toBe("instead");
  expect(work).not.toHaveBeenCalled();
  clock.now += 5_001;
  expect(await beside.begin(work, () => "instead")()).toBe("found");
});

test("a thousand at once are all: more are given up, and the log says how many once a minute", async () => {
  const { beside, log, clock } = made();
  const work = vi.fn(never);
  for (let n = 0; n < 1_003; n++) beside.run(work);
  expect(work).toHaveBeenCalledTimes(1_000);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(await beside.begin(work, () => "instead")()).toBe("instead");
  clock.now += 60_000;
  beside.run(work);
  expect(log.warn).toHaveBeenLastCalledWith(expect.objectContaining({ times: 3 }), "not recorded");
});
