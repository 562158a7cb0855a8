import type { Replay } from "~/services/data/search/recorded.server";

/** A row of a list of analytics. Rates in percent; null where the server does not tell. */
export type AnalyticsRow = {
  /** What tells it from the others: the id of a document with its index. */
  id: string;
  name: string;
  /** What readers call a document, or a filter's value as the index has it; null for all else, and where it is not known. */
  title: string | null;
  /** The filter whose value it is. */
  group: string | null;
  count: number;
  /** The count of the period that it is compared with; null where there is none, or it is not known. */
  before: number | null;
  clicks: number | null;
  rate: number | null;
  position: number | null;
  conversion: number | null;
  /** The index of a document, as its screens name it. */
  index: string | null;
  /** When it was searched for last, RFC 3339. */
  at: string | null;
  /** The request by which it was searched for last, `""` where none was recorded. */
  state: string;
};

/** A row as a page shows it: of a filter with its values below, `of` tells how many there are. */
export type ShownRow = Omit<AnalyticsRow, "state"> & {
  /** The search preview of the recorded request. */
  replay: Replay | null;
  of: number | null;
};

export type ListKind = {
  /** The key of the screen. */
  screen: string;
  title: string;
  /** The head of the first column, and what is counted. */
  name: string;
  noun: readonly [string, string];
  /** The name of the box that narrows the rows. */
  filterLabel: string;
  /** The head of the counts, and one of them: "Searches", "search". */
  counts: string;
  unit: string;
  /** Whether it has a period to compare with, and whether less of it is better. */
  compared: "more" | "less" | null;
  /** In which order servers give it, where that is not by count. */
  order?: "at";
  /** What a list without rows says where no filter holds. */
  empty: { title: string; text: string };
};

const terms = {
  name: "Search term",
  noun: ["search term", "search terms"],
  filterLabel: "Filter terms",
  counts: "Searches",
  unit: "search",
} as const;
const documents = {
  name: "Document",
  noun: ["document", "documents"],
  filterLabel: "Filter documents",
  counts: "Impressions",
  unit: "impression",
  empty: {
    title: "No documents in this period",
    text: "Documents show here once your search page reports which ones its visitors saw or clicked.",
  },
} as const;
const noSearches = {
  title: "No searches in this period",
  text: "What visitors search for shows here as soon as your search page sends recordAnalytics with its searches.",
};

export const listKinds = {
  popularSearches: {
    screen: "popular-searches",
    title: "Popular searches",
    ...terms,
    compared: "more",
    empty: noSearches,
  },
  noResults: {
    screen: "no-results-searches",
    title: "No results searches",
    ...terms,
    compared: "less",
    empty: { title: "No search without results", text: "Every recorded search of this period found something." },
  },
  popularFilters: {
    screen: "popular-filters",
    title: "Popular filters",
    name: "Filter",
    noun: ["filter", "filters"],
    filterLabel: "Find filters",
    counts: "Selections",
    unit: "selection",
    compared: "more",
    empty: { title: "No filters in this period", text: "Filters show here as soon as recorded searches use them." },
  },
  popularResults: { screen: "popular-results", title: "Popular results", ...documents, compared: "more" },
  recentSearches: {
    screen: "recent-searches",
    title: "Recent searches",
    ...terms,
    compared: null,
    order: "at",
    empty: noSearches,
  },
  recentResults: { screen: "recent-results", title: "Recent results", ...documents, compared: null, order: "at" },
} as const satisfies Record<string, ListKind>;

export type ListName = keyof typeof listKinds;

/** The order in which servers give a list: the most first, or the latest. */
export function orderOf(list: ListName): "count" | "at" {
  const kind: ListKind = listKinds[list];
  return kind.order ?? "count";
}
