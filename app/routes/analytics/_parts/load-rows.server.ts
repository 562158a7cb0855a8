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
export type Rows = { rows: AnalyticsRow[]; totals: Total[] };

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

/** The name under which an index stays the same when it is built anew: servers add `_reindexed_` and a number. */
function nameOf(index: string | null | undefined): string | null {
  return index == null || index === "" ? null : index.replace(/_reindexed_\d+$/, "");
}

const loaders: Record<ListName, (scope: Scope, query: AnalyticsQuery) => Promise<Rows | null>> = {
  popularSearches: async (scope, query) => {
    const found = await getPopularSearches(scope, query);
    return (
      found && {
        rows: found.rows.map(ofTerm),
        totals: [...total("Searches", found.searches), ...total("Search terms", found.terms), ...clickTotals(found.clicks)],
      }
    );
  },
  noResults: async (scope, query) => {
    const found = await getNoResultSearches(scope, query);
    return found && { rows: found.rows.map(ofTerm), totals: [...total("Searches", found.searches), ...total("Search terms", found.terms)] };
  },
  popularFilters: async (scope, query) => {
    const found = await getPopularFilters(scope, query);
    return (
      found && {
        rows: found.rows.map(ofFilter),
        totals: [...total("Filters", found.filters), ...total("Selections", found.selections), ...clickTotals(found.clicks)],
      }
    );
  },
  popularResults: async (scope, query) => {
    const found = await getPopularResults(scope, query);
    return (
      found && {
        rows: found.rows.map(ofResult),
        totals: [...total("Documents", found.results), ...total("Impressions", found.impressions), ...clickTotals(found.clicks)],
      }
    );
  },
  recentSearches: async (scope, query) => {
    const rows = await getRecentSearches(scope, query);
    const none = { clicks: null, rate: null, position: null, conversion: null, index: null };
    return rows && { rows: rows.map(({ key, count, timestamp }) => ({ id: key, name: key, count, ...none, at: timestamp ?? null })), totals: [] };
  },
  recentResults: async (scope, query) => {
    const rows = await getRecentResults(scope, query);
    return rows && { rows: rows.map(ofResult), totals: [] };
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

/** All rows of a list; null where the server has no such report. Throws BackendError. */
export function loadAll(scope: Scope, { list, query }: { list: ListName; query: AnalyticsQuery }): Promise<Rows | null> {
  return loaders[list](scope, query);
}

/** Rows in the order of an address, those that match what is sought. A list of what came last keeps its own order until another one is chosen. */
export function arranged(rows: readonly AnalyticsRow[], { state, isRecent }: { state: Pick<RowsState, "q" | "sort">; isRecent: boolean }): AnalyticsRow[] {
  const found = state.q === "" ? [...rows] : rows.filter(({ name }) => rankOf(name, state.q) !== undefined);
  if (isRecent && state.sort.by === "count" && state.sort.order === "desc") return found;
  const direction = state.sort.order === "asc" ? 1 : -1;
  return found.sort((a, b) => direction * orders[state.sort.by](a, b) || orders.name(a, b));
}

/** A page of a list. */
export function pageOfRows(found: Rows, { state, isRecent }: { state: RowsState; isRecent: boolean }) {
  return { ...pageOf(arranged(found.rows, { state, isRecent }), state), totals: found.totals, all: found.rows.length };
}
