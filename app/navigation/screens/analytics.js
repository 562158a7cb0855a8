// The section Analytics.

import { both } from "./levels.js";

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "analytics",
    file: "routes/analytics/overview.tsx",
    on: both,
    children: [
      { path: "report", file: "routes/analytics/report.tsx" },
      { path: "report/mail", file: "routes/analytics/mail/list.tsx" },
      { path: "report/mail/new", file: "routes/analytics/mail/new.tsx" },
      { path: "report/mail/:mailId/delete", file: "routes/analytics/mail/delete.tsx" },
      { path: "insights", file: "routes/analytics/insights/insights.tsx" },
      { path: "insights/:insightId/delete", file: "routes/analytics/insights/delete.tsx" },
    ],
  },
  {
    path: "popular-searches",
    file: "routes/analytics/popular-searches.tsx",
    on: both,
    children: [{ path: "query-overview/:term", file: "routes/analytics/query-overview.tsx" }],
  },
  {
    path: "no-results-searches",
    file: "routes/analytics/no-results-searches.tsx",
    on: both,
  },
  { path: "popular-filters", file: "routes/analytics/popular-filters.tsx", on: both },
  { path: "popular-results", file: "routes/analytics/popular-results.tsx", on: both },
  { path: "recent-searches", file: "routes/analytics/recent-searches.tsx", on: both },
  { path: "recent-results", file: "routes/analytics/recent-results.tsx", on: both },
  { path: "geo-distribution", file: "routes/analytics/geo-distribution.tsx", on: both },
  { path: "requests-per-minute", file: "routes/analytics/requests-per-minute.tsx", on: both },
  { path: "search-latency", file: "routes/analytics/search-latency.tsx", on: both },
  {
    path: "ai-insights",
    file: "routes/analytics/ai-insights/ai-insights.tsx",
    on: ["cluster"],
    children: [{ path: ":sessionId", file: "routes/analytics/ai-insights/session.tsx" }],
  },
  { path: "pipeline-insights", file: "routes/analytics/pipeline-insights/pipeline-insights.tsx", on: ["cluster"] },
  { path: "monitoring", file: "routes/analytics/monitoring/monitoring.tsx", on: ["cluster"] },
  { path: "data-usage", file: "routes/analytics/data-usage/data-usage.tsx", on: ["cluster"] },
  {
    path: "shared-links",
    file: "routes/analytics/shared/list.tsx",
    on: both,
    children: [
      { path: "new", file: "routes/analytics/shared/new.tsx" },
      { path: ":linkId", file: "routes/analytics/shared/link.tsx" },
      { path: ":linkId/revoke", file: "routes/analytics/shared/revoke.tsx" },
    ],
  },
];

/** @type {import("./levels.js").Child[]} */
export const resources = [
  { path: "resources/analytics/report", file: "routes/analytics/report-file.ts" },
  { path: "resources/:appName/analytics/report", file: "routes/analytics/report-file.ts" },
  { path: "shared/:token", file: "routes/analytics/shared/open.ts" },
  { path: "unsubscribe/:token", file: "routes/analytics/mail/unsubscribe.ts" },
  { path: "resources/analytics/file/:listName", file: "routes/analytics/download.ts" },
  { path: "resources/:appName/analytics/file/:listName", file: "routes/analytics/download.ts" },
];
