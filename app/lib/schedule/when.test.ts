import { describe, expect, it } from "vitest";
import { dueDay } from "./when";

const at = (text: string) => Date.parse(text);

describe("the day on which a schedule came round last", () => {
  it.each([
    [0, "2026-11-27T02:59:59Z", "2026-11-26"],
    [0, "2026-11-27T03:00:00Z", "2026-11-27"],
    [5, "2026-11-27T02:59:59Z", "2026-11-20"],
    [5, "2026-11-27T03:00:00Z", "2026-11-27"],
    [4, "2026-11-27T23:00:00Z", "2026-11-26"],
    [7, "2026-11-27T23:00:00Z", "2026-11-22"],
  ])("day %d, at %s, is %s", (weekday, now, day) => {
    expect(dueDay({ weekday, hour: 3, zone: "UTC" }, at(now))).toBe(day);
  });

  it("is that of the zone's own calendar", () => {
    expect(dueDay({ weekday: 0, hour: 3, zone: "Asia/Tokyo" }, at("2026-11-26T18:30:00Z"))).toBe("2026-11-27");
    expect(dueDay({ weekday: 0, hour: 3, zone: "America/New_York" }, at("2026-11-27T07:30:00Z"))).toBe("2026-11-26");
  });

  it("comes round once in a night in which the clocks change, each way", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const began = at(`${day}T00:00:00Z`) - 3600_000;
      const days = Array.from({ length: 6 * 12 }, (_, step) =>
        dueDay({ weekday: 0, hour: 2, zone: "Europe/Berlin" }, began + step * 300_000),
      );
      expect(days.filter((one, step) => step > 0 && one !== days[step - 1])).toEqual([day]);
    }
  });
});
