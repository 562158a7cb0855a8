import { pageOf } from "~/lib/address";
import { formatNumber } from "~/lib/numbers";
import { rankOf } from "~/lib/rank";
import type { AnalyticsQuery } from "~/services/analytics/ask.server";
import { type FilterRow, getPopularFilters } from "~/services/analytics/filters.server";
import { getRecentSearches } from "~/services/analytics/recent.server";
import { getPopularResults, getRecentResults, type ResultRow } from "~/services/analytics/results.server";
import { getNoResultSearches, getPopularSearches, type TermRow } from "~/services/analytics/terms.server";
import type { Scope } from "~/session/scope.server";
import type { RowsState } from "./analytics-address";
import type { AnalyticsRow, ListName } from "./list-kind";

/** A figure above a list. */
export type Total = { label: string; value: string };
/** `all`: how many there are, of which `rows` may be the first ones. */
export type Rows = { rows: AnalyticsRow[]; totals: Total[]; all: number };

type Clicks = { total_clicks: number | null; avg_click_rate: number | null; avg_click_position: number | null; avg_conversion_rate: number | null };

const total = (label: string, value: number | null, unit = ""): Total[] => (value === null ? [] : [{ label, value: `${formatNumber(value)}${unit}` }]);

const clickTotals = (clicks: Clicks): Total[] => [
  ...total("Clicks", clicks.total_clicks),
  ...total("Click rate", clicks.avg_click_rate, "%"),
  ...total("Average click position", clicks.avg_click_position),
  ...total("Conversion rate", clicks.avg_conversion_rate, "%"),
];

const figuresOf = ({
  count,
  clicks,
  click_rate,
  click_position,
  conversion_rate,
}: Pick<TermRow, "count" | "clicks" | "click_rate" | "click_position" | "conversion_rate">) => ({
  count,
  clicks,
  rate: click_rate,
  // A mean of no click is none.
  position: clicks === 0 ? null : click_position,
  conversion: conversion_rate,
});

const ofTerm = (row: TermRow): AnalyticsRow => ({ id: row.key, name: row.key, ...figuresOf(row), index: null, at: null });
const ofFilter = (row: FilterRow): AnalyticsRow => ({
  id: `${row.key}\n${row.value}`,
  name: `${row.key}: ${row.value}`,
  ...figuresOf(row),
  index: null,
  at: null,
});
const ofResult = (row: ResultRow): AnalyticsRow => ({
  id: `${row.key}\n${row.index ?? ""}`,
  name: row.key,
  ...figuresOf(row),
  index: nameOf(row.index),
  at: null,
});

/** The name under which an index stays the same when it is re-indexed: servers add `_reindexed_` and a number. */
function nameOf(index: string | null | undefined): string | null {
  return index == null || index === "" ? null : index.replace(/_reindexed_\d+$/, "");
}

/** Servers give so many rows of a list at a time, and no others. */
const MOST = 1000;
/** Rows are asked for in such portions. */
const PORTION = 100;

type Loader = (scope: Scope, query: AnalyticsQuery, size: number) => Promise<(Omit<Rows, "all"> & { all: number | null }) | null>;

const loaders: Record<ListName, Loader> = {
  popularSearches: async (scope, query, size) => {
    const found = await getPopularSearches(scope, query, size);
    return (
      found && {
        rows: found.rows.map(ofTerm),
        all: found.terms,
        totals: [...total("Searches", found.searches), ...total("Search terms", found.terms), ...clickTotals(found.clicks)],
      }
    );
  },
  noResults: async (scope, query, size) => {
    const found = await getNoResultSearches(scope, query, size);
    return found && { rows: found.rows.map(ofTerm), all: found.terms, totals: [...total("Searches", found.searches), ...total("Search terms", found.terms)] };
  },
  popularFilters: async (scope, query, size) => {
    const found = await getPopularFilters(scope, query, size);
    return (
      found && {
        rows: found.rows.map(ofFilter),
        all: null,
        totals: [...total("Filters", found.filters), ...total("Selections", found.selections), ...clickTotals(found.clicks)],
      }
    );
  },
  popularResults: async (scope, query, size) => {
    const found = await getPopularResults(scope, query, size);
    return (
      found && {
        rows: found.rows.map(ofResult),
        all: found.results,
        totals: [...total("Documents", found.results), ...total("Impressions", found.impressions), ...clickTotals(found.clicks)],
      }
    );
  },
  recentSearches: async (scope, query) => {
    const rows = await getRecentSearches(scope, query);
    const none = { clicks: null, rate: null, position: null, conversion: null, index: null };
    return rows && { rows: rows.map(({ key, count, timestamp }) => ({ id: key, name: key, count, ...none, at: timestamp ?? null })), all: null, totals: [] };
  },
  recentResults: async (scope, query) => {
    const rows = await getRecentResults(scope, query);
    return rows && { rows: rows.map(ofResult), all: null, totals: [] };
  },
};

const BY_NAME = new Intl.Collator("en", { numeric: true });
const number = (value: number | null) => value ?? -1;

const orders: Record<RowsState["sort"]["by"], (a: AnalyticsRow, b: AnalyticsRow) => number> = {
  count: (a, b) => a.count - b.count,
  name: (a, b) => BY_NAME.compare(a.name, b.name),
  clicks: (a, b) => number(a.clicks) - number(b.clicks),
  rate: (a, b) => number(a.rate) - number(b.rate),
  position: (a, b) => number(a.position) - number(b.position),
  conversion: (a, b) => number(a.conversion) - number(b.conversion),
};

/** True where the rows come in the order that the server gives them. */
const isAsGiven = ({ q, sort }: Pick<RowsState, "q" | "sort">) => q === "" && sort.by === "count" && sort.order === "desc";

type Asked = { list: ListName; query: AnalyticsQuery; /** How many from the first on; all that a server gives unless told otherwise. */ size?: number };

/** Rows of a list; null where the server has no such report. Throws BackendError. */
export async function loadRows(scope: Scope, { list, query, size = MOST }: Asked): Promise<Rows | null> {
  const found = await loaders[list](scope, query, size);
  return found && { ...found, all: Math.min(MOST, Math.max(found.rows.length, found.rows.length < size ? 0 : (found.all ?? 0))) };
}

/** How many rows a page needs: those before it too; all of them where the console sorts or searches. */
export function rowsFor(state: RowsState): number {
  return isAsGiven(state) ? Math.min(MOST, Math.ceil((state.page * state.size) / PORTION) * PORTION) : MOST;
}

/** Rows in the order of an address, those that match what is sought. */
export function arranged(rows: readonly AnalyticsRow[], state: Pick<RowsState, "q" | "sort">): AnalyticsRow[] {
  if (isAsGiven(state)) return [...rows];
  const found = state.q === "" ? [...rows] : rows.filter(({ name }) => rankOf(name, state.q) !== undefined);
  const direction = state.sort.order === "asc" ? 1 : -1;
  return found.sort((a, b) => direction * orders[state.sort.by](a, b) || orders.name(a, b));
}

/** A page of a list. */
export function pageOfRows({ rows, totals, all }: Rows, state: RowsState) {
  const shown = pageOf(arranged(rows, state), state);
  return { ...shown, total: isAsGiven(state) ? all : shown.total, totals, all };
}
