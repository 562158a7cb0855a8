import type { RowsState } from "../analytics-address";
import { arranged, sorted } from "./arrange-rows";
import type { AnalyticsRow } from "./list-kind";

export type Group = { row: AnalyticsRow; values: AnalyticsRow[] };

const sum = (rows: readonly AnalyticsRow[], of: (row: AnalyticsRow) => number) => rows.reduce((all, row) => all + of(row), 0);

/** The figures of a filter out of those of its values: counts and clicks are added, rates made of the sums; a position is the mean of those that there are. */
function groupRow(key: string, rows: readonly AnalyticsRow[]): AnalyticsRow {
  const isTold = (figure: "clicks" | "conversion" | "before") => rows.some((row) => row[figure] !== null);
  const count = sum(rows, (row) => row.count);
  const clicks = isTold("clicks") ? sum(rows, (row) => row.clicks ?? 0) : null;
  const positions = rows.flatMap(({ position }) => (position === null || position === 0 ? [] : [position]));
  const converted = sum(rows, (row) => ((row.conversion ?? 0) * row.count) / 100);
  return {
    id: key,
    name: key,
    group: null,
    count,
    clicks,
    rate: clicks === null || count === 0 ? null : (clicks / count) * 100,
    position: positions.length === 0 ? null : positions.reduce((all, one) => all + one, 0) / positions.length,
    conversion: isTold("conversion") && count > 0 ? (converted / count) * 100 : null,
    before: isTold("before") ? sum(rows, (row) => row.before ?? 0) : null,
    index: null,
    at: null,
    state: "",
  };
}

/** Filters with their values, both in the order of an address; filters without a value that matches what is sought are left out. */
export function groupsOf(rows: readonly AnalyticsRow[], state: Pick<RowsState, "q" | "sort" | "only">): Group[] {
  const values = arranged(rows, state);
  const keys = [...new Set(values.map(({ group }) => group ?? ""))];
  const groups = new Map(keys.map((key) => [key, values.filter(({ group }) => group === key)]));
  const heads = keys.map((key) => groupRow(key, groups.get(key) ?? []));
  return sorted(heads, state.sort).map((row) => ({ row, values: groups.get(row.id) ?? [] }));
}
