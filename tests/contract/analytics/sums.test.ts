import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import { pino } from "pino";
import * as z from "zod";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Engine } from "@backend/engine/port";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { createAnalyticsStore } from "@backend/gateway/resources/analytics/store";
import type { AnalyticsLimits } from "@backend/gateway/resources/analytics/sums/retention";
import { createSums } from "@backend/gateway/resources/analytics/sums/sums";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { prepareSystemIndices } from "@backend/gateway/platform/store/prepare-system-indices";
import { createSystemPlaces } from "@backend/gateway/platform/store/system-places";
import { openEmptyEngine } from "../../replay/target";

// Who sums what and when; that the sums are right is shown by the reports.

const DAYS = ["2026-03-01", "2026-03-02"];
const EVER: AnalyticsLimits = { days: 3650, records: 1_000_000, bytes: 2 ** 40, sumsDays: 3650 };
const CountSchema = z.object({ count: z.number() });

const places = createSystemPlaces();
let opened: OpenedEngine;

/** A gateway of its own, with an engine that may be got in the way of. */
function gateway(engine: Engine = opened.engine, limits: AnalyticsLimits = EVER) {
  const sums = createSums({
    engine,
    places,
    log: pino({ level: "silent" }),
    times: { quiet: 0, rest: 0, read: 0 },
    limits,
  });
  return { ...sums, store: createAnalyticsStore({ engine, places, ledger: sums.ledger, today: sums.today }) };
}

async function ask(path: string, query: object): Promise<number> {
  const { body } = await callEngine(opened.engine, { method: "POST", path, body: { query } });
  return CountSchema.parse(body).count;
}

/** Rows of runs, which is read after half a second only by others. */
async function rowsOf(runs: readonly string[]): Promise<{ named: number; others: number }> {
  await callEngine(opened.engine, { method: "POST", path: "/.analytics_sums/_refresh" });
  const named = { terms: { run: runs } };
  return {
    named: await ask("/.analytics_sums/_count", named),
    others: await ask("/.analytics_sums/_count", { bool: { must_not: [named] } }),
  };
}

const runsOf = async () => [...(await gateway().ledger.runs()).values()].sort();

beforeAll(async () => {
  opened = await openEmptyEngine();
  await prepareSystemIndices({ engine: opened.engine });
}, 60_000);
afterAll(() => opened.close());

beforeEach(async () => {
  for (const index of [".analytics", ".analytics_sums", ".analytics_days"]) {
    const query = { refresh: "true" };
    await callEngine(opened.engine, {
      method: "POST",
      path: `/${index}/_delete_by_query`,
      query,
      body: { query: { match_all: {} } },
    });
  }
  const lines = DAYS.flatMap((day) => [1, 2, 3].map((n) => ({ day, n }))).flatMap(({ day, n }) => [
    { index: { _id: `${day}-${n}` } },
    {
      timestamp: `${day}T0${n}:00:00Z`,
      search_query: `term ${n}`,
      indices: ["shoes"],
      user_id: "u",
      result_click_count: 0,
    },
  ]);
  const body = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  await callEngine(opened.engine, { method: "POST", path: "/.analytics/_bulk", query: { refresh: "true" }, body });
});

test("a late click takes the sums of its day out of use until they are made again", async () => {
  const one = gateway();
  await one.keeper.run();
  const [kept, old] = await runsOf();
  await one.store.change(`${DAYS[1]}-1`, (record) => (record.result_click_count += 1) > 0);
  expect([...(await one.ledger.runs()).keys()]).toEqual([DAYS[0]]);
  expect(await runsOf()).toEqual([kept]);
  await one.keeper.run();
  const [, made] = await runsOf();
  expect(made).not.toBe(old);
  expect((await runsOf())[0]).toBe(kept);
  // Those of before go with the next look.
  await one.keeper.run();
  expect((await rowsOf(await runsOf())).others).toBe(0);
});

test("a gateway that dies while it sums leaves nothing that is read", async () => {
  let writes = 0;
  const dying = gateway(
    Object.assign((request: Parameters<Engine>[0]) => {
      if (
        request.path === "/.analytics_days/_update/2026-03-01" ||
        (request.path === "/.analytics_sums/_bulk" && ++writes > 1)
      )
        throw new Error("gone");
      return opened.engine(request);
    }, {}),
  );
  // A day that fails is tried again later, and the others are summed.
  await dying.keeper.run();
  expect((await runsOf()).length).toBe(1);
  expect((await rowsOf(await runsOf())).others).toBe(0);
  await gateway().keeper.run();
  const runs = await runsOf();
  expect(runs.map((run) => run.slice(0, 10))).toEqual(DAYS);
  expect((await rowsOf(runs)).others).toBe(0);
});

test("a click that comes while its day is summed is not lost", async () => {
  const other = gateway();
  let clicked = false;
  const one = gateway(
    Object.assign(async (request: Parameters<Engine>[0]) => {
      const answer = await opened.engine(request);
      if (!clicked && request.path === "/.analytics/_search" && request.query?.["scroll"] !== undefined) {
        clicked = true;
        await other.store.change(`${DAYS[1]}-1`, (record) => (record.result_click_count += 1) > 0);
      }
      return answer;
    }, {}),
  );
  await one.keeper.run();
  expect(clicked).toBe(true);
  expect((await runsOf()).map((run) => run.slice(0, 10))).toEqual([DAYS[0]]);
  await one.keeper.run();
  expect((await runsOf()).length).toBe(2);
});

test("two gateways at once make the sums of each day once", async () => {
  await Promise.all([gateway().keeper.run(), gateway().keeper.run()]);
  const runs = await runsOf();
  expect(runs.map((run) => run.slice(0, 10))).toEqual(DAYS);
  expect((await rowsOf(runs)).others).toBe(0);
});

test("what somebody removes himself is looked at before any sums count again", async () => {
  const one = gateway();
  await one.keeper.run();
  const [kept, old] = await runsOf();
  await callEngine(opened.engine, { method: "DELETE", path: `/.analytics/_doc/${DAYS[1]}-2` });
  await one.ledger.doubt();
  expect(await runsOf()).toEqual([]);
  await one.keeper.run();
  const [same, made] = await runsOf();
  expect(same).toBe(kept);
  expect(made).not.toBe(old);
});

test.each([
  ["records", { records: 1 }],
  ["bytes", { bytes: 1 }],
])("days beyond the limit of %s go with the next look, once they have sums, and the newest stays", async (_, limit) => {
  const dropping = gateway(undefined, { ...EVER, ...limit });
  await dropping.keeper.run();
  expect(await ask("/.analytics/_count", { match_all: {} })).toBe(3);
  const before = await runsOf();
  expect(before.map((run) => run.slice(0, 10))).toEqual(DAYS);
  // Neither a doubt nor fewer records than were summed make them be summed again.
  await dropping.ledger.doubt();
  expect(await runsOf()).toEqual(before.slice(0, 1));
  await dropping.keeper.run();
  expect(await runsOf()).toEqual(before);
});

test("of a day with far more records than are too many only the oldest go, and its sums stay whole", async () => {
  const lines = Array.from({ length: 40 }, (_, n) => [
    { index: {} },
    { timestamp: Date.parse("2026-03-01T10:00:00Z") + n, search_query: "more", indices: ["shoes"] },
  ]);
  const body = `${lines
    .flat()
    .map((line) => JSON.stringify(line))
    .join("\n")}\n`;
  await callEngine(opened.engine, { method: "POST", path: "/.analytics/_bulk", query: { refresh: "true" }, body });
  const dropping = gateway(undefined, { ...EVER, records: 40 });
  await dropping.keeper.run();
  // 43 of that day and 3 of the newest: 6 are asked for, a quarter is 10.
  const left = await ask("/.analytics/_count", { match_all: {} });
  expect(left).toBeLessThanOrEqual(40);
  expect(left).toBeGreaterThanOrEqual(30);
  expect(
    await ask("/.analytics/_count", {
      range: { timestamp: { gte: "2026-03-01T00:00:00Z", lt: "2026-03-01T04:00:00Z" } },
    }),
  ).toBe(0);
  expect((await runsOf()).map((run) => run.slice(0, 10))).toEqual(DAYS);
  // Neither are its sums made of what is left, nor does more go.
  const before = await runsOf();
  await dropping.ledger.doubt();
  await dropping.keeper.run();
  expect(await runsOf()).toEqual(before);
  expect(await ask("/.analytics/_count", { match_all: {} })).toBe(left);
});

test("sums go when they are too old, and with them their rows", async () => {
  await gateway(undefined, { ...EVER, records: 1 }).keeper.run();
  const forgetting = gateway(undefined, { ...EVER, days: 1, sumsDays: 1 });
  await forgetting.keeper.run();
  await forgetting.keeper.run();
  expect((await runsOf()).map((run) => run.slice(0, 10))).toEqual([DAYS[1]]);
  expect((await rowsOf(await runsOf())).others).toBe(0);
});

test("a day that cannot be summed is no other's trouble, is given up after some tries, and goes when it is beyond what is kept", async () => {
  let tries = 0;
  const failing = Object.assign((request: Parameters<Engine>[0]) => {
    const isRead =
      request.path === "/.analytics/_search" &&
      request.query?.["scroll"] !== undefined &&
      String(request.body).includes(String(Date.parse(DAYS[0] ?? "")));
    if (isRead) tries += 1;
    return isRead ? Promise.reject(new Error("too large")) : opened.engine(request);
  }, {});
  const one = gateway(failing);
  for (let n = 0; n < ANALYTICS_LIMITS.sumTries.most + 3; n++) await one.keeper.run();
  expect(tries).toBe(ANALYTICS_LIMITS.sumTries.most);
  expect((await runsOf()).map((run) => run.slice(0, 10))).toEqual([DAYS[1]]);
  expect(await ask("/.analytics/_count", { match_all: {} })).toBe(6);
  const full = gateway(failing, { ...EVER, records: 1 });
  for (let n = 0; n < ANALYTICS_LIMITS.sumTries.most + 1; n++) await full.keeper.run();
  expect(await ask("/.analytics/_count", { match_all: {} })).toBe(3);
});
