import type { Scope } from "~/session/scope.server";
import { pageOf } from "~/lib/address";
import type { PageRows } from "~/lib/values/page-rows";
import { holdsInOrder } from "~/routes/_levels/choose.server";
import { countedRows } from "~/services/indices/counted.server";
import { datesOf, listAliases, listCreationDates, listIndices } from "~/services/indices/list.server";
import type { IndexRow } from "~/services/indices/index-row";
import { settle } from "~/services/platform/http/settle.server";
import type { IndexListState, IndexSort } from "./index-list-address";

export type OverviewRow = Omit<IndexRow, "createdAt"> & { aliases: string[] | null; createdAt: number | null };

const healthRank = { red: 0, yellow: 1, green: 2, unknown: 3 } as const;

const keyOf: Record<Exclude<IndexSort, "name" | "created">, (row: IndexRow) => number> = {
  health: (row) => (row.open ? healthRank[row.health] : 4),
  documents: (row) => row.documents ?? -1,
  size: (row) => row.bytes ?? -1,
  shards: (row) => row.shards ?? -1,
};

/** The table as the screen gets it. */
export type IndexTableData = Omit<Awaited<ReturnType<typeof loadIndexTable>>, "rows"> & { rows: PageRows<OverviewRow> };

/**
 * One page of the index table. The list is one call however many indices there are, and so are their documents where
 * the list does not tell them; when they were made and their other names are asked for the rows of the page only,
 * unless the table is sorted by date. Throws BackendError when the list itself cannot be had.
 */
export async function loadIndexTable(scope: Scope, state: IndexListState) {
  const everything = await listIndices(scope);
  const visible = await countedRows(
    scope,
    everything.filter((row) => scope.preferences.systemIndices || !row.system),
  );
  const parts = state.q.toLowerCase().split("*");
  const matching = visible.filter(
    (row) =>
      holdsInOrder(row.name.toLowerCase(), parts) &&
      (state.health === "" || (row.open && row.health === state.health)) &&
      (state.status === "" || row.open === (state.status === "open")),
  );
  const everyDate = () =>
    matching.every(({ createdAt }) => createdAt !== undefined)
      ? datesOf(scope, matching)
      : listCreationDates(scope, "all");
  const allDates = state.sort.by === "created" ? await settle(everyDate()) : undefined;
  const sorted = sortRows(matching, { ...state.sort, dates: allDates?.ok ? allDates.value : undefined });
  const page = pageOf(sorted, state);
  return {
    page: page.page,
    total: page.total,
    remarks: page.remarks,
    rows: await withDetails(scope, await countedRows(scope, page.rows)),
    visible: visible.length,
    hidden: everything.length - visible.length,
    documents: visible.reduce((sum, row) => sum + (row.documents ?? 0), 0),
    bytes: visible.reduce((sum, row) => sum + (row.bytes ?? 0), 0),
    notGreen: visible.filter((row) => row.open && (row.health === "yellow" || row.health === "red")).length,
  };
}

type RowOrder = IndexListState["sort"] & { dates?: Map<string, number> };

/** Rows in the order asked for; equal ones by name, so that pages do not overlap. */
export function sortRows(rows: readonly IndexRow[], { by, order, dates }: RowOrder) {
  const direction = order === "asc" ? 1 : -1;
  const byName = (a: IndexRow, b: IndexRow) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  if (by === "name") return [...rows].sort((a, b) => direction * byName(a, b));
  const key = by === "created" ? (row: IndexRow) => dates?.get(row.index) ?? 0 : keyOf[by];
  return [...rows].sort((a, b) => direction * (key(a) - key(b)) || byName(a, b));
}

async function withDetails(scope: Scope, rows: readonly IndexRow[]): Promise<OverviewRow[]> {
  if (rows.length === 0) return [];
  const names = rows.map((row) => row.index);
  const [dates, aliases] = await Promise.all([settle(datesOf(scope, rows)), settle(listAliases(scope, names))]);
  return rows.map((row) => ({
    ...row,
    createdAt: dates.ok ? (dates.value.get(row.index) ?? null) : null,
    aliases: aliases.ok ? (aliases.value.get(row.index) ?? []).filter((alias) => alias !== row.name) : null,
  }));
}
