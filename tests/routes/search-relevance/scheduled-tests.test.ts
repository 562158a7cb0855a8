import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { loader as historyPage } from "~/routes/search-relevance/tests/history";
import type { loader as schedulePage } from "~/routes/search-relevance/tests/schedule";
import {
  createScheduleRunner,
  type ScheduleRunner,
} from "~/services/search-relevance/relevance-tests/schedule/runner.server";
import {
  allSchedules,
  claimSchedule,
  deleteSchedule,
} from "~/services/search-relevance/relevance-tests/schedule/store.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { first, relevanceTestsOn } from "./support/relevance-tests";

// Relevance tests that the console runs by itself, day by day.

const at = "boots";
const DAY = 86_400_000;
const path = "relevance-tests/schedule";
const daily = { intent: "schedule-relevance-tests", weekday: "0", hour: "3", zone: "UTC" };

let backend: TestBackend;
let gate: Gate;
let runner: ScheduleRunner;
// The same folder for the screens and for what runs the tests.
const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "searchdeck-")) };
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const where = () => ({ backend: behind(), at, env });
const screens = relevanceTestsOn(behind, env);
const context = () => testContext({ SEARCH_URL: gate.url, ...env });
const schedule = async () => (await openScreen<typeof schedulePage>(path, where())).data?.schedule;
const kept = () => allSchedules(context().config)[0];
const runs = async () =>
  (await openScreen<typeof historyPage>("relevance-tests/history", where())).data?.list.rows ?? [];

/** Noon of today, so that no run comes round between two looks, at whatever time the tests run. */
const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
/** Each look is a little later than the one before: of one moment one run is kept. */
let looks = 0;

/** What happens at noon some days later. */
async function later<Value>(days: number, act: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ now: NOON + days * DAY + (looks += 1), toFake: ["Date"] });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", `/${at}`, { mappings: { properties: { title: { type: "text" } } } });
  await backend.call("PUT", `/${at}/_doc/b1?refresh=true`, { title: "snow boots" });
  expect((await screens.create(at, { label: "Snow" })).flash).toMatch(/saved/);
  expect((await screens.create(at, { label: "Mud", search: "mud", ...first("b9") })).flash).toMatch(/saved/);
  runner = createScheduleRunner({ context: context(), beatMs: 3_600_000 });
});
beforeEach(() => {
  gate.decide(() => "pass");
  for (const { id } of allSchedules(context().config)) deleteSchedule(context().config, id);
});
afterAll(async () => {
  await runner.close();
  await gate.close();
  await backend.close();
});

const setUp = (form: Record<string, string> = daily, as?: Parameters<typeof openScreen>[1]["as"]) =>
  openScreen(path, { ...where(), form, ...(as && { as }) });

describe("a schedule of relevance tests", () => {
  it("runs them each day once, and its runs are in the history", async () => {
    expect((await setUp()).flash).toMatch(/from now on/);
    await runner.pass();
    expect(await runs()).toEqual([]);
    await later(1, () => runner.pass());
    await later(1, () => runner.pass());
    await later(2, () => runner.pass());
    expect(await runs()).toMatchObject([
      { person: "", tests: 2, passed: 1 },
      { person: "", tests: 2, passed: 1 },
    ]);
    expect(await schedule()).toMatchObject({ reason: null, ranAt: expect.any(Number) as number });
    const { credential } = (await schedule()) ?? { credential: "" };
    expect((await backend.call("GET", `/_permission/${credential}`)).body).toMatchObject({
      ...{ ops: ["read"], indices: [at], categories: ["reactivesearch", "searchrelevancy", "indices"] },
      acls: ["mapping"],
    });
  });

  it("is stopped with its credential, and a second one is refused without leaving one behind", async () => {
    await setUp();
    const { credential = "" } = (await schedule()) ?? {};
    const count = async () => {
      const { status, body } = await backend.call("GET", "/_permissions");
      return { status, of: Object.keys(body as object).length };
    };
    const before = await count();
    expect((await setUp()).errors[""]).toEqual([expect.stringContaining("by a schedule already") as string]);
    expect(await count()).toEqual(before);
    expect(before.status).toBe(200);
    expect((await setUp({ intent: "stop-scheduled-tests" })).flash).toMatch(/no longer run by a schedule/);
    expect((await backend.call("GET", `/_permission/${credential}`)).status).toBe(404);
    expect(await schedule()).toBeNull();
    const past = (await runs()).length;
    await later(3, () => runner.pass());
    expect((await runs()).length).toBe(past);
  });

  it("says beside each field what is wrong", async () => {
    const { errors } = await setUp({ ...daily, weekday: "8", hour: "24", zone: "Mars/Base" });
    expect(Object.keys(errors).sort()).toEqual(["hour", "weekday", "zone"]);
    expect(await schedule()).toBeNull();
  });

  it("is tried again after a while where the server does not answer, then told", async () => {
    await setUp();
    const past = (await runs()).length;
    gate.decide(() => "break");
    await later(1, () => runner.pass());
    expect(kept()).toMatchObject({
      reason: expect.any(String) as string,
      next_try: expect.any(Number) as number,
    });
    await later(1, () => runner.pass());
    gate.decide(() => "pass");
    await later(1 + 5 / 1440, () => runner.pass());
    expect(kept()).toMatchObject({ reason: null, next_try: null });
    expect((await runs()).length).toBe(past + 1);
    gate.decide(() => "break");
    for (const minutes of [0, 2, 20, 90]) await later(2 + minutes / 1440, () => runner.pass());
    expect(kept()).toMatchObject({ reason: expect.any(String) as string, next_try: null });
    gate.decide(() => "pass");
    const history = await openScreen<typeof historyPage>("relevance-tests/history", where());
    expect(history.data?.failed).toEqual(expect.any(String));
  });

  it("is run by one console alone, and goes on after one that was killed", async () => {
    await setUp();
    const past = (await runs()).length;
    const other = createScheduleRunner({ context: context(), beatMs: 3_600_000 });
    await later(1, () => Promise.all([runner.pass(), other.pass()]));
    expect((await runs()).length).toBe(past + 1);
    const { config } = context();
    const [row] = allSchedules(config);
    if (row === undefined) throw new Error("no schedule");
    expect(claimSchedule(config, { row, lease: "elsewhere|1|1|x", now: NOON + 2 * DAY })).toBe(true);
    await later(2, () => runner.pass());
    expect((await runs()).length).toBe(past + 1);
    await later(2 + 6 / 1440, () => runner.pass());
    expect((await runs()).length).toBe(past + 2);
    await other.close();
  });

  it("ends with the rights of who set it up", async () => {
    const as = { actions: ["search-relevancy", "access-control"], indices: [at] };
    expect((await setUp(daily, as)).flash).toMatch(/from now on/);
    const past = (await runs()).length;
    await later(1, () => runner.pass());
    expect((await runs()).length).toBe(past + 1);
    const maker = (await schedule())?.person ?? "";
    expect((await backend.call("PATCH", `/_user/${maker}`, { allowed_actions: ["access-control"] })).status).toBe(200);
    await later(2, () => runner.pass());
    expect((await runs()).length).toBe(past + 1);
    expect(await schedule()).toMatchObject({ reason: expect.stringContaining("no longer tune") as string });
  });

  it("is not set up by who may not create credentials", async () => {
    const answer = await setUp(daily, { actions: ["search-relevancy"], indices: [at] });
    expect(answer.flash ?? "").not.toMatch(/from now on/);
    expect(await schedule()).toBeNull();
  });
});
