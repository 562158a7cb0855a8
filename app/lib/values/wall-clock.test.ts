import { describe, expect, test } from "vitest";
import { instantOf, wallOf } from "./wall-clock";

describe("a time as a clock shows it", () => {
  test.each([
    ["UTC", "2026-01-01T00:00", "2026-01-01T00:00:00Z"],
    ["Europe/Berlin", "2026-11-20T00:00", "2026-11-19T23:00:00Z"],
    ["Europe/Berlin", "2026-07-01T12:30:15", "2026-07-01T10:30:15Z"],
    ["America/New_York", "2026-03-08T01:30", "2026-03-08T06:30:00Z"],
    ["America/New_York", "2026-03-08T03:00", "2026-03-08T07:00:00Z"],
    ["Asia/Kathmandu", "2026-05-01T00:00", "2026-04-30T18:15:00Z"],
    ["Pacific/Kiritimati", "2026-05-01T00:00", "2026-04-30T10:00:00Z"],
  ])("in %s %s is %s", (zone, wall, instant) => {
    expect(instantOf(wall, zone)).toBe(Date.parse(instant));
    expect(wallOf(Date.parse(instant), zone)).toBe(wall);
  });

  test("is the first of two where clocks are set back, and moved on where they are set forward", () => {
    expect(instantOf("2026-10-25T02:30", "Europe/Berlin")).toBe(Date.parse("2026-10-25T00:30:00Z"));
    expect(instantOf("2026-03-29T02:30", "Europe/Berlin")).toBe(Date.parse("2026-03-29T01:30:00Z"));
  });

  test.each(["", "tomorrow", "2026-02-30T00:00", "2026-13-01T00:00", "2026-01-01", "2026-01-01T25:00"])(
    "%j is not a time",
    (wall) => {
      expect(instantOf(wall, "Europe/Berlin")).toBeUndefined();
    },
  );
});
