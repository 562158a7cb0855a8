// @vitest-environment node
import { describe, expect, it } from "vitest";
import { countryPage, countryRows } from "./countries.server";
import { drawLatencies } from "./latency.server";
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
    const drawn = drawRequests({ steps, step, total: 50, totals }, { range, hide: [], now: start + 35 * MINUTE });
    expect(column(drawn, "200")).toEqual(["0", "2", "0.5", "4", "–", "–"]);
    expect(column(drawn, "Other")).toEqual(["0", "0", "0.3", "0", "–", "–"]);
    // Statuses that did not occur have no line.
    expect(drawn.chart.legend.map(({ key }) => key)).toEqual(["200", "429", "other"]);
    expect([drawn.total, drawn.failed, drawn.peak]).toEqual([50, 5, 4.4]);
  });

  it("count the minutes of the first step that lie in the range", () => {
    const drawn = drawRequests(
      { steps: [at(-8, { 200: 4 })], step, total: 4, totals: {} },
      { range, hide: [], now: range.to },
    );
    expect(column(drawn, "200").slice(0, 2)).toEqual(["2", "0"]);
  });

  it("take seconds together to a minute, and hide what the address hides", () => {
    const steps = Array.from({ length: 120 }, (_, n) => at(n / 4, { 200: 1 }));
    const short = { from: start, to: start + 30 * MINUTE, zone: "UTC" };
    const { chart } = drawRequests(
      { steps, step: 15_000, total: 120, totals: {} },
      { range: short, hide: ["requests.200"], now: short.to },
    );
    expect(chart.table.rows).toHaveLength(30);
    expect(new Set(chart.table.rows.map(([, rate]) => rate))).toEqual(new Set(["4"]));
    expect(chart.legend[0]).toMatchObject({ key: "200", hidden: true, total: "120" });
  });

  it("begin a little before the first of them, where most of the range has none", () => {
    const steps = [at(50, { 200: 20 })];
    const { chart, peak } = drawRequests({ steps, step, total: 20, totals }, { range, hide: [], now: range.to });
    expect(chart.noDataBefore).toBe("No data before 22 Nov 2026, 12:50:00");
    expect(chart.table.rows.map(([, rate]) => rate)).toEqual(["0", "0", "0", "0", "2"]);
    expect(peak).toBe(2);
  });

  it("say so where there are none", () => {
    expect(drawRequests({ steps: [], step, total: 0, totals: {} }, { range, hide: [] }).chart.empty).toBe(true);
  });
});

describe("search latency", () => {
  const linkTo = ({ from, to }: { from: number; to: number | null }) => `?least=${from}&most=${to ?? ""}`;

  it("has eleven bars at least, and percentiles as exact as the steps", () => {
    const steps = [
      { from: 0, count: 50 },
      { from: 10, count: 46 },
      { from: 20, count: 4 },
    ];
    const { chart, percentiles, half, average } = drawLatencies({ steps, searches: 100, average: 9.5 }, { linkTo });
    expect(chart.table.rows).toHaveLength(11);
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
    expect(chart.table.rows.at(-1)).toEqual(["110 ms", "–", "5"]);
    expect(chart.table.links?.at(-1)).toBe("?least=110&most=");
    expect(chart.note).toBe("5 took 110 ms or longer");
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

  it("are those of a region in the list, and all of them in the figures", () => {
    const page = countryPage(
      { rows, searches: 20, countries: 4 },
      { region: "europe", sort: { by: "name", order: "asc" }, page: 1, size: 25 },
    );
    expect(page).toMatchObject({ rows: [{ name: "Germany" }], total: 1, searches: 20, countries: 3, unknown: 5 });
  });
});
