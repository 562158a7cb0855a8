import { addLoopStops } from "@common/process/loop-stops";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { startTestBackend } from "../../../../../tests/setup/backend";

test("the longest time in which nobody had a turn is told, since the last reading and since the beginning", async () => {
  const registry = new Registry();
  addLoopStops(registry);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const until = performance.now() + 300;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const value = (body: string, name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(body)?.[1]);
  const first = await registry.metrics();
  expect(value(first, "searchdeck_event_loop_stop_seconds")).toBeGreaterThan(0.25);
  const second = await registry.metrics();
  expect(value(second, "searchdeck_event_loop_stop_seconds")).toBeLessThan(
    value(first, "searchdeck_event_loop_stop_seconds"),
  );
  expect(value(second, "searchdeck_event_loop_stop_max_seconds")).toBeGreaterThan(0.25);
});

test("the back end tells it to readers on this machine, and to nobody behind a proxy", async () => {
  const backend = await startTestBackend();
  try {
    const read = (headers: Record<string, string>) => fetch(`${backend.url}/arc/metrics`, { headers });
    expect(await (await read({})).text()).toContain("searchdeck_backend_event_loop_stop_max_seconds");
    expect((await read({ "X-Forwarded-For": "198.51.100.1" })).status).toBe(405);
  } finally {
    await backend.close();
  }
});
