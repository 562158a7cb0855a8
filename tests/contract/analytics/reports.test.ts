import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Event, randomStream, shopDay, shopDayFigures } from "./events";
import { type Question, reference } from "./reference";
import { openShop, type Shop } from "./shop";

const row = z.looseObject({
  key: z.string(),
  count: z.number(),
  index: z.string().optional(),
  value: z.string().optional(),
});
const HistogramSchema = z.array(
  z.looseObject({
    search_histogram: z.array(z.object({ key: z.number(), key_as_string: z.string(), count: z.number() })).optional(),
  }),
);

type Shown = z.infer<typeof row>;
type Asked = { question: Question; stream: readonly Event[] };

const EVER = { days: 3650, records: 1_000_000, bytes: 2 ** 40, sumsDays: 3650 };

let shop: Shop;

async function read(
  name: string,
  { from, to, index, zone, user, events }: Question,
  more: Record<string, string> = {},
): Promise<unknown> {
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
  const { status, body } = await shop.call("GET", `/_analytics/${index === null ? "" : `${index}/`}${name}?${params}`);
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
const byKey = (rows: readonly object[]) =>
  rows.map(plain).sort((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1));
const named = (rows: readonly Shown[], by: (shown: Shown) => string) =>
  byKey(rows.map(({ index: _index, value: _value, ...shown }, at) => ({ ...shown, key: by(rows[at]!) })));

/** What sums can answer. */
async function compareSums({ question, stream }: Asked): Promise<void> {
  const wanted = reference(stream, question);
  expect(await read("summary", question)).toMatchObject({ summary: wanted.summary });
  const popular = z.looseObject({ popular_searches: z.array(row) }).parse(await read("popular-searches", question));
  expect(byKey(popular.popular_searches)).toEqual(byKey(wanted.popular));
  expect(popular).toMatchObject(wanted.popularTotals);
  const nothing = z
    .looseObject({ no_results_searches: z.array(row) })
    .parse(await read("no-result-searches", question));
  expect(byKey(nothing.no_results_searches)).toEqual(byKey(wanted.noResults));
  const results = z.looseObject({ popular_results: z.array(row) }).parse(await read("popular-results", question));
  expect(named(results.popular_results, ({ key, index }) => `${key} ${index}`)).toEqual(byKey(wanted.results));
  expect(results).toMatchObject(wanted.resultTotals);
  const filters = z.looseObject({ popular_filters: z.array(row) }).parse(await read("popular-filters", question));
  expect(named(filters.popular_filters, ({ key, value }) => `${key} ${value}`)).toEqual(byKey(wanted.filters));
  expect(filters).toMatchObject(wanted.filterTotals);
  const parts = HistogramSchema.parse(await read("advanced", question));
  const days = parts.flatMap(({ search_histogram = [] }) => search_histogram).filter(({ count }) => count > 0);
  const dayOf = (at: number) =>
    new Intl.DateTimeFormat("sv", {
      timeZone: question.zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }).format(at);
  expect(days.map(({ key, count }) => ({ day: dayOf(key), count }))).toEqual(
    [...wanted.days].sort((a, b) => (a.day < b.day ? -1 : 1)),
  );
}

async function compare({ question, stream }: Asked): Promise<void> {
  await compareSums({ question, stream });
  expect(byKey(z.array(row).parse(await read("recent-searches", question)))).toEqual(
    byKey(reference(stream, question).recent),
  );
}

const utc = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;

describe("reports of recorded searches", () => {
  const random = randomStream({ seed: 7, name: "r", count: 60, from: utc("2025-10-20"), days: 12 });

  beforeAll(async () => {
    shop = await openShop();
    await shop.send(shopDay);
    await shop.send(random);
  }, 120_000);
  afterAll(() => shop.close());

  const day: Question = { from: utc("2026-03-28"), to: utc("2026-03-30") - 1, index: null, zone: "UTC" };

  test("the day in a shop comes to the numbers that were counted by hand", async () => {
    expect(await read("summary", day)).toMatchObject({ summary: shopDayFigures.summary });
    const { popular_searches } = z
      .looseObject({ popular_searches: z.array(row) })
      .parse(await read("popular-searches", day));
    expect(
      popular_searches.map((one) => [
        one.key,
        one.count,
        one["clicks"],
        one["click_rate"],
        one["click_position"],
        one["conversion_rate"],
      ]),
    ).toEqual(shopDayFigures.popular);
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
    [
      "of a time without searches",
      { question: { ...day, from: utc("2026-04-02"), to: utc("2026-04-03") }, stream: shopDay },
    ],
    ["a random stream", { question: weeks, stream: random }],
    ["where clocks are put back", { question: { ...weeks, zone: "America/New_York", index: "shoes" }, stream: random }],
    [
      "of some days",
      {
        question: { ...weeks, from: utc("2025-10-24") + 3601, to: utc("2025-10-27") + 77, zone: "Asia/Kolkata" },
        stream: random,
      },
    ],
    ["of one user", { question: { ...weeks, user: "u3" }, stream: random }],
    ["with a custom event", { question: { ...weeks, events: { platform: "ios" }, index: "hats" }, stream: random }],
  ];
  test.each(questions)("agree with the reference: %s", async (_, asked) => compare(asked));

  describe("once the days are summed up", () => {
    beforeAll(() => shop.sumsOf(EVER).keeper.run(), 60_000);

    test("all days have sums", async () => {
      expect((await shop.sumsOf().ledger.runs()).size).toBe(
        new Set(
          [...shopDay, ...random].flatMap((event) => (event.kind === "search" ? [Math.floor(event.at / 86_400)] : [])),
        ).size,
      );
    });

    test.each(questions)("agree with the reference: %s", async (_, asked) => compare(asked));

    test("whole days are read from the sums: with the records gone the numbers are the same", async () => {
      await shop.sumsOf({ ...EVER, days: 1 }).keeper.run();
      // The newest day stays.
      expect((await shop.call("GET", "/.analytics/_count")).body).toMatchObject({ count: 3 });
      for (const [question, stream] of [
        [day, shopDay],
        [{ ...weeks, to: utc("2025-11-02") - 1 }, random],
      ] as const) {
        for (const index of [null, "lamps", "shoes"]) await compareSums({ question: { ...question, index }, stream });
      }
    });
  });
});
