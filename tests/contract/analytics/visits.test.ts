import * as z from "zod";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openShop, type Shop } from "./shop";

const IdSchema = z.object({ query_id: z.string() });
const SummarySchema = z.object({
  summary: z.object({
    total_user_sessions: z.number(),
    total_bounce_users: z.number(),
    avg_bounce_rate: z.number(),
    avg_user_session_duration: z.number(),
  }),
});

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
}, 60_000);
afterAll(() => shop.close());

async function search(user_id: string, query: string, index = "shoes"): Promise<string> {
  return IdSchema.parse((await shop.call("PUT", `/${index}/_analytics/search`, { user_id, query })).body).query_id;
}

async function figures(path: string) {
  await shop.call("POST", "/.user_sessions/_refresh");
  return SummarySchema.parse((await shop.call("GET", path)).body).summary;
}

test("who only searches once bounces; who clicks or searches again does not; an hour later it is another visit", async () => {
  await search("once", "boot");
  const query_id = await search("clicks", "boot");
  await shop.call("PUT", "/shoes/_analytics/click", { user_id: "clicks", query_id, click_on: { b1: 1 } });
  await search("twice", "boot");
  await search("twice", "hat", "hats");
  await vi.waitFor(
    async () =>
      expect(await figures("/_analytics/summary")).toMatchObject({
        total_user_sessions: 3,
        total_bounce_users: 1,
        avg_bounce_rate: 33.33,
      }),
    { timeout: 10_000 },
  );
  expect(await figures("/_analytics/hats/summary")).toMatchObject({ total_user_sessions: 1, total_bounce_users: 0 });
  // Everything an hour back: what comes now begins other visits, and the old ones stay.
  const script = (at: string) => new Date(Date.parse(at) - 3_600_000).toISOString();
  const VisitsSchema = z.object({
    hits: z.object({
      hits: z.array(
        z.object({ _id: z.string(), _source: z.object({ timestamp: z.string(), updated_at: z.string() }) }),
      ),
    }),
  });
  const { hits } = VisitsSchema.parse((await shop.call("POST", "/.user_sessions/_search", { size: 10 })).body).hits;
  const lines = hits.flatMap(({ _id, _source: { timestamp, updated_at } }) => [
    { update: { _id } },
    { doc: { timestamp: script(timestamp), updated_at: script(updated_at), duration: 90 } },
  ]);
  await shop.call(
    "POST",
    "/.user_sessions/_bulk?refresh=true",
    `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
  );
  await search("once", "sandal");
  await vi.waitFor(
    async () =>
      expect(await figures("/_analytics/summary")).toMatchObject({
        total_user_sessions: 4,
        total_bounce_users: 2,
        avg_user_session_duration: 67.5,
      }),
    { timeout: 10_000 },
  );
});

test("a click that names its search alone is of him who searched; a list of hits without any is a search without results", async () => {
  const before = await figures("/_analytics/summary?user_id=dee");
  expect(before.total_user_sessions).toBe(0);
  const query_id = await search("dee", "clog");
  await shop.call("PUT", "/shoes/_analytics/click", { query_id, click_on: { b1: 1 } });
  await vi.waitFor(
    async () =>
      expect(await figures("/_analytics/summary?user_id=dee")).toMatchObject({
        total_user_sessions: 1,
        total_bounce_users: 0,
      }),
    {
      timeout: 10_000,
    },
  );
  await shop.call("PUT", "/shoes/_analytics/search", { user_id: "dee", query: "nothing like it", hits: [] });
  await shop.call("POST", "/.analytics/_refresh");
  const found = z.object({ no_results_searches: z.array(z.object({ key: z.string(), count: z.number() })) });
  expect(
    found.parse((await shop.call("GET", "/_analytics/no-result-searches?user_id=dee")).body).no_results_searches,
  ).toMatchObject([{ key: "nothing like it", count: 1 }]);
});
