import { expect, it } from "vitest";
import { BackendError } from "./errors.server";
import { mapPanel, panel } from "./settle.server";

const request = (headers: Record<string, string> = {}) => new Request("http://console.test/cluster", { headers });
const scripts = request({ Cookie: "sd_js=1" });
const after = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(resolve, milliseconds, value));
const failed = () =>
  Promise.reject(
    new BackendError({ failure: { kind: "timeout", status: 504, method: "GET", path: "/_logs", requestId: "r" } }),
  );

it("a panel that is there in time is settled, for every reader", async () => {
  for (const asked of [scripts, request()]) {
    expect(await panel(after(5, 7), { request: asked, patience: 200 })).toEqual({ ok: true, value: 7 });
    expect(await panel(failed(), { request: asked })).toMatchObject({ ok: false, failure: { kind: "timeout" } });
  }
});

it("one that is late comes later where scripts run, its failure too", async () => {
  const value = await panel(after(60, 7), { request: scripts, patience: 10 });
  expect("later" in value && (await value.later)).toEqual({ ok: true, value: 7 });
  const mapped = mapPanel(value, (seven) => seven + 1);
  expect("later" in mapped && (await mapped.later)).toEqual({ ok: true, value: 8 });
  const failure = await panel(after(30, null).then(failed), { request: scripts, patience: 10 });
  expect("later" in failure && (await failure.later)).toMatchObject({ ok: false, failure: { kind: "timeout" } });
});

it.each([
  ["without scripts", request()],
  ["in lite mode", request({ Cookie: "sd_js=1", "Save-Data": "on" })],
  ["for a search engine's reader", request({ Cookie: "sd_js=1", "User-Agent": "Googlebot/2.1" })],
])("%s the page says that it is late, and holds nothing back", async (_who, asked) => {
  const began = Date.now();
  expect(await panel(new Promise(() => undefined), { request: asked, requestId: "r", patience: 20 })).toEqual({
    ok: false,
    failure: { kind: "late", status: 504, method: "GET", path: "/cluster", requestId: "r" },
  });
  expect(Date.now() - began).toBeLessThan(1_000);
});
