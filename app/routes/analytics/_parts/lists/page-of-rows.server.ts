import { pageOf } from "~/lib/address";
import { replayOf } from "~/services/data/search/recorded.server";
import type { RowsState } from "../analytics-address";
import { arranged, isAsGiven } from "./arrange-rows";
import { groupsOf } from "./filter-groups";
import { type AnalyticsRow, type ListName, orderOf, type ShownRow } from "./list-kind";
import type { Listed } from "./load-list.server";

/** Values below a filter unless all of them are asked for. */
const FIRST_VALUES = 5;

const shown = ({ state, ...row }: AnalyticsRow, of: number | null = null): ShownRow => ({
  ...row,
  replay: state === "" ? null : replayOf(state),
  of,
});

/** A page of a list; of filters each with its values below. */
export function pageOfRows(
  { rows, totals, all, remarks, hasBefore }: Listed,
  { list, state }: { list: ListName; state: RowsState },
) {
  if (list === "popularFilters") {
    const page = pageOf(groupsOf(rows, state), state);
    const flat = page.rows.flatMap(({ row, values }) => [
      shown(row, values.length),
      ...(state.open.includes(row.id) || state.q !== "" ? values : values.slice(0, FIRST_VALUES)).map((value) =>
        shown(value),
      ),
    ]);
    return {
      ...page,
      rows: flat,
      shown: page.rows.length,
      totals,
      all,
      hasBefore,
      remarks: [...remarks, ...page.remarks],
    };
  }
  const page = pageOf(arranged(rows, state, orderOf(list)), state);
  const total = isAsGiven(state, orderOf(list)) ? all : page.total;
  return {
    ...page,
    rows: page.rows.map((row) => shown(row)),
    shown: page.rows.length,
    total,
    totals,
    all,
    hasBefore,
    remarks: [...remarks, ...page.remarks],
  };
}
