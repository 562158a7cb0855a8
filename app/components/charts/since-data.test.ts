// @vitest-environment node
import { describe, expect, it } from "vitest";
import { drawTimeChart } from "./time-chart.server";
import { drawRequests } from "./traffic-charts.server";
import type { Series } from "./types";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const start = Date.UTC(2026, 10, 22, 12);

const timesOf = (count: number, step = MINUTE, from = start) =>
  Array.from({ length: count }, (_, n) => from + n * step);
const series = (values: (number | null)[], more: Partial<Series> = {}): Series => ({
  key: "a",
  label: "Searches",
  values,
  ...more,
});

type Chart = Parameters<typeof drawTimeChart>[0];
const draw = (values: (number | null)[], more: Partial<Chart> = {}) =>
  drawTimeChart({
    id: "c",
    title: "Searches",
    kind: "line",
    times: timesOf(values.length),
    step: MINUTE,
    series: [series(values)],
    format: "number",
    zone: "UTC",
    ...more,
  });

describe("a period that begins before its data", () => {
  const days = (values: (number | null)[], more: Partial<Chart> = {}) =>
    draw(values, {
      times: timesOf(values.length, DAY, Date.UTC(2026, 9, 30)),
      step: DAY,
      format: "count",
      noData: "zeros",
      ...more,
    });
  const month = [...Array<number>(25).fill(0), 3, 0, 5, 2, 1];

  it("is drawn from a little before the first day that has some, with its table, and says since when", () => {
    const { noDataBefore, table, live, legend, svg } = days(month);
    expect(noDataBefore).toBe("No data before 24 Nov 2026");
    expect(table.rows.map(([day, count]) => `${day}: ${count}`)).toEqual([
      "23 Nov 2026: 0",
      "24 Nov 2026: 3",
      "25 Nov 2026: 0",
      "26 Nov 2026: 5",
      "27 Nov 2026: 2",
      "28 Nov 2026: 1",
    ]);
    expect(live?.times).toHaveLength(6);
    expect(svg).toContain("23 Nov 2026, 00:00:00 to ");
    expect(legend[0]?.total).toBe("11");
  });

  const of = (none: number, some: number) => [...Array<number>(none).fill(0), ...Array<number>(some).fill(1)];

  it.each([
    ["half of it has none", of(6, 6), 7],
    ["less than half has none", of(5, 7), 12],
    ["the gap is later", [1, ...of(10, 1)], 12],
    ["it has data", of(0, 12), 12],
    ["all of it has none", of(12, 0), 12],
  ])("only where at least half is empty at its start: %s", (_, values, rows) => {
    const { noDataBefore, table } = days(values);
    expect(table.rows).toHaveLength(rows);
    expect(noDataBefore === undefined).toBe(rows === 12);
  });

  it("leaves enough points for a chart, and short periods whole", () => {
    expect(days(of(29, 1)).table.rows).toHaveLength(5);
    expect(days(of(4, 1))).toMatchObject({ table: { rows: { length: 5 } } });
    expect(days(of(4, 1)).noDataBefore).toBeUndefined();
  });

  it("begins earlier the more there is", () => {
    expect(days(of(60, 40)).table.rows).toHaveLength(44);
  });

  it("keeps the time in which another series has data", () => {
    const both = [series(of(11, 1)), series([2, ...of(11, 0)], { key: "before", previous: true })];
    expect(days([], { times: timesOf(12, DAY), series: both }).table.rows).toHaveLength(12);
  });

  it("takes zero for a measured value where it is one", () => {
    expect(days(of(11, 1), { noData: "gaps" }).table.rows).toHaveLength(12);
    expect(days([...Array<null>(8).fill(null), ...of(3, 1)], { noData: "gaps" }).table.rows).toHaveLength(5);
  });

  it("is told to the moment within one day, and by the reader's day elsewhere", () => {
    const values = [...Array<null>(6).fill(null), 3, 4, 5];
    const hours = (zone: string) => draw(values, { times: timesOf(9, HOUR), noData: "gaps", zone }).noDataBefore;
    expect(hours("UTC")).toBe("No data before 22 Nov 2026, 18:00:00");
    expect(hours("Australia/Perth")).toBe("No data before 23 Nov 2026");
  });

  it("is shown whole where a chart does not ask", () => {
    const whole = draw([...Array<null>(11).fill(null), 3]);
    expect([whole.table.rows.length, whole.noDataBefore]).toEqual([12, undefined]);
  });
});

describe("requests by status class", () => {
  const drawn = (found: Partial<Record<"2xx" | "3xx" | "4xx" | "5xx", number[]>>) => {
    const none = [0, 0];
    const classes = { "2xx": none, "3xx": none, "4xx": none, "5xx": none, ...found };
    const total = Object.values(classes)
      .flat()
      .reduce((sum, count) => sum + count, 0);
    return drawRequests({ times: timesOf(2), step: MINUTE, classes, total }, { zone: "UTC", hide: [] });
  };

  it("have no series for a class without any", () => {
    expect(drawn({ "2xx": [1, 0], "5xx": [0, 2] }).legend.map(({ key }) => key)).toEqual(["2xx", "5xx"]);
    expect(drawn({ "4xx": [1, 0] }).legend.map(({ key }) => key)).toEqual(["4xx"]);
    expect(drawn({})).toMatchObject({ empty: true, legend: [{ key: "2xx" }] });
  });
});
