import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ComponentType } from "react";
import type { Level } from "~/navigation/sections";
import * as geoDistribution from "../geo-distribution";
import * as overview from "../overview";
import * as noResults from "../no-results-searches";
import * as popularFilters from "../popular-filters";
import * as popularResults from "../popular-results";
import * as popularSearches from "../popular-searches";
import * as queryOverview from "../query-overview";
import * as recentResults from "../recent-results";
import * as recentSearches from "../recent-searches";
import * as report from "../report";
import * as requestsPerMinute from "../requests-per-minute";
import * as searchLatency from "../search-latency";

type Module = { loader: (args: LoaderFunctionArgs) => Promise<object>; default: ComponentType };
export type SharedScreen = {
  title: string;
  module: Module;
  on: readonly Level[];
  /** What its address says of time is a week and no range: it stays as it is. */
  week?: true;
  /** Its figures are compared with a period before. */
  compared?: true;
};

const both = ["cluster", "app"] as const;

/** The pages that can be shared, by the keys of their screens: the very loader and component that the console shows. */
export const sharedScreens: Readonly<Record<string, SharedScreen>> = {
  analytics: { title: "Analytics", module: overview, on: both, compared: true },
  "analytics/report": { title: "Weekly report", module: report, on: both, week: true },
  "popular-searches": { title: "Popular searches", module: popularSearches, on: both, compared: true },
  "no-results-searches": { title: "No results searches", module: noResults, on: both, compared: true },
  "popular-filters": { title: "Popular filters", module: popularFilters, on: both, compared: true },
  "popular-results": { title: "Popular results", module: popularResults, on: both, compared: true },
  "recent-searches": { title: "Recent searches", module: recentSearches, on: both },
  "recent-results": { title: "Recent results", module: recentResults, on: both },
  "geo-distribution": { title: "Geo distribution", module: geoDistribution, on: both },
  "requests-per-minute": { title: "Requests per minute", module: requestsPerMinute, on: both },
  "search-latency": { title: "Search latency", module: searchLatency, on: both },
};

/** The page of one term, whose name stands in its path. */
const oneTerm: SharedScreen = { title: "Search term", module: queryOverview, on: both, compared: true };
/** Its key with an encoded name behind it: no further step of a path. */
const TERM = /^popular-searches\/query-overview\/(?!(?:\.|%2e){1,2}$)[^/?#\\]+$/i;

/** A screen that can be shared at a level; undefined for all else. */
export function sharedScreenOf(name: string, level: Level): SharedScreen | undefined {
  const found = Object.hasOwn(sharedScreens, name) ? sharedScreens[name] : TERM.test(name) ? oneTerm : undefined;
  return found?.on.includes(level) ? found : undefined;
}
