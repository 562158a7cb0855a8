import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetrics } from "./metrics";
import { startTestBackend } from "../../../tests/setup/backend";

type Started = Awaited<ReturnType<typeof startTestBackend>>;
let backend: Started;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

test("the longest time in which nobody had a turn is told, since the last reading and since the beginning", async () => {
  const metrics = createMetrics();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const until = performance.now() + 300;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const value = (body: string, name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(body)?.[1]);
  const first = (await metrics()).body;
  expect(value(first, "searchdeck_event_loop_stop_seconds")).toBeGreaterThan(0.25);
  expect(first).toContain("nodejs_eventloop_lag_seconds");
  const second = (await metrics()).body;
  expect(value(second, "searchdeck_event_loop_stop_seconds")).toBeLessThan(0.25);
  expect(value(second, "searchdeck_event_loop_stop_max_seconds")).toBeGreaterThan(0.25);
});

test("they are for readers on this machine; with credentials, or behind a proxy, the path is an index's", async () => {
  const read = (headers: Record<string, string>) => fetch(`${backend.url}/metrics`, { headers });
  const open = await read({});
  expect(open.status).toBe(200);
  expect(await open.text()).toContain("searchdeck_event_loop_stop_max_seconds");
  expect((await read({ "X-Forwarded-For": "198.51.100.1" })).status).toBe(401);
  expect((await read({ Authorization: `Basic ${Buffer.from("nobody:nothing").toString("base64")}` })).status).toBe(401);
});
