import type { RowsState } from "../analytics-address";
import { arranged, sorted } from "./arrange-rows";
import type { AnalyticsRow } from "./list-kind";

export type Group = { row: AnalyticsRow; values: AnalyticsRow[] };

const sum = (rows: readonly AnalyticsRow[], of: (row: AnalyticsRow) => number) =>
  rows.reduce((all, row) => all + of(row), 0);

/**
 * The figures of a filter out of those of its values: counts and clicks are added, rates made of the sums; a position
 * is the mean over all of the clicks.
 */
function groupRow(key: string, rows: readonly AnalyticsRow[]): AnalyticsRow {
  const isTold = (figure: "clicks" | "conversion" | "before") => rows.some((row) => row[figure] !== null);
  const count = sum(rows, (row) => row.count);
  const clicks = isTold("clicks") ? sum(rows, (row) => row.clicks ?? 0) : null;
  // By clicks, as the mean of all is: a value with many of them counts for more than one with a single one.
  const placed = rows.filter(({ position, clicks: some }) => position !== null && (some ?? 0) > 0);
  const clicksPlaced = sum(placed, (row) => row.clicks ?? 0);
  const converted = sum(rows, (row) => ((row.conversion ?? 0) * row.count) / 100);
  return {
    id: key,
    name: key,
    title: null,
    group: null,
    count,
    clicks,
    rate: clicks === null || count === 0 ? null : (clicks / count) * 100,
    position: clicksPlaced === 0 ? null : sum(placed, (row) => (row.position ?? 0) * (row.clicks ?? 0)) / clicksPlaced,
    conversion: isTold("conversion") && count > 0 ? (converted / count) * 100 : null,
    before: isTold("before") ? sum(rows, (row) => row.before ?? 0) : null,
    index: null,
    at: null,
    state: "",
  };
}

/**
 * Filters with their values, both in the order of an address; filters without a value that matches what is sought are
 * left out.
 */
export function groupsOf(rows: readonly AnalyticsRow[], state: Pick<RowsState, "q" | "sort" | "only">): Group[] {
  const values = arranged(rows, state, "count");
  const keys = [...new Set(values.map(({ group }) => group ?? ""))];
  const groups = new Map(keys.map((key) => [key, values.filter(({ group }) => group === key)]));
  const heads = keys.map((key) => groupRow(key, groups.get(key) ?? []));
  return sorted(heads, state.sort).map((row) => ({ row, values: groups.get(row.id) ?? [] }));
}
