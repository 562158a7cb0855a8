import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { CALLS_LIMITS } from "@common/limits/calls";
import { type Api, openApi } from "../api";

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

test("keepMinutes", async () => {
  const { username } = z
    .object({ username: z.string() })
    .parse((await api.call("POST", "/_permission", { indices: ["*"] })).body);
  const rotate = async (minutes: number) =>
    (await api.call("POST", `/_permission/${username}/_rotate`, { keep_minutes: minutes })).status;
  const { most } = CALLS_LIMITS.keepMinutes;
  expect([await rotate(most), await rotate(most + 1)]).toEqual([200, 400]);
});
