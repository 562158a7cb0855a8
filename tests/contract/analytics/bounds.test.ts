import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { basic } from "../api";
import { openShop, type Shop } from "./shop";

const IdSchema = z.object({ query_id: z.string() });
const L = ANALYTICS_LIMITS;

let shop: Shop;
let known: string;
beforeAll(async () => {
  shop = await openShop();
  known = IdSchema.parse(
    (await shop.call("PUT", "/shoes/_analytics/search", { query: "known", user_id: "known" })).body,
  ).query_id;
}, 60_000);
afterAll(() => shop.close());

const text = (length: number) => "x".repeat(length);
const names = (count: number, prefix = "n") =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, "v"]));
const bytes = (length: number) => ({ a: text(length - 8) });
const list = <Item>(count: number, item: (n: number) => Item) => Array.from({ length: count }, (_, n) => item(n));

/** Each member with a value at its bound, the same one past it, and what the refusal says. */
type Case = [member: string, at: unknown, past: unknown];
const COMMON: Case[] = [
  ["user_id", text(L.userId.most), text(L.userId.most + 1)],
  ["custom_events", names(L.events.most), names(L.events.most + 1)],
  ["custom_events", bytes(L.eventsBytes.most), bytes(L.eventsBytes.most + 1)],
  ["event_data", names(L.events.most), names(L.events.most + 1)],
  ["event_data", { a: list(400, () => "v") }, { a: list(L.eventsBytes.most / 4, () => "v") }],
  ["meta", bytes(L.meta.most), bytes(L.meta.most + 1)],
  ["meta", { a: { b: list(100, String) } }, { a: { b: list(L.meta.most / 4, (n) => 1e6 + n) } }],
];
const CALLS: { path: string; least: () => object; cases: Case[] }[] = [
  {
    path: "/shoes/_analytics/search",
    least: () => ({ query: "boots", user_id: String(Math.random()) }),
    cases: [
      ["query", text(L.term.most), text(L.term.most + 1)],
      ["query_id", text(L.id.most), text(L.id.most + 1)],
      ["filters", names(L.filters.most), names(L.filters.most + 1)],
      ["filters", { [text(L.filterText.most)]: text(L.filterText.most) }, { a: text(L.filterText.most + 1) }],
      ["filters", { a: 1 }, { [text(L.filterText.most + 1)]: "a" }],
      ["filters", { a: list(100, String) }, { a: list(L.filterText.most, String) }],
      [
        "impressions",
        list(L.impressions.most, (n) => ({ id: `i${n}`, index: "shoes" })),
        list(L.impressions.most + 1, (n) => ({ id: `i${n}`, index: "shoes" })),
      ],
      ["impressions.0.id", [{ id: text(L.id.most), index: "shoes" }], [{ id: text(L.id.most + 1), index: "shoes" }]],
      ["impressions.0.index", [{ id: "1", index: text(L.index.most) }], [{ id: "1", index: text(L.index.most + 1) }]],
    ],
  },
  {
    path: "/shoes/_analytics/click",
    least: () => ({ query_id: known, click_on: { b1: 1 } }),
    cases: [
      ["query", text(L.term.most), text(L.term.most + 1)],
      ["query_id", text(L.id.most), text(L.id.most + 1)],
      [
        "click_on",
        Object.fromEntries(list(L.clicks.most, (n) => [`c${n}`, n])),
        Object.fromEntries(list(L.clicks.most + 1, (n) => [`c${n}`, n])),
      ],
      ["click_on", { [text(L.id.most)]: 1 }, { [text(L.id.most + 1)]: 1 }],
      ["click_on", { far: L.place.most }, { far: L.place.most + 1 }],
      ["click_on", { near: -L.place.most }, { near: -L.place.most - 1 }],
    ],
  },
  {
    path: "/shoes/_analytics/conversion",
    least: () => ({ query_id: known, conversion_on: ["b1"] }),
    cases: [
      ["conversion_on", list(L.clicks.most, (n) => `d${n}`), list(L.clicks.most + 1, (n) => `d${n}`)],
      ["conversion_on.0", [text(L.id.most)], [text(L.id.most + 1)]],
    ],
  },
  {
    path: "/_analytics/save-search",
    least: () => ({ query_id: known }),
    cases: [
      ["save_search_id", text(L.id.most), text(L.id.most + 1)],
      ["save_search_name", text(L.name.most), text(L.name.most + 1)],
      ["save_search_meta", bytes(L.meta.most), bytes(L.meta.most + 1)],
      ["query_id", undefined, text(L.id.most + 1)],
    ],
  },
  {
    path: "/_analytics/favorite",
    least: () => ({ query_id: known, favorite_on: "b1", source: {} }),
    cases: [
      ["favorite_on", text(L.id.most), text(L.id.most + 1)],
      ["id", text(L.id.most), text(L.id.most + 1)],
      ["source", bytes(L.favorite.most), bytes(L.favorite.most + 1)],
    ],
  },
];

describe.each(CALLS)("PUT $path", ({ path, least, cases }) => {
  test.each([...COMMON, ...cases].map(([member, at, past], n) => [`${member} (${n})`, member, at, past] as const))(
    "takes %s to its bound, and tells what is wrong past it",
    async (_, member, at, past) => {
      const [name = ""] = member.split(".");
      const taken = await shop.call("PUT", path, { ...least(), ...(at === undefined ? {} : { [name]: at }) });
      expect([taken.status, JSON.stringify(taken.body)], "at the bound").toEqual([200, expect.any(String)]);
      const refused = await shop.call("PUT", path, { ...least(), [name]: past });
      expect([refused.status, refused.body]).toEqual([
        400,
        { error: { code: 400, status: "Bad Request", message: expect.stringContaining(`${member} may `) } },
      ]);
    },
  );

  test("takes no body beyond its bound, and none that is nested too deeply", async () => {
    const large = await shop.call("PUT", path, { ...least(), more: [text(L.body.most / 2), text(L.body.most / 2)] });
    expect([large.status, large.body]).toEqual([
      400,
      { error: expect.objectContaining({ message: expect.stringContaining("the request body may be at most") }) },
    ]);
    const deep = `${JSON.stringify(least()).slice(0, -1)},"meta":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`;
    expect((await shop.call("PUT", path, deep, undefined, { "Content-Type": "application/json" })).status).toBe(400);
  });
});

test("a search grows over its calls to a bound, and keeps what it has", async () => {
  const { query_id } = IdSchema.parse(
    (await shop.call("PUT", "/shoes/_analytics/search", { query: "grows", user_id: "grows" })).body,
  );
  const more = (from: number) =>
    shop.call("PUT", "/shoes/_analytics/search", {
      query_id,
      impressions: list(L.impressions.most, (n) => ({ id: `r${from + n}`, index: "shoes" })),
    });
  for (let from = 0; from < L.results.most; from += L.impressions.most) expect((await more(from)).status).toBe(200);
  expect((await more(L.results.most)).body).toMatchObject({
    error: { code: 400, message: expect.stringContaining("at most 1000 results") },
  });
  expect((await more(0)).status).toBe(200);
  for (const [call, body] of [
    ["click", { click_on: { other: 1 } }],
    ["conversion", { conversion_on: ["other"] }],
  ] as const)
    expect((await shop.call("PUT", `/shoes/_analytics/${call}`, { query_id, ...body })).status).toBe(400);
  expect((await shop.call("PUT", "/shoes/_analytics/click", { query_id, click_on: { r1: 1 } })).status).toBe(200);
  const { _source } = z
    .object({ _source: z.record(z.string(), z.unknown()) })
    .parse((await shop.call("GET", `/.analytics/_doc/${query_id}`)).body);
  expect(_source).toMatchObject({ result_click_count: 1 });
  expect(_source["hits_in_response"]).toHaveLength(L.results.most);
});

test("a recorded search is answered whatever it holds; of it no more is kept than the bounds say", async () => {
  const value = `${text(L.term.most - 1)}🥾 and more`;
  const large = await shop.call("POST", "/shoes/_reactivesearch", {
    query: [
      { id: "s", type: "search", dataField: ["name"], value: value.slice(0, 2_000) },
      ...list(20, (n) => ({
        id: `f${n}`,
        type: "term",
        dataField: [`field ${n}`],
        value: list(20, (at) => `${at} ${text(n * 100)}`),
      })),
    ],
    settings: { recordAnalytics: true, userId: "large" },
  });
  expect(large.status).toBe(200);
  await vi.waitFor(async () => {
    await shop.call("POST", "/.analytics/_refresh");
    const { body } = await shop.call("POST", "/.analytics/_search", { query: { term: { user_id: "large" } } });
    const [hit] = z
      .object({ hits: z.object({ hits: z.array(z.object({ _source: z.record(z.string(), z.unknown()) })) }) })
      .parse(body).hits.hits;
    expect(hit?._source["search_query"]).toBe(text(L.term.most - 1));
    expect(hit?._source).not.toHaveProperty("search_state");
    const filters = z.array(z.object({ value: z.string() })).parse(hit?._source["search_filters"]);
    expect(filters).toHaveLength(L.filters.most);
    expect(Math.max(...filters.map((one) => one.value.length))).toBeLessThanOrEqual(L.filterText.most);
  });
  for (const settings of [
    { userId: text(L.userId.most + 1) },
    { customEvents: names(L.events.most + 1) },
    { customEvents: { a: text(L.eventsBytes.most) } },
  ]) {
    const refused = await shop.call("POST", "/shoes/_reactivesearch", {
      query: [{ id: "s", value: "a" }],
      settings: { recordAnalytics: true, ...settings },
    });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("settings.")]);
  }
});

test("popular searches answer no more than their bound, whatever was kept before there was one", async () => {
  const state = JSON.stringify({ query: [{ id: "a", value: text(L.searchState.most - 100) }] });
  const now = new Date().toISOString();
  const rows = list(400, (n) => ({
    search_query: `heavy ${n} ${text(2_000)}`,
    search_state: n % 10 === 0 ? text(1_000_000) : state,
    timestamp: now,
    indices: ["lamps"],
    user_id: "u",
  }));
  for (let at = 0; at < rows.length; at += 50) {
    const lines = rows.slice(at, at + 50).map((row) => `{"index":{}}\n${JSON.stringify(row)}\n`);
    expect((await shop.call("POST", "/.analytics/_bulk?refresh=true", lines.join(""))).body).toMatchObject({
      errors: false,
    });
  }
  for (const path of ["popular-searches", "no-result-searches", "advanced", "recent-searches"]) {
    const { status, body } = await shop.call("GET", `/_analytics/lamps/${path}?size=1000`);
    expect(status).toBe(200);
    expect(JSON.stringify(body).length, path).toBeLessThan(L.answer.most * 1.01);
  }
  const popular = z.object({
    popular_searches: z.array(z.object({ search_state: z.string() })),
    total_search_terms: z.number(),
  });
  const { popular_searches, total_search_terms } = popular.parse(
    (await shop.call("GET", "/_analytics/lamps/popular-searches?size=1000")).body,
  );
  expect(total_search_terms).toBe(400);
  const states = popular_searches.map(({ search_state }) => search_state.length);
  expect(Math.max(...states)).toBeLessThanOrEqual(L.searchState.most);
  const sum = states.reduce((all, one) => all + one, 0);
  expect(sum).toBeLessThanOrEqual(L.answerStates.most);
  expect(sum).toBeGreaterThan(L.answerStates.most / 2);
}, 60_000);

test("a visitor keeps so many searches and favourites, and their lists have an end", async () => {
  const keep = (n: number) => ({
    query_id: known,
    user_id: "collector",
    favorite_on: `d${n}`,
    source: { a: text(30_000) },
    id: `fav ${n}`,
  });
  const lines = list(L.keptOfVisitor.most - 2, (n) => {
    const common = {
      query_id: known,
      user_id: "collector",
      custom_events: {},
      created_at: 1,
      updated_at: Math.floor(Date.now() / 1000),
      timestamp: new Date().toISOString(),
    };
    return `{"index":{"_id":"fav ${n}"}}\n${JSON.stringify({ ...common, search_query: "known", search_characters_length: 5, indices: ["shoes"], id: `fav ${n}`, favorite_on: "d", source: { a: text(n < 200 ? 30_000 : 10) }, meta: null })}\n`;
  });
  await shop.call("POST", "/.favorites/_bulk?refresh=true", lines.join(""));
  for (const n of [5_001, 5_002]) expect((await shop.call("PUT", "/_analytics/favorite", keep(n))).status).toBe(200);
  const refused = await shop.call("PUT", "/_analytics/favorite", keep(5_003));
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: expect.objectContaining({ message: "a user may keep at most 1000 favorites" }) },
  ]);
  // What is there may be kept anew; others keep theirs.
  expect((await shop.call("PUT", "/_analytics/favorite", keep(5_001))).status).toBe(200);
  expect((await shop.call("PUT", "/_analytics/favorite", { ...keep(5_004), user_id: "another" })).status).toBe(200);
  const { body } = await shop.call("GET", "/_analytics/favorites?user_id=collector&size=1000");
  expect(JSON.stringify(body).length).toBeLessThan(L.answer.most * 1.01);
  expect(z.array(z.looseObject({})).parse(body)[0]).not.toHaveProperty("kept_by");
}, 60_000);

test("what is kept through one credential has an end, whoever its visitors are", async () => {
  const fields = { indices: ["*"], categories: ["analytics"], ops: ["read", "write"], limits: { ip_limit: 100_000 } };
  const made = z
    .object({ username: z.string(), password: z.string() })
    .parse((await shop.call("POST", "/_permission", fields)).body);
  const as = basic(made.username, made.password);
  const keep = async (n: number) => {
    const { query_id } = IdSchema.parse(
      (await shop.call("PUT", "/shoes/_analytics/search", { query: "mine", user_id: `v${n}` }, as)).body,
    );
    return shop.call(
      "PUT",
      "/_analytics/favorite",
      { query_id, user_id: `v${n}`, favorite_on: "d", source: {}, id: `mine ${n}` },
      as,
    );
  };
  expect((await keep(0)).status).toBe(200);
  const { _source } = z
    .object({ _source: z.looseObject({ kept_by: z.string() }) })
    .parse((await shop.call("GET", "/.favorites/_doc/mine%200")).body);
  const left = L.keptOfOne.most - 2;
  for (let at = 0; at < left; at += 10_000) {
    const lines = list(
      Math.min(10_000, left - at),
      (n) => `{"index":{}}\n${JSON.stringify({ kept_by: _source.kept_by, user_id: `o${at + n}` })}\n`,
    );
    expect((await shop.call("POST", "/.favorites/_bulk?refresh=true", lines.join(""))).body).toMatchObject({
      errors: false,
    });
  }
  expect((await keep(1)).status).toBe(200);
  const refused = await keep(2);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining(`at most ${L.keptOfOne.most} favorites`),
  ]);
}, 120_000);

describe("a day", () => {
  test("takes its part of what is kept, and then answers searches without recording them", async () => {
    const small = await openShop({ analyticsLimits: { days: 180, records: 40, bytes: 2 ** 40, sumsDays: 100 } });
    try {
      const ids: string[] = [];
      for (let n = 0; n < 30; n++) {
        const { status, body } = await small.call("PUT", "/shoes/_analytics/search", {
          query: `term ${n}`,
          user_id: `u${n}`,
        });
        expect(status).toBe(200);
        ids.push(IdSchema.parse(body).query_id);
      }
      // One that a client makes up is a new one too.
      expect((await small.call("PUT", "/shoes/_analytics/search", { query_id: "made-up", query: "a" })).status).toBe(
        200,
      );
      expect(
        (await small.call("PUT", "/shoes/_analytics/click", { query_id: "made-up-too", click_on: { a: 1 } })).status,
      ).toBe(200);
      // What is recorded may be written just after its answer.
      const counted = async () => {
        await small.call("POST", "/.analytics/_refresh");
        return (await small.call("GET", "/.analytics/_count")).body;
      };
      const most = { count: (40 * L.day.most) / 100 };
      // A busy real engine makes the index of its records late.
      await expect.poll(counted, { timeout: 40_000 }).toMatchObject(most);
      // What is there goes on.
      expect(
        (await small.call("PUT", "/shoes/_analytics/click", { query_id: ids[0], click_on: { a: 1 } })).status,
      ).toBe(200);
      await expect
        .poll(async () => (await small.call("GET", `/.analytics/_doc/${ids[0]}`)).body)
        .toMatchObject({ _source: { result_click_count: 1 } });
      expect(await counted()).toMatchObject(most);
    } finally {
      await small.close();
    }
  }, 60_000);
});
