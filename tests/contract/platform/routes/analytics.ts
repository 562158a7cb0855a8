import { expect } from "vitest";
import { afterRefresh, type Api } from "../../api";
import type { Contract } from "./types";

const number = expect.any(Number);
const list = expect.any(Array);

/**
 * What each report answers, for a search that other contracts recorded. Its numbers are those of
 * tests/contract/analytics.
 */
const reports: Record<string, unknown> = {
  advanced: expect.arrayContaining(
    ["popular_searches", "no_results_searches", "search_histogram", "popular_results", "popular_filters"].map(
      (name) => ({ [name]: list }),
    ),
  ),
  summary: {
    summary: { total_searches: number, avg_user_session_duration: number, avg_bounce_rate: number },
    compare_timeframe: { total_searches: number },
  },
  "popular-searches?click_analytics=true": {
    popular_searches: expect.arrayContaining([
      expect.objectContaining({ key: "boot", clicks: number, search_state: "" }),
    ]),
    total_searches: number,
    total_search_terms: number,
    total_clicks: number,
  },
  "no-result-searches": { no_results_searches: list, total_searches: number, total_search_terms: number },
  "popular-filters": { popular_filters: list, total_filters: number, total_selections: number },
  "popular-results?show_global=true": { popular_results: list, total_results: number, total_impressions: number },
  "recent-results?show_global=true": list,
  "geo-distribution": { geo_distribution: list, total_searches: number, total_countries: number },
  "query-overview?query=boot": { histogram: list, top_results: list, top_clicks: list },
  "next-searches?query=boot": { next_searches: list },
};

const reportContracts: readonly Contract[] = Object.entries(reports).flatMap(([asked, has]) => {
  const [name = "", query = ""] = asked.split("?");
  return [`/_analytics/${name}`, `/_analytics/:index/${name}`].map((route) => ({
    methods: "GET",
    route,
    path: afterRefresh(".analytics", `${route.replace(":index", "shoes")}?${query}`),
    has,
  }));
});

const both = (name: string, rest: Omit<Contract, "route" | "path">): Contract[] =>
  [`/_analytics/${name}`, `/_analytics/:index/${name}`].map((route) => ({
    ...rest,
    route,
    path: route.replace(":index", "shoes"),
  }));

// Pipelines and AI answers do not run here yet: what they keep is written as they will keep it.
const pipelineVersionPath = (figure: string) => async (api: Api) => {
  const run = {
    pipeline_id: "kept",
    version: 1,
    took: 5,
    error: false,
    timestamp: Date.now(),
    stages: [{ id: "s", took: 5, error: false, executed: true }],
  };
  await api.call("PUT", "/.pipeline_runs/_doc/kept?refresh=true", run);
  return `/_analytics/pipeline/kept/version/1/${figure}`;
};
const aiSessionPath = (call: string) => async (api: Api) => {
  const [id, now] = [`kept-${call}`, Date.now()];
  await api.call("PUT", `/.ai_sessions/_doc/${id}?refresh=true`, {
    session_id: id,
    created_at: now,
    updated_at: now,
    timestamp: now,
  });
  return `/_ai/${id}/${call}`;
};

export const ANALYTICS_CONTRACTS: readonly Contract[] = [
  ...reportContracts,
  {
    methods: "GET",
    route: "/_analytics/filter-labels",
    path: "/_analytics/filter-labels",
    has: { filter_labels: list },
  },
  {
    methods: "GET",
    route: "/_analytics/filter-values/:label",
    path: "/_analytics/filter-values/user_id?prefix=u",
    has: { filter_values: list },
  },
  {
    methods: "GET",
    route: "/_analytics/:index/filter-values/:label",
    path: "/_analytics/shoes/filter-values/user_id",
    has: { filter_values: list },
  },
  { methods: "GET", route: "/_analytics/rules/usage", path: "/_analytics/rules/usage", has: { rules: list } },
  {
    methods: "GET",
    route: "/_analytics/pipelines/usage",
    path: "/_analytics/pipelines/usage",
    has: { pipelines: list },
  },
  {
    methods: "GET",
    route: "/_analytics/pipeline/:id/stages/usage",
    path: "/_analytics/pipeline/p1/stages/usage",
    has: { pipeline_id: "p1", stages: list },
  },
  {
    methods: "GET",
    route: "/_analytics/pipeline/:id/versions/usage",
    path: "/_analytics/pipeline/p1/versions/usage",
    has: { versions: list },
  },
  ...["time-taken", "error-rate"].flatMap((figure): Contract[] => [
    {
      methods: "GET",
      route: `/_analytics/pipeline/:id/${figure}`,
      path: `/_analytics/pipeline/p1/${figure}`,
      has: list,
    },
    {
      methods: "GET",
      route: `/_analytics/pipeline/:id/version/:version/${figure}`,
      path: pipelineVersionPath(figure),
      has: [expect.objectContaining({ stage_histogram: list })],
    },
  ]),
  {
    methods: "GET",
    route: "/_ai/analytics",
    path: "/_ai/analytics",
    has: { total_sessions: number, useful: list, users: list },
  },
  { methods: "GET", route: "/_ai/analytics/filter", path: "/_ai/analytics/filter", has: { hits: list, count: number } },
  { methods: "GET", route: "/_ai/:id/detail", path: aiSessionPath("detail"), has: { messages: list, useful: null } },
  {
    methods: "PUT POST",
    route: "/_ai/:id/analytics",
    path: aiSessionPath("analytics"),
    body: { useful: true },
    has: { code: 200 },
  },
  ...both("insights", { methods: "GET", has: { insights: list, saved: list, read: list } }),
  ...both("insight-status", {
    methods: "PUT POST",
    body: { id: "low_clicks", status: "read" },
    has: { code: 200, status: "OK", message: "Insight status is updated successfully" },
  }),
  {
    methods: "GET DELETE",
    route: "/_analytics/demo-traffic",
    path: "/_analytics/demo-traffic",
    has: { searches: 0, user_sessions: 0 },
  },
  { methods: "GET", route: "/_analytics/preferences", path: "/_analytics/preferences", has: { enable: true } },
  {
    methods: "POST PUT",
    route: "/_analytics/preferences",
    path: "/_analytics/preferences",
    body: { enable: true },
    has: { code: 200 },
  },
];
