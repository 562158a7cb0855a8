import type { AnalyticsQuery } from "~/services/analytics/ask.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import type { RowsState } from "../analytics-address";
import { isAsGiven } from "./arrange-rows";
import { listKinds, type ListName, orderOf } from "./list-kind";
import { withTitles } from "./with-titles.server";
import { loadRows, MOST, type Rows } from "./load-rows.server";

/** Rows are asked for in such portions. */
const PORTION = 100;

/** How many rows a page needs: those before it too; all of them where the console sorts, searches or groups. */
function rowsFor(list: ListName, state: RowsState): number {
  if (list === "popularFilters" || !isAsGiven(state, orderOf(list))) return MOST;
  return Math.min(MOST, Math.ceil((state.page * state.size) / PORTION) * PORTION);
}

type Asked = {
  list: ListName;
  query: AnalyticsQuery;
  before: AnalyticsQuery | null;
  state: RowsState;
  /** For a file. */ all?: boolean;
};
export type Listed = Rows & {
  remarks: { name: string; text: string }[];
  /** Whether anything was recorded in the period that it is compared with; true where that could not be loaded. */
  hasBefore: boolean;
};

/**
 * The rows that an address is about, with what there were before; null where the server has no such report. Throws
 * BackendError.
 */
export async function loadList(
  scope: Scope,
  { list, query, before, state, all = false }: Asked,
): Promise<Listed | null> {
  const isCompared = before !== null && listKinds[list].compared !== null;
  const onlyUnclicked = list === "popularSearches" && state.only === "no-clicks";
  const [now, old, nothing] = await Promise.all([
    loadRows(scope, { list, query, size: all ? MOST : rowsFor(list, state) }),
    isCompared ? settle(loadRows(scope, { list, query: before, size: MOST })) : null,
    onlyUnclicked ? loadRows(scope, { list: "noResults", query, size: MOST }) : null,
  ]);
  if (now === null) return null;
  // Where nothing was recorded yet everything would be new.
  const isEmpty = old?.ok === true && (old.value?.rows.length ?? 0) === 0;
  const isLost = old?.ok === false && now.rows.length > 0;
  const remarks = isLost ? [{ name: "compare", text: "The period before could not be loaded." }] : [];
  const counts = old?.ok && !isEmpty ? countsOf(old.value) : undefined;
  const compared = counts === undefined ? now.rows : now.rows.map((row) => ({ ...row, before: counts(row.id) }));
  const rows = onlyUnclicked ? unclicked(compared, nothing) : compared;
  // Elsewhere those of the page's own rows are enough.
  const hasTitles = all || state.q !== "" || state.sort.by === "name";
  return {
    ...now,
    rows: hasTitles ? await withTitles(scope, { list, rows }) : rows,
    remarks,
    hasBefore: old !== null && !isEmpty,
  };
}

/** How often something was counted before; null where servers gave only the first rows, and it is not among them. */
function countsOf(rows: Rows | null): (id: string) => number | null {
  const counts = new Map(rows?.rows.map(({ id, count }) => [id, count]));
  const isWhole = rows !== null && rows.rows.length < MOST;
  return (id) => counts.get(id) ?? (isWhole ? 0 : null);
}

/** Terms with searches that found something, of which nothing was clicked. */
function unclicked(rows: Rows["rows"], nothing: Rows | null): Rows["rows"] {
  const without = new Map(nothing?.rows.map(({ id, count }) => [id, count]));
  return rows.filter(({ id, count, clicks }) => clicks === 0 && count > (without.get(id) ?? 0));
}
