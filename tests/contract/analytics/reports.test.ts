import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTarget, type Target } from "../../replay/target";
import { type Event, randomStream, shopDay, shopDayFigures } from "./events";
import { type Question, reference } from "./reference";

const ADMIN = `Basic ${Buffer.from("foo:bar").toString("base64")}`;
const row = z.looseObject({ key: z.string(), count: z.number(), index: z.string().optional(), value: z.string().optional() });
const HistogramSchema = z.array(
  z.looseObject({ search_histogram: z.array(z.object({ key: z.number(), key_as_string: z.string(), count: z.number() })).optional() }),
);
const QueryIdSchema = z.object({ query_id: z.string() });

type Shown = z.infer<typeof row>;
type Asked = { question: Question; stream: readonly Event[] };

let target: Target;

async function call(method: string, path: string, body?: unknown) {
  const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const type = typeof body === "string" ? "application/x-ndjson" : "application/json";
  const response = await fetch(`${target.url}${path}`, { method, headers: { Authorization: ADMIN, "Content-Type": type }, ...init });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** Sends a stream by the calls of search pages; then the searches get their times, which those calls do not take. */
async function send(stream: readonly Event[]): Promise<void> {
  const ids = new Map<string, string>();
  for (const event of stream) {
    if (event.kind === "search") {
      const { id, term, indices, user, hits, filters = [], seen = [], events } = event;
      const body = {
        // Another user each time, so that no search goes on from the one before.
        user_id: `${user} ${id}`,
        query: term,
        total_hits: hits,
        impressions: seen.map(([of, index]) => ({ id: of, index })),
        custom_events: events,
        filters: Object.fromEntries(filters),
      };
      const { status, body: answer } = await call("PUT", `/${indices.join(",")}/_analytics/search`, body);
      expect(status).toBe(200);
      ids.set(id, QueryIdSchema.parse(answer).query_id);
      continue;
    }
    const query_id = ids.get(event.id);
    const body = event.kind === "click" ? { query_id, click_on: event.on, click_type: event.type } : { query_id, conversion_on: event.on };
    expect((await call("PUT", `/${event.index}/_analytics/${event.kind}`, body)).status).toBe(200);
  }
  const lines = stream.flatMap((event) =>
    event.kind === "search"
      ? [{ update: { _id: ids.get(event.id) } }, { doc: { timestamp: new Date(event.at * 1000).toISOString(), user_id: event.user } }]
      : [],
  );
  const { body } = await call("POST", "/.analytics/_bulk?refresh=true", `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  expect(body).toMatchObject({ errors: false });
}

async function read(name: string, { from, to, index, zone, user, events }: Question, more: Record<string, string> = {}): Promise<unknown> {
  const params = new URLSearchParams({
    from_timestamp: String(from),
    to_timestamp: String(to),
    time_zone: zone,
    show_global: "true",
    click_analytics: "true",
    size: "1000",
    ...(user === undefined ? {} : { user_id: user }),
    ...events,
    ...more,
  });
  const { status, body } = await call("GET", `/_analytics/${index === null ? "" : `${index}/`}${name}?${params}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const close = (value: unknown): unknown => (typeof value === "number" ? Number(value.toPrecision(12)) : value);
/** A row with numbers as far as two ways of adding agree, without what a reference has no word for. */
const plain = (shown: object) =>
  Object.fromEntries(
    Object.entries(shown)
      .filter(([name]) => name !== "search_state")
      .map(([name, value]) => [name, close(value)]),
  );
const byKey = (rows: readonly object[]) => rows.map(plain).sort((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1));
const named = (rows: readonly Shown[], by: (shown: Shown) => string) =>
  byKey(rows.map(({ index: _index, value: _value, ...shown }, at) => ({ ...shown, key: by(rows[at]!) })));

async function compare({ question, stream }: Asked): Promise<void> {
  const wanted = reference(stream, question);
  expect(await read("summary", question)).toMatchObject({ summary: wanted.summary });
  const popular = z.looseObject({ popular_searches: z.array(row) }).parse(await read("popular-searches", question));
  expect(byKey(popular.popular_searches)).toEqual(byKey(wanted.popular));
  expect(popular).toMatchObject(wanted.popularTotals);
  const nothing = z.looseObject({ no_results_searches: z.array(row) }).parse(await read("no-result-searches", question));
  expect(byKey(nothing.no_results_searches)).toEqual(byKey(wanted.noResults));
  const results = z.looseObject({ popular_results: z.array(row) }).parse(await read("popular-results", question));
  expect(named(results.popular_results, ({ key, index }) => `${key} ${index}`)).toEqual(byKey(wanted.results));
  expect(results).toMatchObject(wanted.resultTotals);
  const filters = z.looseObject({ popular_filters: z.array(row) }).parse(await read("popular-filters", question));
  expect(named(filters.popular_filters, ({ key, value }) => `${key} ${value}`)).toEqual(byKey(wanted.filters));
  expect(filters).toMatchObject(wanted.filterTotals);
  expect(byKey(z.array(row).parse(await read("recent-searches", question)))).toEqual(byKey(wanted.recent));
  const parts = HistogramSchema.parse(await read("advanced", question));
  const days = parts.flatMap(({ search_histogram = [] }) => search_histogram).filter(({ count }) => count > 0);
  const dayOf = (at: number) => new Intl.DateTimeFormat("sv", { timeZone: question.zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
  expect(days.map(({ key, count }) => ({ day: dayOf(key), count }))).toEqual([...wanted.days].sort((a, b) => (a.day < b.day ? -1 : 1)));
}

const utc = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;

describe("reports of recorded searches", () => {
  const random = randomStream({ seed: 7, name: "r", count: 60, from: utc("2025-10-20"), days: 12 });

  beforeAll(async () => {
    target = await startTarget();
    for (const index of ["lamps", "books", "shoes", "hats"]) await call("PUT", `/${index}`, {});
    await send(shopDay);
    await send(random);
  }, 120_000);
  afterAll(() => target.close());

  const day: Question = { from: utc("2026-03-28"), to: utc("2026-03-30") - 1, index: null, zone: "UTC" };

  test("the day in a shop comes to the numbers that were counted by hand", async () => {
    expect(await read("summary", day)).toMatchObject({ summary: shopDayFigures.summary });
    const { popular_searches } = z.looseObject({ popular_searches: z.array(row) }).parse(await read("popular-searches", day));
    expect(popular_searches.map((one) => [one.key, one.count, one["clicks"], one["click_rate"], one["click_position"], one["conversion_rate"]])).toEqual(
      shopDayFigures.popular,
    );
    for (const [zone, counts] of [
      ["UTC", shopDayFigures.daysInUtc],
      ["Europe/Berlin", shopDayFigures.daysInBerlin],
    ] as const) {
      const parts = HistogramSchema.parse(await read("advanced", { ...day, zone }));
      expect(parts.flatMap(({ search_histogram = [] }) => search_histogram).map(({ count }) => count)).toEqual(counts);
    }
  });

  const weeks: Question = { from: utc("2025-10-20"), to: utc("2025-11-01"), index: null, zone: "UTC" };
  const questions: [string, Asked][] = [
    ["all of it", { question: day, stream: shopDay }],
    ["of one index", { question: { ...day, index: "lamps" }, stream: shopDay }],
    ["of the other index", { question: { ...day, index: "books", zone: "Asia/Tokyo" }, stream: shopDay }],
    ["of a time without searches", { question: { ...day, from: utc("2026-04-02"), to: utc("2026-04-03") }, stream: shopDay }],
    ["a random stream", { question: weeks, stream: random }],
    ["where clocks are put back", { question: { ...weeks, zone: "America/New_York", index: "shoes" }, stream: random }],
    ["of some days", { question: { ...weeks, from: utc("2025-10-24") + 3601, to: utc("2025-10-27") + 77, zone: "Asia/Kolkata" }, stream: random }],
    ["of one user", { question: { ...weeks, user: "u3" }, stream: random }],
    ["with a custom event", { question: { ...weeks, events: { platform: "ios" }, index: "hats" }, stream: random }],
  ];
  test.each(questions)("agree with the reference: %s", async (_, asked) => compare(asked));
});
