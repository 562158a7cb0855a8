import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { busyMs, judgedMs, slowness, waitedMs } from "../setup/busy";

/** Holds the process for so long as this takes of a quiet machine. */
function work(times: number): void {
  let state = 1;
  for (let at = 0; at < times * 10_000_000; at++) state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
  expect(state).not.toBe(0);
}

/** What one of `work` takes of a quiet machine, in ms. */
let one = 0;
const others: ChildProcess[] = [];

beforeAll(() => {
  const tries = [0, 1, 2, 3, 4].map(() => {
    const used = process.cpuUsage();
    work(1);
    const { user, system } = process.cpuUsage(used);
    return (user + system) / 1_000 / slowness("processor");
  });
  one = Math.min(...tries);
});
afterAll(() => {
  for (const other of others) other.kill("SIGKILL");
});

it("runs what is quick once", async () => {
  let runs = 0;
  expect(busyMs(() => runs++)).toBeLessThan(200);
  expect(await waitedMs(async () => runs++, 200)).toBeLessThan(200);
  expect(runs).toBe(2);
});

it("takes the least of a few tries of what is not", async () => {
  const took = [900, 800, 300, 700];
  expect(await judgedMs({ most: 0, measure: () => took.shift() ?? Infinity })).toBeLessThanOrEqual(300);
  expect(took).toEqual([]);
});

it("does not forgive a product that is slow on a quiet machine", () => {
  expect(busyMs(() => work(10), one * 3)).toBeGreaterThan(one * 3);
});

describe("beside others that never rest", () => {
  beforeAll(async () => {
    for (let at = 0; at < 2; at++) others.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
    await new Promise((resolve) => setTimeout(resolve, 300));
  });

  it("work is judged as on a quiet machine, and what is slow is still slow", async () => {
    expect(slowness()).toBeGreaterThan(1);
    const most = one * 6;
    expect(await waitedMs(async () => work(2), most)).toBeLessThan(most);
    expect(await waitedMs(async () => work(30), most)).toBeGreaterThan(most);
  });
});
