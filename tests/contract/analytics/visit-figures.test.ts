import * as z from "zod";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openShop, type Shop } from "./shop";
import { night, nightFigures, randomVisits, type VisitStep } from "./visit-events";
import { visitFigures } from "./visit-reference";

const IdSchema = z.object({ query_id: z.string() });
const SummarySchema = z.object({ summary: z.record(z.string(), z.number()) });
// Only what is marked so may have a time of the past.
const custom_events = { searchdeck_demo: "traffic" };

let shop: Shop;

/**
 * Sends what visitors did by the calls of their pages, each at its own time. Gives the ids of searches by their names.
 */
async function send(steps: readonly VisitStep[]): Promise<void> {
  const ids = new Map<string, string>();
  for (const { at, user, index, ...step } of steps) {
    const filters = step.kind !== "click" && step.filtered ? { brand: "acme" } : undefined;
    const body =
      step.kind === "search"
        ? { query: step.term, filters }
        : step.kind === "again"
          ? { query_id: ids.get(step.of), filters }
          : { click_on: { d1: 1 }, ...(step.of === undefined ? { query: step.term } : { query_id: ids.get(step.of) }) };
    const path = `/${index}/_analytics/${step.kind === "click" ? "click" : "search"}`;
    const answer = await shop.callAt({
      path,
      body: { ...body, user_id: user, custom_events },
      at: new Date(at).toISOString(),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (step.kind !== "search") continue;
    const { query_id } = IdSchema.parse(answer.body);
    // The stream says which searches are one.
    expect(ids.get(step.id) ?? query_id).toBe(query_id);
    ids.set(step.id, query_id);
  }
}

type Asked = { from: number; to: number; index: string | null };
async function shown({ from, to, index }: Asked): Promise<Record<string, number>> {
  await shop.call("POST", "/.analytics,.user_sessions/_refresh");
  const { body } = await shop.call(
    "GET",
    `/_analytics/${index === null ? "" : `${index}/`}summary?from_timestamp=${from / 1000}&to_timestamp=${(to - 999) / 1000}`,
  );
  return SummarySchema.parse(body).summary;
}

const day = Date.parse("2026-05-01T00:00:00Z");
const DAY = 86_400_000;
const random = randomVisits({ seed: 11, count: 90, from: Date.parse("2026-02-27T18:00:00Z") });

beforeAll(async () => {
  shop = await openShop();
  await send(night);
  await send(random);
}, 120_000);
afterAll(() => shop.close());

test.each([
  ["all of it", { from: day, to: day + 2 * DAY - 1, index: null }, nightFigures.all],
  ["the second day", { from: day + DAY, to: day + 2 * DAY - 1, index: null }, nightFigures.secondDay],
  ["one index", { from: day, to: day + 2 * DAY - 1, index: "books" }, nightFigures.books],
])(
  "the night comes to the numbers that were counted by hand: %s",
  async (_, asked, { sessions, bounced, seconds, searches }) => {
    const wanted = {
      total_searches: searches,
      total_user_sessions: sessions,
      total_bounce_users: bounced,
      avg_user_session_duration: seconds,
    };
    expect(visitFigures(night, asked)).toMatchObject(wanted);
    // Visits are written beside the answers.
    await vi.waitFor(async () => expect(await shown(asked)).toMatchObject(wanted), { timeout: 10_000 });
  },
);

const start = Date.parse("2026-02-27T00:00:00Z");
test.each<[string, Asked]>([
  ["all of it", { from: start, to: start + 9 * DAY - 1, index: null }],
  ["one index", { from: start, to: start + 9 * DAY - 1, index: "shoes" }],
  ["of some hours", { from: start + DAY, to: start + DAY + 7 * 3_600_000 - 1, index: null }],
  ["of no time", { from: start - DAY, to: start - 1, index: null }],
])("random visits agree with the reference: %s", async (_, asked) => {
  await vi.waitFor(async () => expect(await shown(asked)).toMatchObject(visitFigures(random, asked)), {
    timeout: 10_000,
  });
});

test("a click on a search that nobody knows is kept, and shows in no range until the search comes", async () => {
  const asked = { from: 0, to: Date.now() + DAY - 1, index: "hats" };
  const before = await shown(asked);
  const click = { query_id: "made-up-by-the-page", click_on: { h1: 2 }, user_id: "late" };
  expect((await shop.call("PUT", "/hats/_analytics/click", click)).status).toBe(200);
  expect(await shown(asked)).toMatchObject({
    total_searches: before["total_searches"],
    total_clicks: before["total_clicks"],
  });
  expect(
    (
      await shop.call("PUT", "/hats/_analytics/search", {
        query_id: "made-up-by-the-page",
        query: "beret",
        user_id: "late",
      })
    ).status,
  ).toBe(200);
  const [searches = 0, clicks = 0] = [before["total_searches"], before["total_clicks"]];
  expect(await shown(asked)).toMatchObject({ total_searches: searches + 1, total_clicks: clicks + 1 });
});
