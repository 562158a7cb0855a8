// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chartAddress, hiddenSeries, toggledSeries } from "./chart-address";
import { formatTick, formatValue } from "./format";
import { drawHeatRow } from "./heat-row.server";
import { looks } from "./marks";
import { reducePoints } from "./reduce.server";
import { timeTicks, valueScale } from "./ticks.server";
import { drawTimeChart } from "./time-chart.server";
import type { Region } from "~/lib/analytics/countries/regions";
import type { Series } from "./types";
import { drawBars, drawHistogram } from "./value-chart.server";
import { drawCountryMap } from "./map/world-map.server";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const start = Date.UTC(2026, 10, 22, 12);

const timesOf = (count: number, step = MINUTE, from = start) =>
  Array.from({ length: count }, (_, n) => from + n * step);
const series = (values: (number | null)[], more: Partial<Series> = {}): Series => ({
  key: "a",
  label: "Requests",
  values,
  ...more,
});

function draw(values: (number | null)[], more: Partial<Parameters<typeof drawTimeChart>[0]> = {}) {
  return drawTimeChart({
    id: "c",
    title: "Requests",
    kind: "line",
    times: timesOf(values.length),
    step: MINUTE,
    series: [series(values)],
    format: "number",
    zone: "UTC",
    ...more,
  });
}

const lineOf = (svg: string) => /class="line"[^>]* d="([^"]*)"/.exec(svg)?.[1] ?? "";
const numbersIn = (svg: string) =>
  [...svg.matchAll(/ (?:d|x|y|at)="([^"]*)"/g)].map((match) => match[1] ?? "").join(" ");

describe("lines", () => {
  it("breaks at a gap and goes through a zero", () => {
    expect(lineOf(draw([1, 2, null, 4, 5]).svg).match(/M/g)).toHaveLength(2);
    expect(lineOf(draw([1, 2, 0, 4, 5]).svg).match(/M/g)).toHaveLength(1);
    expect(draw([1, 2, null, 4, 5]).table.rows[2]).toEqual(["22 Nov 2026, 12:02:00", "–"]);
  });

  it("draws one point, and one between two gaps, as a dot", () => {
    expect(draw([7]).svg).toContain('class="dot"');
    expect(draw([1, 2, null, 4, null, 6, 7]).svg.match(/class="dot"[^>]*d="(M[\d. ]+h0)"/)?.[1]).toBeDefined();
    expect(draw([1, 2, 3]).svg).not.toContain('class="dot"');
  });

  it.each([
    ["one", [100]],
    ["round", [20, 100, 40]],
    ["nearly round", [20, 99.9, 40]],
    ["all the same", [5, 5, 5]],
  ])("leaves room above the highest value: %s", (_, values) => {
    const { svg, live } = draw(values);
    const [, top = 0] = live?.domain ?? [];
    expect(top).toBeGreaterThan(Math.max(...values) * 1.01);
    const paths = [...svg.matchAll(/class="(?:line|dot)"[^>]* d="([^"]+)"/g)].map(([, path = ""]) => path);
    const heights = [...paths.join("").matchAll(/[ML]-?[\d.]+[ ,](-?[\d.]+)/g)].map(([, height]) => Number(height));
    expect(Math.min(...heights)).toBeGreaterThan(2);
    // Strokes are as wide as they are, whatever the box.
    expect(svg).toContain('overflow="visible"');
  });

  it("says so when there is nothing, and stands when all is zero", () => {
    expect(draw([])).toMatchObject({ empty: true, live: null });
    expect(draw([null, null])).toMatchObject({ empty: true });
    const zeros = draw([0, 0, 0]);
    expect(zeros).toMatchObject({ empty: false });
    expect(zeros.svg).toContain(">1<");
  });

  it.each([
    ["tiny", [1e-9, 3e-9]],
    ["huge", [1e15, 4e15]],
    ["negative", [-5, -20, 3]],
    ["both", [-1e12, 1e-12]],
  ])("writes no number that is none: %s", (_, values) => {
    for (const kind of ["line", "area", "bar", "stacked"] as const) {
      const { svg, table } = draw(values, { kind });
      expect(numbersIn(svg)).not.toMatch(/NaN|Infinity|undefined/);
      expect(JSON.stringify(table)).not.toMatch(/NaN|Infinity/);
    }
  });

  it("draws what is below zero downwards, with a line at zero", () => {
    expect(draw([-5, 5], { kind: "bar" }).svg).toContain('class="zero"');
    expect(draw([1, 5], { kind: "bar" }).svg).not.toContain('class="zero"');
  });

  it("keeps the SVG of 60 points under 6 kB, three series stacked included", () => {
    const wave = (at: number) => Array.from({ length: 60 }, (_, n) => Math.round(1000 + at * 300 * Math.sin(n / 3)));
    const three = ["2xx", "4xx", "5xx"].map((key, n) => series(wave(n), { key, label: key }));
    for (const kind of ["line", "area", "bar", "stacked"] as const) {
      const { svg } = draw([], { kind, times: timesOf(60), series: three, format: "count" });
      expect(svg.length, kind).toBeLessThan(6_000);
    }
  });

  it("has a title and a description that names its zone, both escaped", () => {
    const { svg } = draw([1, 5], { title: "A <b>", series: [series([1, 5], { label: "x & y" })] });
    expect(svg).toContain('<title id="c-t">A &lt;b&gt;</title>');
    expect(svg).toContain("x &amp; y: 1 to 5.");
    expect(svg).toContain("UTC.");
    expect(svg).not.toContain("<b>");
  });

  it("hides a series, and keeps its total and its column", () => {
    const two = [series([1, 2], { key: "a", label: "A" }), series([100, 200], { key: "b", label: "B" })];
    const { svg, legend, table, live } = draw([], { times: timesOf(2), series: two, hidden: ["b"], format: "count" });
    expect(svg.match(/class="line"/g)).toHaveLength(1);
    expect(svg).not.toContain(">200<");
    expect(legend).toMatchObject([
      { key: "a", total: "3", hidden: false },
      { key: "b", total: "300", hidden: true },
    ]);
    expect(table.head).toEqual(["Time", "A", "B"]);
    expect(live?.series).toHaveLength(1);
  });

  it("draws the period before as a dashed line over the bars, outside the stack", () => {
    const two = [series([10, 20]), series([900, 900], { key: "before", label: "Before", previous: true })];
    const { svg } = draw([], { kind: "stacked", times: timesOf(2), series: two });
    expect(svg).toContain("stroke:var(--ink);stroke-dasharray:4 3");
    expect(svg).not.toContain(">910<");
  });

  it("marks moments inside the range only", () => {
    const { svg } = draw([1, 2, 3], {
      marks: [
        { at: start + MINUTE, label: "Deploy" },
        { at: start - DAY, label: "Long ago" },
      ],
    });
    expect(svg).toContain(">Deploy</text>");
    expect(svg).not.toContain("Long ago");
  });
});

describe("many points", () => {
  const values = Array.from({ length: 10_000 }, (_, n) => (n === 5_555 ? 1e6 : n >= 2_000 && n < 3_000 ? null : 1));
  it("come down to what a screen shows, sums kept for counts, peaks for measures, gaps as gaps", () => {
    const sums = draw(values, { kind: "bar", format: "count" });
    expect(sums.table.rows.length).toBeLessThanOrEqual(240);
    expect(sums.legend[0]?.total).toBe("1,008,999");
    const peaks = reducePoints({ times: timesOf(10_000), series: [series(values)], step: MINUTE, by: "highest" });
    expect(Math.max(...(peaks.series[0]?.values.map((value) => value ?? 0) ?? []))).toBe(1e6);
    expect(peaks.series[0]?.values.filter((value) => value === null).length).toBeGreaterThan(20);
    expect(draw(values).table.note).toBe("Each row is the highest of 42 values.");
    expect(draw(values).svg.length).toBeLessThan(12_000);
  });
});

describe("the axis of time", () => {
  const labels = (from: number, length: number, zone: string) =>
    timeTicks({ from, to: from + length, zone }).map(({ label }) => label);

  it("stands at round times of the reader's own clock", () => {
    expect(labels(start + 3 * MINUTE, HOUR, "UTC")).toEqual(["12:10", "12:20", "12:30", "12:40", "12:50", "13:00"]);
    expect(labels(start, HOUR, "Asia/Kathmandu")).toContain("18:00");
    expect(labels(start, 6 * HOUR, "America/New_York")).toContain("09:00");
  });

  it("names midnight by its day", () => {
    expect(labels(Date.UTC(2026, 10, 22, 18), 12 * HOUR, "UTC")).toContain("23 Nov");
  });

  // Berlin: 29 March 2026 has 23 hours, 25 October 25.
  it.each([
    ["short", Date.UTC(2026, 2, 28, 23), 23],
    ["long", Date.UTC(2026, 9, 24, 22), 25],
  ])("keeps round hours over a %s day, in order and none twice", (_, from, hours) => {
    const ticks = timeTicks({ from, to: from + hours * HOUR, zone: "Europe/Berlin" });
    expect(ticks.map(({ at }) => at)).toEqual([...new Set(ticks.map(({ at }) => at))].sort((a, b) => a - b));
    expect(ticks.every(({ label }) => /:00$| (Mar|Oct)$/.test(label))).toBe(true);
    expect(ticks.length).toBeGreaterThanOrEqual(4);
  });

  it("puts days at their midnights, the change of clocks between them", () => {
    const ticks = timeTicks({ from: Date.UTC(2026, 9, 22), to: Date.UTC(2026, 9, 28), zone: "Europe/Berlin" });
    const gaps = ticks.slice(1).map(({ at }, n) => (at - (ticks[n]?.at ?? 0)) / HOUR);
    expect(gaps).toContain(25);
    expect(gaps.every((gap) => gap === 24 || gap === 25)).toBe(true);
  });

  it("goes from seconds to decades without running long", () => {
    for (const length of [10_000, HOUR, DAY, 40 * DAY, 400 * DAY, 4_000 * DAY, 40_000 * DAY]) {
      const found = labels(start, length, "Europe/Berlin");
      expect(found.length, String(length)).toBeLessThanOrEqual(8);
      expect(found.length, String(length)).toBeGreaterThanOrEqual(2);
    }
  });
});

describe("values", () => {
  it("are whole on the axis of a count", () => {
    expect(valueScale({ values: [1, 2], format: "count" }).ticks.every(Number.isInteger)).toBe(true);
  });

  it("stay readable at any size", () => {
    expect(formatTick(1_440_000, "count")).toBe("1.44 M");
    expect(formatTick(4e15, "count")).toBe("4e15");
    expect(formatValue(0.000012, "number")).toBe("1.2e-5");
    expect(formatValue(41.26, "percent")).toBe("41.3%");
    expect(formatValue(2.4, "ms")).toBe("2.4 ms");
  });
});

describe("the other charts", () => {
  it("a histogram has its percentile as a line, and its steps as a table", () => {
    const { svg, table } = drawHistogram({
      id: "h",
      title: "Search latency",
      steps: [
        { from: 0, count: 14 },
        { from: 10, count: 9 },
      ],
      width: 10,
      format: "ms",
      marks: [{ at: 68, label: "p95 68 ms" }],
    });
    expect(svg).toContain(">p95 68 ms</text>");
    expect(svg).toContain('class="mark"');
    expect(table.rows).toEqual([
      ["0 ms", "10 ms", "14"],
      ["10 ms", "20 ms", "9"],
    ]);
  });

  it("bars and heat rows take no value as none", () => {
    const rows = [
      { label: "Norway", value: 3 },
      { label: "Chile", value: null },
    ];
    expect(drawBars({ id: "b", title: "Searches", rows, format: "count", what: "Country" }).table.rows).toEqual([
      ["Norway", "3"],
      ["Chile", "–"],
    ]);
    expect(
      drawHeatRow({ id: "r", title: "Searches", cells: rows, format: "count", what: "Hour" }).svg.match(/<title>/g),
    ).toHaveLength(1);
  });

  it("a histogram leads to what its bars stand for, and says how many lie beyond them", () => {
    const steps = [
      { from: 0, count: 14 },
      { from: 10, count: 0 },
    ];
    const linkTo = ({ from, to }: { from: number; to: number | null }) => `/logs?least=${from}&most=${to}`;
    const { svg, table, note } = drawHistogram({
      id: "h",
      title: "Latency",
      steps,
      width: 10,
      format: "ms",
      linkTo,
      beyond: 3,
    });
    expect(svg.match(/<a /g)).toHaveLength(1);
    expect(svg).toContain('href="/logs?least=0&amp;most=10"');
    expect(table.links?.[2]).toBe("/logs?least=20&most=null");
    expect(table.rows[2]).toEqual(["20 ms", "–", "3"]);
    expect(note).toBe("3 took 20 ms or longer");
  });
});

describe("the map of countries", () => {
  const row = (country: string, code: string | null, value: number) => ({ country, code, value });
  const drawn = (rows: ReturnType<typeof row>[], view?: "world" | Region) =>
    drawCountryMap({ id: "w", title: "Where", counts: "Searches", format: "count", rows, view });
  const some = [
    row("Germany", "DE", 40),
    row("United States", "US", 9000),
    row("Singapore", "SG", 7),
    row("Atlantis", null, 1),
  ];

  it("has the outline of each country, a dot for those too small for one, and a row for each that it does not know too", () => {
    const { svg, table } = drawn(some);
    expect(
      [...svg.matchAll(/<title>([^<]+)<\/title><\/(path|circle)>/g)].map(([, told, shape]) => `${told} ${shape}`),
    ).toEqual(["United States: 9,000 path", "Germany: 40 path", "Singapore: 7 circle"]);
    expect(table).toMatchObject({ head: ["Country", "Searches"], note: "1 of 4 is not on the map." });
    expect(table.rows.map(([country]) => country)).toEqual(["United States", "Germany", "Singapore", "Atlantis"]);
  });

  it("is darker where there is more, and says from which number on", () => {
    const { svg } = drawn(some);
    const shades = [...svg.matchAll(/fill-opacity:([\d.]+);stroke/g)].map(([, shade]) => Number(shade));
    expect(shades).toEqual([1, 0.55, 0.35]);
    expect([...svg.matchAll(/y="19"[^>]*>([^<]+)</g)].map(([, from]) => from)).toEqual([
      "0",
      "1",
      "6",
      "40",
      "200",
      "1,000",
      "9,000",
    ]);
    // One country alone is of the darkest step, the only one.
    expect(drawn([row("Germany", "DE", 40)]).svg).toContain("fill-opacity:1;");
  });

  it.each([undefined, "world", "europe", "asia", "africa", "north-america", "south-america", "oceania"] as const)(
    "draws %s within its weight",
    (view) => {
      const { svg } = drawn(some, view);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      expect(svg.length).toBeLessThan(30_000);
    },
  );
});

describe("hidden series in the address", () => {
  it("are named by chart, in one order", () => {
    const { hide } = chartAddress.at("?hide=requests.5xx&hide=latency.p50").state;
    expect(hiddenSeries(hide, "requests")).toEqual(["5xx"]);
    expect(toggledSeries({ hide, chart: "requests", series: "4xx" })).toEqual([
      "latency.p50",
      "requests.4xx",
      "requests.5xx",
    ]);
    expect(toggledSeries({ hide, chart: "requests", series: "5xx" })).toEqual(["latency.p50"]);
  });
});

describe("colours", () => {
  const css = readFileSync("app/styles/base.css", "utf8");
  const listed = [...css.matchAll(/--([\w-]+): var\(--day, (#[0-9a-f]{6})\) var\(--night, (#[0-9a-f]{6})\);/g)];
  const themes = {
    light: new Map(listed.map(([, name = "", light = ""]) => [name, light])),
    dark: new Map(listed.map(([, name = "", , dark = ""]) => [name, dark])),
  };

  function luminance(colour: string) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  const contrast = (a: string, b: string) => {
    const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };

  it.each(Object.entries(themes))("hold 3:1 on page, card and sunken ground: %s", (_, theme) => {
    for (let n = 1; n <= 8; n++)
      for (const ground of ["surface", "raised", "sunken"])
        expect(
          contrast(theme.get(`series-${n}`) ?? "", theme.get(ground) ?? ""),
          `${n} on ${ground}`,
        ).toBeGreaterThanOrEqual(3);
  });

  it("are told apart without colour: no two have the same dash or the same pattern", () => {
    expect(new Set(Object.values(looks).map(({ dash }) => dash.join())).size).toBe(8);
    expect(new Set(Object.values(looks).map(({ pattern }) => pattern)).size).toBe(8);
  });
});
