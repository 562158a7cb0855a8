import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { monthBefore } from "@backend/gateway/resources/analytics/insights/month";
import { insightsOf, type Month } from "@backend/gateway/resources/analytics/insights/rules";
import type { Event } from "./events";
import { openShop, type Shop } from "./shop";

const insight = z.object({
  id: z.string(),
  insight: z.object({ title: z.string(), recommendations: z.array(z.object({ title: z.string() })) }),
});
const InsightsSchema = z.object({ insights: z.array(insight), saved: z.array(insight), read: z.array(insight) });
const CredentialSchema = z.object({ username: z.string(), password: z.string() });

const quiet: Month = {
  total_searches: 1000,
  total_users: 10,
  total_user_sessions: 10,
  total_bounce_users: 0,
  avg_bounce_rate: 0,
  avg_user_session_duration: 60,
  total_results_count: 0,
  total_no_results_searches: 0,
  no_results_rate: 0,
  total_clicks: 500,
  total_results_clicks: 400,
  total_suggestions_clicks: 100,
  avg_click_rate: 50,
  avg_suggestions_click_rate: 10,
  avg_click_position: 2,
  avg_results_click_position: 2,
  avg_suggestions_click_position: 1,
  total_conversions: 0,
  avg_conversion_rate: 0,
  popular: { terms: 0, clickRate: 0 },
  terms: 900,
  words: 2,
  logged: { searches: 1000, slow: 0, serverErrors: 0, callerErrors: 0 },
};
const logged = (more: Partial<Month["logged"]>): Partial<Month> => ({ logged: { ...quiet.logged, ...more } });

describe("what a month tells", () => {
  test("a quiet month tells nothing", () => expect(insightsOf(quiet)).toEqual([]));

  test.each<[string, Partial<Month>, string[]]>([
    ["one search without a result", { total_no_results_searches: 1 }, ["no_results"]],
    ["no click at all", { avg_click_rate: 0 }, []],
    ["few clicks", { avg_click_rate: 5 }, ["low_clicks"]],
    ["some clicks", { avg_click_rate: 5.01 }, []],
    ["few chosen suggestions", { avg_suggestions_click_rate: 0.01 }, ["low_suggestions_clicks"]],
    ["clicks far down", { avg_click_position: 5 }, ["avg_click_position"]],
    ["clicks not so far down", { avg_click_position: 4.99 }, []],
    ["popular terms, 1 % of all", { popular: { terms: 9, clickRate: 50 } }, ["popular_searches"]],
    ["popular terms, less than 1 % of all", { popular: { terms: 8, clickRate: 50 } }, []],
    ["popular terms nobody clicks on", { popular: { terms: 8, clickRate: 5 } }, ["popular_searches_with_low_clicks"]],
    ["long searches", { words: 4 }, ["long_tail_searches"]],
    ["half of the visits end", { avg_bounce_rate: 50 }, []],
    ["more than half of the visits end", { avg_bounce_rate: 50.01 }, ["bounce_rate"]],
    ["one in ten is slow", logged({ slow: 100 }), ["high_response_time"]],
    ["fewer are slow", logged({ slow: 99 }), []],
    ["no search, none slow", logged({ searches: 0 }), []],
    ["failures", logged({ serverErrors: 1, callerErrors: 2 }), ["error_500", "error_400"]],
  ])("%s", (_, month, ids) => expect(insightsOf({ ...quiet, ...month }).map(({ id }) => id)).toEqual(ids));

  test.each([
    ["2026-01-31T12:00:00Z", "2025-12", "2025-12-01T00:00:00.000Z", "2025-12-31T23:59:59.000Z"],
    ["2028-03-01T00:00:00Z", "2028-02", "2028-02-01T00:00:00.000Z", "2028-02-29T23:59:59.000Z"],
  ])("the month before %s", (now, month, from, to) => {
    const found = monthBefore(new Date(now));
    expect([found.month, new Date(found.from * 1000).toISOString(), new Date(found.to * 1000).toISOString()]).toEqual([
      month,
      from,
      to,
    ]);
  });
});

describe("insights, labels and preferences", () => {
  let shop: Shop;
  const { from } = monthBefore(new Date());
  const stream: Event[] = [
    ...Array.from({ length: 100 }, (_, n): Event => ({
      kind: "search",
      id: `p${n}`,
      at: from + n,
      user: `v${n % 3}`,
      term: "boot",
      indices: ["shoes"],
      hits: 3,
    })),
    {
      kind: "search",
      id: "none",
      at: from + 7,
      user: "v1",
      term: "sandle",
      indices: ["shoes"],
      hits: 0,
      events: { platform: "ios" },
    },
    {
      kind: "search",
      id: "hat",
      at: from + 8,
      user: "w",
      term: "hat",
      indices: ["hats"],
      hits: 1,
      events: { platform: "web", secret: "x" },
    },
    { kind: "click", id: "hat", index: "hats", type: "result", on: { h1: 9 } },
  ];
  const read = async (path: string) => InsightsSchema.parse((await shop.call("GET", path)).body);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);

  beforeAll(async () => {
    shop = await openShop();
    await shop.send(stream);
  }, 120_000);
  afterAll(() => shop.close());

  test("of the cluster and of an index, each with its own statuses", async () => {
    const all = await read("/_analytics/insights");
    expect(ids(all.insights)).toEqual([
      "no_results",
      "low_clicks",
      "avg_click_position",
      "popular_searches",
      "popular_searches_with_low_clicks",
    ]);
    expect(ids((await read("/_analytics/shoes/insights")).insights)).toEqual([
      "no_results",
      "popular_searches",
      "popular_searches_with_low_clicks",
    ]);
    for (const [id, status] of [
      ["no_results", "read"],
      ["low_clicks", "saved"],
      ["low_clicks", "read"],
      ["avg_click_position", "deleted"],
    ])
      expect((await shop.call("PUT", "/_analytics/insight-status", { id, status })).status).toBe(200);
    const after = await read("/_analytics/insights");
    expect([ids(after.insights), ids(after.saved), ids(after.read)]).toEqual([
      ["popular_searches", "popular_searches_with_low_clicks"],
      [],
      ["no_results", "low_clicks"],
    ]);
    expect(ids((await read("/_analytics/shoes/insights")).insights)).toContain("no_results");
  });

  test.each([
    [{}],
    [{ id: "low_clicks" }],
    [{ id: "low_clicks", status: "fresh" }],
    [{ id: "nothing", status: "read" }],
    ["{"],
  ])("a status of %j is refused", async (body) =>
    expect((await shop.call("PUT", "/_analytics/insight-status", body)).status).toBe(400),
  );

  test("labels and values are those of searches that the caller may see", async () => {
    expect((await shop.call("GET", "/_analytics/filter-labels")).body).toEqual({
      filter_labels: expect.arrayContaining(["platform", "secret"]),
    });
    expect((await shop.call("GET", "/_analytics/filter-values/platform?prefix=w")).body).toEqual({
      filter_values: ["web"],
    });
    expect((await shop.call("GET", "/_analytics/filter-values/user_id?prefix=v")).body).toEqual({
      filter_values: ["v0", "v1", "v2"],
    });
    const made = CredentialSchema.parse(
      (await shop.call("POST", "/_permission", { categories: ["analytics"], indices: ["shoe*"], ops: ["read"] })).body,
    );
    const limited = `Basic ${Buffer.from(`${made.username}:${made.password}`).toString("base64")}`;
    expect((await shop.call("GET", "/_analytics/filter-labels", undefined, limited)).body).toEqual({
      filter_labels: ["platform"],
    });
    expect((await shop.call("GET", "/_analytics/filter-values/platform", undefined, limited)).body).toEqual({
      filter_values: ["ios"],
    });
    expect((await shop.call("GET", "/_analytics/filter-values/nothing", undefined, limited)).body).toEqual({
      filter_values: [],
    });
    expect((await shop.call("GET", "/_analytics/summary", undefined, limited)).status).toBe(401);
    expect((await shop.call("GET", "/_analytics/shoes/summary", undefined, limited)).status).toBe(200);
  });

  test("recording can be switched off: calls go on to answer, and nothing is kept", async () => {
    const total = async () =>
      z
        .object({ summary: z.object({ total_searches: z.number() }) })
        .parse((await shop.call("GET", "/_analytics/summary")).body).summary.total_searches;
    const before = await total();
    expect((await shop.call("POST", "/_analytics/preferences", { enable: false })).status).toBe(200);
    const recorded = await shop.call("PUT", "/shoes/_analytics/search", { query: "unseen" });
    const query_id = z.object({ query_id: z.string() }).parse(recorded.body).query_id;
    expect((await shop.call("PUT", "/shoes/_analytics/conversion", { query_id, conversion_on: ["1"] })).status).toBe(
      200,
    );
    await shop.call("POST", "/.analytics/_refresh");
    expect(await total()).toBe(before);
    expect((await shop.call("GET", "/_analytics/preferences")).body).toEqual({ enable: false });
    await shop.call("POST", "/_analytics/preferences", { enable: true });
    await shop.call("PUT", "/shoes/_analytics/search", { query: "seen" });
    await shop.call("POST", "/.analytics/_refresh");
    expect(await total()).toBe(before + 1);
  });
});
