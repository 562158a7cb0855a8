import { expect, it } from "vitest";
import { daysOfWeek, weekAfter, weekInWords, weekOf } from "./iso-week";

it.each([
  ["2026-11-23", "2026-W48"],
  ["2026-11-22", "2026-W47"],
  ["2021-01-03", "2020-W53"],
  ["2021-01-04", "2021-W01"],
  ["2024-12-30", "2025-W01"],
  ["2023-01-01", "2022-W52"],
  ["2026-12-31", "2026-W53"],
])("%s is in %s", (day, week) => {
  expect(weekOf(day)).toBe(week);
  const { from = "", to = "" } = daysOfWeek(week) ?? {};
  expect(from <= day && day <= to).toBe(true);
  expect(new Date(from).getUTCDay()).toBe(1);
});

it("goes on by weeks, over the years, and back", () => {
  let week = "2019-W50";
  for (let at = 0; at < 400; at += 1) {
    const next = weekAfter(week, 1);
    expect(weekAfter(next, -1)).toBe(week);
    expect(Date.parse(daysOfWeek(next)?.from ?? "") - Date.parse(daysOfWeek(week)?.to ?? "")).toBe(86_400_000);
    week = next;
  }
  expect(weekInWords("2026-W07")).toBe("Week 7, 2026");
});

it.each(["2025-W53", "2026-W54", "2026-W00", "2026-W7", "1969-W10", "2026W10", "", "x", "2026-W10-1"])(
  "%s is no week",
  (text) => {
    expect(daysOfWeek(text)).toBeUndefined();
  },
);
