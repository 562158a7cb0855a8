// @vitest-environment node
import { expect, it } from "vitest";
import { rangeOf } from "~/lib/address/range-of";
import { drawSearches } from "./searches.server";
import { queryBefore } from "../query.server";

const zone = "Europe/Berlin";
// A Sunday noon; the clocks changed on 25 October.
const now = Date.UTC(2026, 9, 27, 11);
const midnight = (day: number) => Date.UTC(2026, 9, day) - (day <= 25 ? 2 : 1) * 3_600_000;
const range = rangeOf({ from: "2026-10-24", to: "2026-10-28", zone: null }, { zone, now });

it("draws every day of the range, also those that the server leaves out; a day to come has no value", () => {
  const { table } = drawSearches({ title: "Searches", days: [{ at: midnight(26), count: 4 }], range, now });
  expect(table.head).toEqual(["Day", "Searches"]);
  expect(table.rows).toEqual([
    ["24 Oct 2026", "0"],
    ["25 Oct 2026", "0"],
    ["26 Oct 2026", "4"],
    ["27 Oct 2026", "0"],
    ["28 Oct 2026", "–"],
  ]);
  expect(drawSearches({ title: "Searches", days: [], range, now })).toMatchObject({ empty: true });
});

it("lays the period before over it, day by day, and says so where it is missing", () => {
  const old = queryBefore({ range, user: "", ip: "", events: [] }).range;
  expect(old.days).toEqual({ from: "2026-10-19", to: "2026-10-23" });
  const of = { title: "Searches", days: [{ at: midnight(24), count: 1 }], range, now };
  const { table, legend } = drawSearches({ ...of, before: { days: [{ at: midnight(20), count: 7 }], range: old } });
  expect(table.rows.map(([, , before]) => before)).toEqual(["0", "7", "0", "0", "0"]);
  expect(legend).toMatchObject([{ total: "1" }, { previous: true, total: "7" }]);
  expect(drawSearches({ ...of, before: null }).note).toContain("could not be loaded");
});

it("begins a little before the first day with searches, where most of the range has none", () => {
  const long = rangeOf({ from: "2026-09-28", to: "2026-10-27", zone: null }, { zone, now });
  const { table, noDataBefore } = drawSearches({
    title: "Searches",
    days: [{ at: midnight(26), count: 4 }],
    range: long,
    now,
  });
  expect(noDataBefore).toBe("No data before 26 Oct 2026");
  expect(table.rows.map(([day, count]) => `${day}: ${count}`)).toEqual([
    "23 Oct 2026: 0",
    "24 Oct 2026: 0",
    "25 Oct 2026: 0",
    "26 Oct 2026: 4",
    "27 Oct 2026: 0",
  ]);
});
