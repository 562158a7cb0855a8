import { percentOf, placeOf } from "~/components/figures/rate";
import { countOf, formatNumber } from "~/lib/values/numbers";
import type { AnalyticsQuery } from "~/services/analytics/ask.server";
import { type FilterRow, getPopularFilters } from "~/services/analytics/filters.server";
import { getRecentSearches } from "~/services/analytics/recent.server";
import { getPopularResults, getRecentResults, type ResultRow } from "~/services/analytics/results.server";
import { getNoResultSearches, getPopularSearches, type TermRow } from "~/services/analytics/terms.server";
import type { Scope } from "~/session/scope.server";
import type { AnalyticsRow, ListName } from "./list-kind";

/** A figure above a list. */
export type Total = { label: string; value: string; note?: string };
/** `all`: how many there are, of which `rows` may be the first ones. */
export type Rows = { rows: AnalyticsRow[]; totals: Total[]; all: number };

type Clicks = {
  total_clicks: number | null;
  avg_click_rate: number | null;
  avg_click_position: number | null;
  avg_conversion_rate: number | null;
};

const total = (
  label: string,
  value: number | null,
  { show = formatNumber, note }: { show?: (value: number) => string; note?: string | undefined } = {},
): Total[] => (value === null ? [] : [{ label, value: show(value), ...(note !== undefined && { note }) }]);
const noteOf = (value: number | null, noun: readonly [string, string]) =>
  value === null ? undefined : countOf(value, ...noun);

/** At most three: with what is counted four cards, so that the list begins in the first window. */
const clickTotals = (clicks: Clicks): Total[] => [
  ...(clicks.avg_click_rate === null
    ? total("Clicks", clicks.total_clicks)
    : total("Click rate", clicks.avg_click_rate, {
        show: percentOf,
        note: noteOf(clicks.total_clicks, ["click", "clicks"]),
      })),
  ...total("Average click position", clicks.total_clicks === 0 ? null : clicks.avg_click_position, { show: placeOf }),
  ...total("Conversion rate", clicks.avg_conversion_rate === 0 ? null : clicks.avg_conversion_rate, {
    show: percentOf,
  }),
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

const none = { title: null, group: null, before: null, index: null, at: null, state: "" };
const ofTerm = (row: TermRow): AnalyticsRow => ({
  ...none,
  id: row.key,
  name: row.key,
  ...figuresOf(row),
  state: row.search_state ?? "",
});
const ofFilter = (row: FilterRow): AnalyticsRow => ({
  ...none,
  id: `${row.key}\n${row.value}`,
  name: row.value,
  group: row.key,
  ...figuresOf(row),
  state: row.search_state ?? "",
});
const ofResult = (row: ResultRow): AnalyticsRow => ({
  ...none,
  id: `${row.key}\n${row.index ?? ""}`,
  name: row.key,
  ...figuresOf(row),
  index: nameOf(row.index),
});

/** The name under which an index stays the same when it is re-indexed: servers add `_reindexed_` and a number. */
function nameOf(index: string | null | undefined): string | null {
  return index == null || index === "" ? null : index.replace(/_reindexed_\d+$/, "");
}

/** Servers give so many rows of a list at a time, and no others. */
export const MOST = 1000;

type Loader = (
  scope: Scope,
  query: AnalyticsQuery,
  size: number,
) => Promise<(Omit<Rows, "all"> & { all: number | null }) | null>;

const loaders: Record<ListName, Loader> = {
  popularSearches: async (scope, query, size) => {
    const found = await getPopularSearches(scope, query, size);
    return (
      found && {
        rows: found.rows.map(ofTerm),
        all: found.terms,
        totals: [
          ...total("Searches", found.searches, { note: noteOf(found.terms, ["search term", "search terms"]) }),
          ...clickTotals(found.clicks),
        ],
      }
    );
  },
  noResults: async (scope, query, size) => {
    const found = await getNoResultSearches(scope, query, size);
    return (
      found && {
        rows: found.rows.map(ofTerm),
        all: found.terms,
        totals: total("Searches", found.searches, { note: noteOf(found.terms, ["search term", "search terms"]) }),
      }
    );
  },
  popularFilters: async (scope, query, size) => {
    const found = await getPopularFilters(scope, query, size);
    return (
      found && {
        rows: found.rows.map(ofFilter),
        all: null,
        totals: [
          ...total("Selections", found.selections, { note: noteOf(found.filters, ["filter", "filters"]) }),
          ...clickTotals(found.clicks),
        ],
      }
    );
  },
  popularResults: async (scope, query, size) => {
    const found = await getPopularResults(scope, query, size);
    return (
      found && {
        rows: found.rows.map(ofResult),
        all: found.results,
        totals: [
          ...total("Impressions", found.impressions, { note: noteOf(found.results, ["document", "documents"]) }),
          ...clickTotals(found.clicks),
        ],
      }
    );
  },
  recentSearches: async (scope, query) => {
    const rows = await getRecentSearches(scope, query);
    const untold = { clicks: null, rate: null, position: null, conversion: null };
    return (
      rows && {
        rows: rows.map(({ key, count, timestamp }) => ({
          ...none,
          id: key,
          name: key,
          count,
          ...untold,
          at: timestamp ?? null,
        })),
        all: null,
        totals: [],
      }
    );
  },
  recentResults: async (scope, query) => {
    const rows = await getRecentResults(scope, query);
    return (
      rows && { rows: rows.map((row) => ({ ...ofResult(row), at: row.timestamp ?? null })), all: null, totals: [] }
    );
  },
};

type AskedRows = {
  list: ListName;
  query: AnalyticsQuery;
  /** How many from the first on; all that a server gives unless told otherwise. */ size?: number;
};

/** Rows of a list; null where the server has no such report. Throws BackendError. */
export async function loadRows(scope: Scope, { list, query, size = MOST }: AskedRows): Promise<Rows | null> {
  const found = await loaders[list](scope, query, size);
  return (
    found && {
      ...found,
      all: Math.min(MOST, Math.max(found.rows.length, found.rows.length < size ? 0 : (found.all ?? 0))),
    }
  );
}
