// @vitest-environment node
import { describe, expect, it } from "vitest";
import { countryPage, countryRows } from "./countries.server";
import { drawLatencies, drawLatencyOverTime } from "./latency.server";
import { drawRequests } from "./requests.server";

const MINUTE = 60_000;

describe("requests per minute", () => {
  const start = Date.UTC(2026, 10, 22, 12);
  const range = { from: start, to: start + 60 * MINUTE, zone: "UTC" };
  const step = 10 * MINUTE;
  const totals = { 200: 45, 201: null, 400: null, 401: null };
  const at = (minute: number, counts: Record<number, number>) => ({
    at: start + minute * MINUTE,
    count: Object.values(counts).reduce((sum, count) => sum + count, 0),
    codes: Object.entries(counts).map(([key, count]) => ({ key: Number(key), count })),
  });
  const column = (drawn: ReturnType<typeof drawRequests>, name: string) => {
    const { head, rows } = drawn.chart.table;
    return rows.map((row) => row[head.indexOf(name)]);
  };

  it("are requests by the minutes of a point; steps that the server leaves out have none; what is to come has no value", () => {
    const steps = [at(10, { 200: 20 }), at(20, { 200: 5, 404: 3 }), at(30, { 200: 20, 429: 2 })];
    const drawn = drawRequests(
      { steps, step, total: 50, totals, part: null },
      { range, hide: [], now: start + 35 * MINUTE },
    );
    expect(column(drawn, "200")).toEqual(["0", "2", "0.5", "4", "–", "–"]);
    expect(column(drawn, "404")).toEqual(["0", "0", "0.3", "0", "–", "–"]);
    // Statuses that did not occur have no line.
    expect(drawn.chart.legend.map(({ key }) => key)).toEqual(["200", "404", "429"]);
    expect([drawn.total, drawn.failed, drawn.peak]).toEqual([50, 5, 4.4]);
  });

  it("count the minutes of the first step that lie in the range", () => {
    const drawn = drawRequests(
      { steps: [at(-8, { 200: 4 })], step, total: 4, totals: {}, part: null },
      { range, hide: [], now: range.to },
    );
    expect(column(drawn, "200").slice(0, 2)).toEqual(["2", "0"]);
  });

  it("take seconds together to a minute, and hide what the address hides", () => {
    const steps = Array.from({ length: 120 }, (_, n) => at(n / 4, { 200: 1 }));
    const short = { from: start, to: start + 30 * MINUTE, zone: "UTC" };
    const { chart } = drawRequests(
      { steps, step: 15_000, total: 120, totals: {}, part: null },
      { range: short, hide: ["requests.200"], now: short.to },
    );
    expect(chart.table.rows).toHaveLength(30);
    expect(new Set(chart.table.rows.map(([, rate]) => rate))).toEqual(new Set(["4"]));
    expect(chart.legend[0]).toMatchObject({ key: "200", hidden: true, total: "120" });
  });

  it("begin a little before the first of them, where most of the range has none", () => {
    const steps = [at(50, { 200: 20 })];
    const { chart, peak } = drawRequests(
      { steps, step, total: 20, totals, part: null },
      { range, hide: [], now: range.to },
    );
    expect(chart.noDataBefore).toBe("No data before 22 Nov 2026, 12:50:00");
    expect(chart.table.rows.map(([, rate]) => rate)).toEqual(["0", "0", "0", "0", "2"]);
    expect(peak).toBe(2);
  });

  it("are those of the part that has any, in its finer steps", () => {
    const part = { from: start + 30 * MINUTE, to: range.to };
    const steps = [at(31, { 200: 4 }), at(58, { 200: 6 })];
    const { chart } = drawRequests(
      { steps, step: MINUTE, total: 10, totals: {}, part },
      { range, hide: [], now: range.to },
    );
    expect(chart.table.rows).toHaveLength(30);
    expect(chart.noDataBefore).toBe("No data before 22 Nov 2026, 12:30:00");
  });

  it("have eight lines at most, each in a colour of its own, and none of a status without a request", () => {
    const codes = [200, 201, 301, 400, 401, 403, 404, 409, 429, 500, 503];
    const steps = [at(10, Object.fromEntries(codes.map((code, n) => [code, 40 - n])))];
    const { legend } = drawRequests(
      { steps, step, total: 500, totals: { 200: 40, 201: 39, 400: 37, 401: 0 }, part: null },
      { range, hide: [], now: range.to },
    ).chart;
    expect(legend.map(({ key }) => key)).toEqual(["200", "201", "301", "400", "403", "404", "409", "other"]);
    expect(new Set(legend.map(({ tone }) => tone)).size).toBe(8);
  });

  it("say so where there are none", () => {
    expect(drawRequests({ steps: [], step, total: 0, totals: {}, part: null }, { range, hide: [] }).chart.empty).toBe(
      true,
    );
  });
});

describe("search latency", () => {
  const linkTo = ({ from, to }: { from: number; to: number | null }) => `?least=${from}&most=${to ?? ""}`;

  it("has no empty bars at its ends, and percentiles as exact as the steps", () => {
    const steps = [
      { from: 0, count: 50 },
      { from: 10, count: 46 },
      { from: 20, count: 4 },
    ];
    const { chart, percentiles, half, average } = drawLatencies({ steps, searches: 100, average: 9.5 }, { linkTo });
    expect(chart.table.rows.map(([from, , count]) => [from, count])).toEqual([
      ["0 ms", "50"],
      ["10 ms", "46"],
      ["20 ms", "4"],
    ]);
    expect(chart.table.links?.[1]).toBe("?least=10&most=20");
    expect([half, percentiles, average]).toEqual([
      10,
      [
        { name: "p95", below: 20 },
        { name: "p99", below: 30 },
      ],
      9.5,
    ]);
    expect(chart.svg).toContain("p95 below 20 ms");
  });

  it("takes the slowest together, which would make all bars hairlines", () => {
    const steps = [
      { from: 0, count: 995 },
      { from: 30_000, count: 5 },
    ];
    const { chart } = drawLatencies({ steps, searches: 1000, average: 150 }, { linkTo });
    expect(chart.table.rows.at(-1)).toEqual(["10 ms", "–", "5"]);
    expect(chart.table.links?.at(-1)).toBe("?least=10&most=");
    expect(chart.note).toBe("5 took 10 ms or longer");
  });

  it("begins with the first search, keeps the gaps between, and ends before what took far longer", () => {
    const steps = [
      { from: 0, count: 0 },
      { from: 40, count: 90 },
      { from: 60, count: 84 },
      { from: 70, count: 0 },
      { from: 600, count: 4 },
      { from: 610, count: 2 },
    ];
    const { chart } = drawLatencies({ steps, searches: 180, average: 60 }, { linkTo });
    expect(chart.table.rows.map(([from, , count]) => [from, count])).toEqual([
      ["40 ms", "90"],
      ["50 ms", "0"],
      ["60 ms", "84"],
      ["70 ms", "6"],
    ]);
    expect(chart.note).toBe("6 took 70 ms or longer");
  });

  it("over time says from when on there is anything", () => {
    const from = Date.UTC(2026, 10, 1);
    const part = { from: Date.UTC(2026, 10, 22, 12), to: Date.UTC(2026, 10, 22, 13) };
    const times = Array.from({ length: 12 }, (_, n) => part.from + n * 5 * MINUTE);
    const values = times.map(() => 20);
    const found = { times, step: 5 * MINUTE, p50: values, p95: values, searches: 12 };
    const look = { range: { from, zone: "UTC" }, hide: [] };
    expect(drawLatencyOverTime({ ...found, part }, look)).toMatchObject({
      title: "Latency over time",
      noDataBefore: "No data before 22 Nov 2026",
    });
    expect(drawLatencyOverTime({ ...found, part: null }, look).noDataBefore).toBeUndefined();
  });

  it("has no links for who may not read the log, and no average of nothing", () => {
    const { chart } = drawLatencies({ steps: [{ from: 0, count: 1 }], searches: 1, average: 3 }, { linkTo: null });
    expect([chart.table.links, chart.svg.includes("<a ")]).toEqual([undefined, false]);
    expect(drawLatencies({ steps: [], searches: 0, average: 0 }, { linkTo })).toMatchObject({
      average: null,
      percentiles: [],
      chart: { empty: true },
    });
  });
});

describe("countries", () => {
  const rows = [
    { key: "Germany", count: 3 },
    { key: "US", count: 9 },
    { key: "DE", count: 2 },
    { key: "Atlantis", count: 1 },
  ];

  it("stand once, by whatever name or code the server tells them", () => {
    expect(countryRows({ rows }).map(({ name, code, count }) => [name, code, count])).toEqual([
      ["United States", "US", 9],
      ["Germany", "DE", 5],
      ["Atlantis", null, 1],
    ]);
  });

  it("without a search are no rows", () => {
    expect(countryRows({ rows: [{ key: "FR", count: 0 }, ...rows] }).map(({ code }) => code)).not.toContain("FR");
  });

  it("choose the map: what fits them, the world, and the parts of it that have some", () => {
    const look = { sort: { by: "count", order: "desc" }, page: 1, size: 25 } as const;
    const found = { rows, searches: 20, countries: 4 };
    const fit = countryPage(found, { ...look, region: "" });
    expect(fit).toMatchObject({ shown: "", regions: ["europe", "north-america"], total: 3 });
    const world = countryPage(found, { ...look, region: "world" });
    expect(world).toMatchObject({ shown: "world", total: 3 });
    expect(world.chart.svg).not.toBe(fit.chart.svg);
    // One part alone is no choice; one that the address asks for stays.
    const german = { rows: [{ key: "DE", count: 2 }], searches: 2, countries: 1 };
    expect(countryPage(german, { ...look, region: "" }).regions).toEqual([]);
    expect(countryPage(german, { ...look, region: "asia" })).toMatchObject({ regions: ["asia", "europe"], total: 0 });
  });

  it("are those of a region in the list, and all of them in the figures", () => {
    const page = countryPage(
      { rows, searches: 20, countries: 4 },
      { region: "europe", sort: { by: "name", order: "asc" }, page: 1, size: 25 },
    );
    expect(page).toMatchObject({ rows: [{ name: "Germany" }], total: 1, searches: 20, countries: 3, unknown: 5 });
  });
});
