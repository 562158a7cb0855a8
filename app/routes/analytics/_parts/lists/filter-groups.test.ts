import { expect, it } from "vitest";
import { groupsOf } from "./filter-groups";
import type { AnalyticsRow } from "./list-kind";

const value = (name: string, figures: Partial<AnalyticsRow>): AnalyticsRow => ({
  ...{ id: `rating\n${name}`, name, title: null, group: "rating", count: 10, before: null, clicks: null, rate: null },
  ...{ position: null, conversion: null, index: null, at: null, state: "" },
  ...figures,
});

const rowOf = (...values: AnalyticsRow[]) =>
  groupsOf(values, { q: "", only: "", sort: { by: "count", order: "desc" } })[0]?.row;

it("places clicks of a filter by all of them, as the total does", () => {
  // Nine clicks on the first place and one on the eleventh: twenty places in ten clicks.
  const row = rowOf(value("r", { clicks: 9, position: 1 }), value("pg", { clicks: 1, position: 11 }));
  expect(row).toMatchObject({ count: 20, clicks: 10, position: 2, rate: 50 });
});

it("has no place without a click", () => {
  expect(
    rowOf(value("r", { clicks: 0, position: null }), value("pg", { clicks: 0, position: 0 }))?.position,
  ).toBeNull();
});
