import { afterEach, describe, expect, it } from "vitest";
import { zonedParts } from "../values/dates";
import { type DateRange, daysOf, momentsOf, type Preset, presetColumns, presets } from "./date-range";
import { rangeOf, type Span } from "./range-of";

const machine = process.env["TZ"];
afterEach(() => {
  // What the clock of the machine says must not matter.
  process.env["TZ"] = machine ?? "UTC";
});

const two = (value: number) => String(value).padStart(2, "0");

/** The moment on the clock of the zone, `2026-11-22 14:05`. */
function on(instant: number, zone: string) {
  const { year, month, day, hour, minute } = zonedParts(instant, zone);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
const span = ({ from, to }: Span, zone: string) => `${on(from, zone)} to ${on(to, zone)}`;
const preset = (name: Preset): DateRange => ({ preset: name, zone: null });

describe("presets", () => {
  // A Sunday, 15:05 in Berlin.
  const now = Date.UTC(2026, 10, 22, 14, 5);
  const zone = "Europe/Berlin";

  it.each<[Preset, string, string, string]>([
    ["today", "2026-11-22 00:00 to 2026-11-22 15:05", "2026-11-21 00:00 to 2026-11-21 15:05", "22 Nov 2026"],
    ["yesterday", "2026-11-21 00:00 to 2026-11-22 00:00", "2026-11-20 00:00 to 2026-11-21 00:00", "21 Nov 2026"],
    [
      "last-day",
      "2026-11-21 15:05 to 2026-11-22 15:05",
      "2026-11-20 15:05 to 2026-11-21 15:05",
      "21 Nov, 15:05 – 22 Nov 2026, 15:05",
    ],
    [
      "last-30-minutes",
      "2026-11-22 14:35 to 2026-11-22 15:05",
      "2026-11-22 14:05 to 2026-11-22 14:35",
      "22 Nov 2026, 14:35 – 15:05",
    ],
    ["last-7-days", "2026-11-16 00:00 to 2026-11-22 15:05", "2026-11-09 00:00 to 2026-11-15 15:05", "16 – 22 Nov 2026"],
    [
      "last-30-days",
      "2026-10-24 00:00 to 2026-11-22 15:05",
      "2026-09-24 00:00 to 2026-10-23 15:05",
      "24 Oct – 22 Nov 2026",
    ],
    [
      "last-60-days",
      "2026-09-24 00:00 to 2026-11-22 15:05",
      "2026-07-26 00:00 to 2026-09-23 15:05",
      "24 Sep – 22 Nov 2026",
    ],
    [
      "last-90-days",
      "2026-08-25 00:00 to 2026-11-22 15:05",
      "2026-05-27 00:00 to 2026-08-24 15:05",
      "25 Aug – 22 Nov 2026",
    ],
    ["this-week", "2026-11-16 00:00 to 2026-11-22 15:05", "2026-11-09 00:00 to 2026-11-15 15:05", "16 – 22 Nov 2026"],
    ["last-week", "2026-11-09 00:00 to 2026-11-16 00:00", "2026-11-02 00:00 to 2026-11-09 00:00", "9 – 15 Nov 2026"],
    ["this-month", "2026-11-01 00:00 to 2026-11-22 15:05", "2026-10-01 00:00 to 2026-10-22 15:05", "1 – 22 Nov 2026"],
    ["last-month", "2026-10-01 00:00 to 2026-11-01 00:00", "2026-09-01 00:00 to 2026-10-01 00:00", "1 – 31 Oct 2026"],
  ])("%s is %s, after %s", (name, dates, before, text) => {
    for (const clock of ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland"]) {
      process.env["TZ"] = clock;
      const found = rangeOf(preset(name), { zone, now });
      expect([span(found, zone), span(found.before, zone), found.dates], clock).toEqual([dates, before, text]);
    }
  });

  it("begin the week where it begins", () => {
    expect(span(rangeOf(preset("this-week"), { zone, now, weekStartsOn: 0 }), zone)).toBe(
      "2026-11-22 00:00 to 2026-11-22 15:05",
    );
    expect(span(rangeOf(preset("last-week"), { zone, now, weekStartsOn: 6 }), zone)).toBe(
      "2026-11-14 00:00 to 2026-11-21 00:00",
    );
  });

  it("are another day elsewhere", () => {
    const late = Date.UTC(2026, 10, 22, 23, 30);
    expect(rangeOf(preset("today"), { zone: "Pacific/Kiritimati", now: late }).days).toEqual({
      from: "2026-11-23",
      to: "2026-11-23",
    });
    expect(rangeOf(preset("today"), { zone: "Pacific/Pago_Pago", now: late }).days).toEqual({
      from: "2026-11-22",
      to: "2026-11-22",
    });
  });
});

describe("days that are not 24 hours", () => {
  it.each([
    // [zone, day, hours of it, where it begins]
    ["Europe/Berlin", "2026-03-29", 23, "00:00"],
    ["Europe/Berlin", "2026-10-25", 25, "00:00"],
    ["Australia/Lord_Howe", "2026-04-05", 24.5, "00:00"],
    ["Australia/Lord_Howe", "2026-10-04", 23.5, "00:00"],
    ["America/Sao_Paulo", "2018-11-04", 23, "01:00"],
    ["America/Havana", "2026-11-01", 25, "00:00"],
    ["Africa/Cairo", "2026-04-24", 23, "01:00"],
    ["Asia/Kathmandu", "2026-03-29", 24, "00:00"],
  ])("%s, %s has %d hours and begins at %s", (zone, day, hours, begins) => {
    for (const clock of ["UTC", "America/New_York", "Europe/Berlin"]) {
      process.env["TZ"] = clock;
      const found = rangeOf({ from: day, to: day, zone: null }, { zone, now: 0 });
      expect([(found.to - found.from) / 3_600_000, on(found.from, zone)], clock).toEqual([hours, `${day} ${begins}`]);
      expect(found.days).toEqual({ from: day, to: day });
      expect(found.before.to).toBe(found.from);
    }
  });

  it("last day is 24 hours all the same", () => {
    const { from, to, before } = rangeOf(preset("last-day"), { zone: "Europe/Berlin", now: Date.UTC(2026, 2, 29, 12) });
    expect([to - from, before.to - before.from, before.to]).toEqual([86_400_000, 86_400_000, from]);
  });
});

it("every preset is whole in every zone, at every moment: it begins before it ends, right after the range before", () => {
  const zones = [
    "UTC",
    "Europe/Berlin",
    "America/Havana",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "America/St_Johns",
  ];
  for (const zone of zones) {
    for (let at = 0; at < 120; at += 1) {
      // Steps of some days and hours through two years, over every change of the clocks.
      const now = Date.UTC(2025, 0, 1) + at * 6.13 * 86_400_000;
      for (const name of presets) {
        const { from, to, before, days } = rangeOf(preset(name), { zone, now });
        const said = `${name} in ${zone} at ${new Date(now).toISOString()}`;
        expect(from < to && to <= now + 1000 && before.from < before.to && before.to <= from, said).toBe(true);
        expect(days.from <= days.to, said).toBe(true);
      }
    }
  }
});

describe("a custom range", () => {
  const clock = { zone: "Europe/Berlin", now: Date.UTC(2026, 10, 22, 14) };

  it("of days is after as many days", () => {
    const found = rangeOf({ from: "2026-10-24", to: "2026-10-26", zone: null }, clock);
    expect([span(found, "Europe/Berlin"), span(found.before, "Europe/Berlin")]).toEqual([
      "2026-10-24 00:00 to 2026-10-27 00:00",
      "2026-10-21 00:00 to 2026-10-24 00:00",
    ]);
    expect(found).toMatchObject({ label: "Custom range", dates: "24 – 26 Oct 2026" });
  });

  it("of moments is after as long a time", () => {
    const found = rangeOf({ from: "2026-11-22T09:30:00Z", to: "2026-11-22T10:00:00Z", zone: null }, clock);
    expect([span(found, "UTC"), span(found.before, "UTC"), found.dates]).toEqual([
      "2026-11-22 09:30 to 2026-11-22 10:00",
      "2026-11-22 09:00 to 2026-11-22 09:30",
      "22 Nov 2026, 10:30 – 11:00",
    ]);
  });

  it("in a zone of its own stays there", () => {
    const range: DateRange = { from: "2026-10-24", to: "2026-10-24", zone: "Asia/Tokyo" };
    expect(span(rangeOf(range, clock), "UTC")).toBe("2026-10-23 15:00 to 2026-10-24 15:00");
  });
});

describe("fixed", () => {
  const clock = { zone: "Europe/Berlin", now: Date.UTC(2026, 10, 22, 14, 5, 9) };
  const elsewhere = { zone: "America/New_York", now: Date.UTC(2027, 0, 1) };

  it("to its dates it is the same days for everybody, later too", () => {
    const { fixed, from } = rangeOf(preset("last-7-days"), clock);
    expect(fixed).toEqual({ from: "2026-11-16", to: "2026-11-22", zone: "Europe/Berlin" });
    expect(rangeOf(fixed, elsewhere)).toMatchObject({ from, days: { from: "2026-11-16", to: "2026-11-22" } });
  });

  it("to its moments it ends where it ended", () => {
    const { frozen, from, to } = rangeOf(preset("this-month"), clock);
    expect(rangeOf(frozen, elsewhere)).toMatchObject({ from, to });
    const minutes = rangeOf(preset("last-30-minutes"), clock);
    expect(minutes.fixed).toEqual(minutes.frozen);
  });
});

describe("a stretch of a chart", () => {
  const span = { from: Date.UTC(2026, 10, 21, 23, 30), to: Date.UTC(2026, 10, 23, 23) };

  it("is its moments, or the days of a zone that it lies in", () => {
    expect(momentsOf(span)).toEqual({ from: "2026-11-21T23:30:00Z", to: "2026-11-23T23:00:00Z", zone: null });
    expect(daysOf(span, "Europe/Berlin")).toEqual({ from: "2026-11-22", to: "2026-11-23" });
    expect(daysOf(span, "UTC")).toEqual({ from: "2026-11-21", to: "2026-11-23" });
  });
});

it("presets stand in columns of six, each once", () => {
  expect(presetColumns.map((column) => column.length)).toEqual([6, 6]);
  expect(new Set(presets).size).toBe(12);
});
