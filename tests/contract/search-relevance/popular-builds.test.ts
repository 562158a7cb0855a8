import { pino } from "pino";
import * as z from "zod";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Engine } from "@backend/engine/port";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { createSums } from "@backend/gateway/resources/analytics/sums/sums";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { prepareSystemIndices } from "@backend/gateway/platform/store/prepare-system-indices";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { beside, createSystemPlaces, ownPlace } from "@backend/gateway/platform/store/system-places";
import { createPopularKeeper } from "@backend/gateway/resources/search-relevance/suggestions/popular/keeper";
import { createPopularIndex } from "@backend/gateway/resources/search-relevance/suggestions/popular/popular-index";
import { createSuggestionPreferences } from "@backend/gateway/resources/search-relevance/suggestions/store";
import { openEmptyEngine } from "../../replay/target";

// Who collects popular searches and when, and what a gateway leaves that ends on the way; what they are is shown by
// suggestions.test.ts.

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23, 12);
const KeysSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _source: z.object({ key: z.string(), count: z.number() }) })) }),
});

const places = createSystemPlaces();
const log = pino({ level: "silent" });
let opened: OpenedEngine;

/** A gateway of its own at a time of its own, with an engine that may be got in the way of. */
function gateway({ engine = opened.engine, now = () => NOW }: { engine?: Engine; now?: () => number } = {}) {
  const sums = createSums({ engine, places, log, times: { quiet: 0, rest: 0, read: 0 } });
  const index = createPopularIndex({ engine, places });
  const preferences = createSuggestionPreferences({ engine, places });
  return {
    sums,
    index,
    preferences,
    keeper: createPopularKeeper({ engine, places, sums, log, index, preferences, now }),
  };
}

async function popular(): Promise<string[]> {
  const { status, body } = await callEngine(
    opened.engine,
    { method: "POST", path: "/.suggestions/_search", body: { sort: [{ count: "desc" }] } },
    [404],
  );
  return status === 404 ? [] : KeysSchema.parse(body).hits.hits.map(({ _source: { key, count } }) => `${key} ${count}`);
}

const names = async () => {
  const { body } = await callEngine(opened.engine, {
    method: "GET",
    path: "/.suggestions_*",
    query: { expand_wildcards: "all" },
  });
  return Object.keys(z.record(z.string(), z.unknown()).parse(body)).sort();
};

beforeAll(async () => {
  opened = await openEmptyEngine();
  await prepareSystemIndices({ engine: opened.engine });
  const lines = [1, 2, 3, 4].flatMap((day) =>
    ["boots", "boots", "hats"].flatMap((term, n) => [
      { index: {} },
      {
        timestamp: new Date(NOW - day * DAY + n).toISOString(),
        search_query: term,
        indices: ["shoes"],
        total_hits: 9,
        result_click_count: 0,
      },
    ]),
  );
  const body = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  await callEngine(opened.engine, { method: "POST", path: "/.analytics/_bulk", query: { refresh: "true" }, body });
}, 60_000);
afterAll(() => opened.close());

beforeEach(async () => {
  for (const name of await names())
    if (name !== ".suggestions_preferences") await callEngine(opened.engine, { method: "DELETE", path: `/${name}` });
});

test("what is due is collected once by all gateways, and on a save in any case", async () => {
  const gateways = [gateway(), gateway(), gateway()];
  for (const { keeper } of gateways) keeper.note();
  await expect.poll(popular).toEqual(["boots 8", "hats 4"]);
  for (const { keeper } of gateways) await keeper.close();
  expect(await names()).toEqual([".suggestions_nov_23", ".suggestions_preferences"]);
  await gateway().keeper.rebuild();
  expect(await names()).toEqual([".suggestions_nov_23_2", ".suggestions_preferences"]);
  expect(await gateway().index.current()).toEqual({ index: ".suggestions_nov_23_2", builtAt: NOW / 1000 });
});

test("nothing is collected that is not due, and what was missed is with the next use", async () => {
  await gateway().keeper.rebuild();
  const [before] = await names();
  const later = gateway({ now: () => NOW + 11 * 3_600_000 });
  later.keeper.note();
  await later.keeper.close();
  expect((await names())[0]).toBe(before);
  const nextDay = gateway({ now: () => NOW + DAY });
  nextDay.keeper.note();
  await expect.poll(names).toEqual([".suggestions_nov_24", ".suggestions_preferences"]);
  await nextDay.keeper.close();
});

test("beside a ReactiveSearch server they go by another name, and what stands behind its own stays", async () => {
  await callEngine(opened.engine, {
    method: "PUT",
    path: "/.suggestions_nov_23",
    body: { aliases: { ".suggestions": {} } },
  });
  const aside = createSystemPlaces();
  aside.settle([ownPlace(beside(SYSTEM.analytics), SYSTEM.analytics.name)]);
  const index = createPopularIndex({ engine: opened.engine, places: aside });
  await index.replace(
    [{ key: "boots", count: 2, indices: ["shoes"], chars: 5, counts: [{ index: "shoes", count: 2 }] }],
    {
      now: NOW / 1000,
      check: () => undefined,
    },
  );
  expect(index.alias()).toBe(".searchdeck-suggestions");
  expect(await index.current()).toEqual({ index: ".searchdeck-suggestions_nov_23", builtAt: NOW / 1000 });
  expect(await gateway().index.current()).toEqual({ index: ".suggestions_nov_23", builtAt: 0 });
  await callEngine(opened.engine, { method: "DELETE", path: "/.searchdeck-suggestions_nov_23" });
});

test("days that were added up count as their records do", async () => {
  const one = gateway();
  await one.sums.keeper.run();
  expect((await one.sums.ledger.runs()).size).toBe(4);
  await one.keeper.rebuild();
  expect(await popular()).toEqual(["boots 8", "hats 4"]);
});

test.each<[string, (call: { method: string; path: string }) => boolean]>([
  ["the counts", ({ path }) => path.includes(".analytics") && path.endsWith("/_search")],
  ["the index", ({ method, path }) => method === "PUT" && path.startsWith("/.suggestions_nov")],
  ["the searches", ({ path }) => path.startsWith("/.suggestions_nov") && path.endsWith("/_bulk")],
  ["the alias", ({ path }) => path === "/_aliases"],
])("a gateway that ends before %s leaves the searches of before, and the next one goes on", async (_what, isLast) => {
  await gateway().keeper.rebuild();
  const before = await gateway().index.current();
  let ended = false;
  const engine: Engine = (request) => {
    if (isLast(request)) ended = true;
    return ended ? Promise.reject(new Error("killed")) : opened.engine(request);
  };
  await gateway({ engine }).keeper.rebuild();
  expect(ended).toBe(true);
  expect(await gateway().index.current()).toEqual(before);
  expect(await popular()).toEqual(["boots 8", "hats 4"]);
  // Its lock is left too, as that of a process that was killed.
  await callEngine(opened.engine, { method: "DELETE", path: "/.locks/_doc/popular-suggestions" }, [404]);
  await gateway().keeper.rebuild();
  expect(await names()).toHaveLength(2);
  expect(await popular()).toEqual(["boots 8", "hats 4"]);
});

test("an index that somebody led the alias to loses it, and stays; so does one that only has the name of a build", async () => {
  await gateway().keeper.rebuild();
  const [build = ""] = await names();
  await callEngine(opened.engine, {
    method: "PUT",
    path: "/precious/_doc/1",
    query: { refresh: "true" },
    body: { a: 1 },
  });
  await callEngine(opened.engine, { method: "PUT", path: "/.suggestions_may_01", body: {} });
  await callEngine(opened.engine, {
    method: "PUT",
    path: "/abcdefghijkl_may_01",
    body: { aliases: { ".suggestions_may_02": {} } },
  });
  for (const actions of [
    [{ add: { index: "precious", alias: ".suggestions" } }],
    [{ add: { index: "precious", alias: ".suggestions" } }, { remove: { index: build, alias: ".suggestions" } }],
  ]) {
    const found = await gateway().index.current();
    await callEngine(opened.engine, {
      method: "POST",
      path: "/_aliases",
      body: {
        actions: actions.map((one) => ("remove" in one ? { remove: { ...one.remove, index: found?.index } } : one)),
      },
    });
    await gateway().keeper.rebuild();
    expect(await popular()).toEqual(["boots 8", "hats 4"]);
    expect((await callEngine(opened.engine, { method: "GET", path: "/precious/_count" })).body).toMatchObject({
      count: 1,
    });
  }
  expect(await names()).toContain(".suggestions_may_01");
  for (const name of ["abcdefghijkl_may_01", "precious"])
    expect((await callEngine(opened.engine, { method: "DELETE", path: `/${name}` })).status).toBe(200);
});

test("an index in the alias's place is told, and stays", async () => {
  await callEngine(opened.engine, { method: "PUT", path: "/.suggestions", body: {} });
  const index = createPopularIndex({ engine: opened.engine, places });
  await expect(index.replace([], { now: NOW / 1000, check: () => undefined })).rejects.toThrow("delete that index");
  expect((await callEngine(opened.engine, { method: "DELETE", path: "/.suggestions" })).status).toBe(200);
});
