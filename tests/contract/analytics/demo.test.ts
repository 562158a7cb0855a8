import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readArguments, UsageError } from "../../../scripts/demo-traffic/arguments";
import { makeTraffic, removeTraffic } from "../../../scripts/demo-traffic/run";
import { type Call, openServer, type Server, TrafficError } from "../../../scripts/demo-traffic/server";
import { openShop, type Shop } from "./shop";

const DAY = 86_400_000;
const IdSchema = z.object({ query_id: z.string() });
const SummarySchema = z.object({ summary: z.record(z.string(), z.number()) });
const HistogramSchema = z.array(
  z.looseObject({ search_histogram: z.array(z.object({ count: z.number() })).optional() }),
);
const MARK = { searchdeck_demo: "traffic" };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
}, 60_000);
afterAll(() => shop.close());

const demo = async () => (await shop.call("GET", "/_analytics/demo-traffic")).body;

async function summary(query = ""): Promise<Record<string, number>> {
  await shop.call("POST", "/.analytics,.user_sessions/_refresh");
  return SummarySchema.parse((await shop.call("GET", `/_analytics/summary${query}`)).body).summary;
}

describe("times of the traffic maker", () => {
  const search = (body: object, at: string, as?: string) =>
    shop.callAt({ path: "/shoes/_analytics/search", body, at, as });
  const lastWeek = new Date(Date.now() - 7 * DAY);

  test("are taken from an admin for what is marked as demo, and its removal leaves all else", async () => {
    const { body } = await search(
      { query: "boot", user_id: "demo-traffic-1", custom_events: MARK },
      lastWeek.toISOString(),
    );
    const { query_id } = IdSchema.parse(body);
    const kept = { query_id, user_id: "demo-traffic-1", custom_events: MARK };
    await shop.call("PUT", "/_analytics/save-search", kept);
    await shop.call("PUT", "/_analytics/favorite", { ...kept, favorite_on: "b1", source: {} });
    const real = IdSchema.parse(
      (await shop.call("PUT", "/shoes/_analytics/search", { query: "boot", user_id: "demo-traffic-1" })).body,
    );
    await shop.call("PUT", "/_analytics/favorite", {
      ...kept,
      ...real,
      custom_events: {},
      favorite_on: "b2",
      source: {},
    });
    const at = Math.floor(lastWeek.getTime() / 1000);
    expect(await summary(`?from_timestamp=${at - 60}&to_timestamp=${at + 60}`)).toMatchObject({ total_searches: 1 });
    await vi.waitFor(async () =>
      expect(await demo()).toEqual({ searches: 1, user_sessions: 1, saved_searches: 1, favorites: 1 }),
    );
    expect((await shop.call("DELETE", "/_analytics/demo-traffic")).body).toEqual({
      searches: 1,
      user_sessions: 1,
      saved_searches: 1,
      favorites: 1,
    });
    expect(await demo()).toEqual({ searches: 0, user_sessions: 0, saved_searches: 0, favorites: 0 });
    expect(await summary()).toMatchObject({ total_searches: 1 });
    expect((await shop.call("GET", "/_analytics/favorites?user_id=demo-traffic-1")).body).toMatchObject([
      { favorite_on: "b2" },
    ]);
  });

  test("are refused from others, for real visitors, and where they are none or to come", async () => {
    const user = {
      username: "ann",
      password: "quiet-owl",
      email: "a@example.org",
      allowed_actions: ["analytics"],
      indices: ["*"],
    };
    await shop.call("POST", "/_user", user);
    const ann = `Basic ${Buffer.from("ann:quiet-owl").toString("base64")}`;
    const body = { query: "hat", custom_events: MARK };
    expect((await search(body, lastWeek.toISOString(), ann)).status).toBe(401);
    expect((await shop.call("GET", "/_analytics/demo-traffic", undefined, ann)).status).toBe(401);
    expect((await shop.call("DELETE", "/_analytics/demo-traffic", undefined, ann)).status).toBe(401);
    expect((await search({ query: "hat" }, lastWeek.toISOString())).status).toBe(400);
    expect((await search(body, "last week")).status).toBe(400);
    expect((await search(body, new Date(Date.now() + DAY).toISOString())).status).toBe(400);
  });

  test("a search that may not have one is answered and not recorded", async () => {
    const query = [{ id: "found", type: "search", dataField: ["name"], value: "hat" }];
    const answer = await shop.callAt({
      path: "/shoes/_reactivesearch",
      method: "POST",
      body: { query, settings: { recordAnalytics: true } },
      at: lastWeek.toISOString(),
    });
    expect(answer).toMatchObject({ status: 200, body: { found: { hits: expect.anything() } } });
    expect(answer.body).not.toHaveProperty("settings.queryId");
  });
});

describe("npm run demo:traffic", () => {
  const said: string[] = [];
  const output = { live: false, write: (text: string) => void said.push(text) };
  const run = (server: Server, more: Partial<Parameters<typeof makeTraffic>[0]> = {}) => {
    const wish = readArguments(
      ["--index", "films", "--searches", "60", "--days", "20", "--sample", "--url", server.url],
      {},
    );
    if (!wish) throw new Error("no arguments");
    return makeTraffic({ server, wish, output, isStopped: () => false, sampleFile: "samples/movies.json.gz", ...more });
  };
  const open = () => openServer({ url: shop.url, username: "foo", password: "bar", rate: 500 });

  test("what it says it did is what the reports then say; one call removes it", async () => {
    const counts = await run(open());
    expect(counts.searches).toBe(60);
    expect(counts.clicks).toBeGreaterThan(5);
    const figures = await summary(`?searchdeck_demo=traffic`);
    expect(figures).toMatchObject({
      total_searches: counts.searches,
      total_no_results_searches: counts.noResults,
      total_results_clicks: counts.clicks,
      total_suggestions_clicks: counts.suggestionClicks,
      total_conversions: counts.conversions,
    });
    expect(figures["total_user_sessions"]).toBeGreaterThan(10);
    const parts = HistogramSchema.parse(
      (await shop.call("GET", "/_analytics/films/advanced?searchdeck_demo=traffic")).body,
    );
    expect(
      parts.flatMap(({ search_histogram = [] }) => search_histogram).filter(({ count }) => count > 0).length,
    ).toBeGreaterThan(5);
    await removeTraffic({ server: open(), output });
    expect(said.join("")).toContain("Removed 60 searches");
    expect(await summary("?searchdeck_demo=traffic")).toMatchObject({ total_searches: 0, total_user_sessions: 0 });
  }, 180_000);

  test("elsewhere it says that times are not taken, sends none, and cannot remove", async () => {
    const server = open();
    const sent: Call[] = [];
    const call = async (asked: Call) => {
      if (asked.path.endsWith("/demo-traffic")) return { status: 405, body: "", searchId: null };
      sent.push(asked);
      return server.call(asked);
    };
    // Stopped after its first visits, as by Ctrl-C.
    const counts = await run({ ...server, call }, { isStopped: () => sent.length > 20 });
    expect(counts.searches).toBeLessThan(60);
    expect(said.join("")).toContain("takes no times");
    expect(sent.filter(({ at }) => at !== undefined)).toEqual([]);
    await expect(removeTraffic({ server: { ...server, call }, output })).rejects.toThrow(TrafficError);
    await removeTraffic({ server, output });
  }, 180_000);

  test("an index without documents, a refused password and a bad command line are told in a sentence", async () => {
    const wish = readArguments(["--index", "lamps"], {});
    if (!wish) throw new Error("no arguments");
    await expect(run(open(), { wish })).rejects.toThrow(/lamps holds no documents/);
    await expect(run(openServer({ url: shop.url, username: "foo", password: "no", rate: 500 }))).rejects.toThrow(
      /ADMIN_PASSWORD/,
    );
    expect(() => readArguments(["--url", "http://me:secret@127.0.0.1"], {})).toThrow(UsageError);
    expect(() => readArguments(["--days", "500"], {})).toThrow("from 0 to 400");
  });
});
