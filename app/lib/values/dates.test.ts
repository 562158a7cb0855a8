import { describe, expect, it } from "vitest";
import {
  formatClock,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNamedDay,
  formatRelative,
  isTimeZone,
  parseInstant,
  zonedParts,
} from "./dates";

const noon = Date.UTC(2026, 10, 21, 12, 0, 5);
const zone = "UTC";

describe("the day above a group of rows", () => {
  it.each([
    ["2026-11-22T00:30:00Z", "Europe/Oslo", "Today, 22 Nov", "01:30:00"],
    ["2026-11-21T23:30:00Z", "Europe/Oslo", "Today, 22 Nov", "00:30:00"],
    ["2026-11-21T23:30:00Z", "UTC", "Yesterday, 21 Nov", "23:30:00"],
    ["2026-11-20T12:00:05Z", "UTC", "Friday, 20 Nov", "12:00:05"],
    ["2025-12-31T12:00:00Z", "UTC", "Wednesday, 31 Dec 2025", "12:00:00"],
  ])("of %s in %s is %s", (at, zone, day, clock) => {
    const instant = Date.parse(at);
    expect(formatNamedDay({ instant, zone, now: Date.parse("2026-11-22T14:05:00Z") })).toBe(day);
    expect(formatClock({ instant, zone })).toBe(clock);
  });
});

describe("dates", () => {
  it("are shown in the reader's zone, over midnight and daylight saving too", () => {
    expect(formatDateTime({ instant: noon, zone, named: true })).toBe("21 Nov 2026, 12:00:05 UTC");
    expect(formatDateTime({ instant: noon, zone: "Asia/Kolkata" })).toBe("21 Nov 2026, 17:30:05");
    expect(formatDateTime({ instant: Date.UTC(2026, 6, 1, 23, 30), zone: "Europe/Oslo" })).toBe("2 Jul 2026, 01:30:00");
    // Midnight is hour 0, not 24.
    expect(zonedParts(Date.UTC(2026, 0, 1), zone).hour).toBe(0);
  });

  it("follow the clocks through the day on which they change, to the minute", () => {
    const hours = (instants: number[], at: string) =>
      instants.map((instant) => formatDateTime({ instant, zone: at }).slice(-8));
    const spring = Date.UTC(2026, 2, 29, 1);
    expect(hours([spring - 86_400_000, spring - 1000, spring, spring + 86_400_000], "Europe/Oslo")).toEqual([
      "02:00:00",
      "01:59:59",
      "03:00:00",
      "03:00:00",
    ]);
    // A minute after midnight, as it was there for years.
    const odd = Date.UTC(2009, 10, 1, 2, 31);
    expect(hours([odd - 60_000, odd], "America/St_Johns")).toEqual(["00:00:00", "23:01:00"]);
  });

  it("are relative up to a week, in the units of the product", () => {
    const ago = (ms: number) => formatRelative({ instant: noon - ms, zone, now: noon });
    expect([
      ago(1000),
      ago(45_000),
      ago(5 * 60_000),
      ago(2 * 3_600_000),
      ago(25 * 3_600_000),
      ago(3 * 86_400_000),
    ]).toEqual([...["just now", "45 sec ago", "5 min ago", "2 hr ago", "1 day ago", "3 days ago"]]);
    expect(ago(20 * 86_400_000)).toBe("1 Nov");
    expect(ago(400 * 86_400_000)).toBe("17 Oct 2025");
    expect(ago(-3_600_000 * 2)).toBe("in 2 hr");
    expect(formatDay({ instant: noon, zone })).toBe("21 Nov 2026");
  });

  it("are read as back ends write them", () => {
    expect(parseInstant("2026-11-21T12:00:05Z")).toBe(noon);
    expect(parseInstant(noon / 1000)).toBe(noon);
    expect(parseInstant(noon)).toBe(noon);
    expect(parseInstant(String(noon))).toBe(noon);
    for (const none of ["", null, undefined, "yesterday"]) expect(parseInstant(none)).toBeUndefined();
  });

  it("knows zones", () => {
    expect([isTimeZone("Europe/Oslo"), isTimeZone("UTC"), isTimeZone("Mars/Base"), isTimeZone("")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("gives lengths of time their unit", () => {
    expect([38, 4200, 65_000, 7_200_000, 5 * 86_400_000].map(formatDuration)).toEqual([
      "38 ms",
      "4.2 sec",
      "1 min",
      "2 hr",
      "5 days",
    ]);
  });
});
