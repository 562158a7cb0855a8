// The section Data.

import { both } from "./levels.js";

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "import",
    file: "routes/data/import/source/route.tsx",
    on: both,
    children: [
      // An upload comes before the name of its index, and so at cluster level.
      { path: ":jobId/target", file: "routes/data/import/target/route.tsx", on: ["cluster"] },
      { path: ":jobId/discard", file: "routes/data/import/discard.tsx" },
      { path: ":jobId", file: "routes/data/import/job.tsx", on: ["app"] },
      { path: ":jobId/fields", file: "routes/data/import/fields/route.tsx", on: ["app"] },
      { path: ":jobId/failed", file: "routes/data/import/failed.tsx", on: ["app"] },
    ],
  },
  {
    path: "search-preview",
    file: "routes/data/search-preview/search-preview.tsx",
    on: ["app"],
    children: [{ path: "save", file: "routes/data/search-preview/save.ts" }],
  },
  {
    path: "stored-queries",
    file: "routes/data/stored-queries/list.tsx",
    on: both,
    children: [
      { path: "new", file: "routes/data/stored-queries/new.tsx" },
      { path: ":queryId", file: "routes/data/stored-queries/stored-query.tsx" },
      { path: ":queryId/execute", file: "routes/data/stored-queries/execute.tsx" },
      { path: ":queryId/edit", file: "routes/data/stored-queries/edit.tsx" },
      { path: ":queryId/review", file: "routes/data/stored-queries/review.tsx" },
      { path: ":queryId/delete", file: "routes/data/stored-queries/delete.tsx" },
    ],
  },
  {
    path: "request-logs",
    file: "routes/data/request-logs/list.tsx",
    on: both,
    children: [
      { path: "performance", file: "routes/data/request-logs/performance.tsx" },
      { path: "retention", file: "routes/data/request-logs/retention.tsx", on: ["cluster"] },
      { path: ":logId", file: "routes/data/request-logs/log.tsx" },
      { path: ":logId/replay", file: "routes/data/request-logs/replay.tsx" },
    ],
  },
  {
    path: "browse",
    file: "routes/data/browse/browse.tsx",
    on: ["app"],
    children: [
      { path: ":docId", file: "routes/data/browse/document.tsx" },
      { path: ":docId/edit", file: "routes/data/browse/edit.tsx" },
      { path: ":docId/review", file: "routes/data/browse/review.tsx" },
      { path: ":docId/delete", file: "routes/data/browse/delete-document.tsx" },
      { path: ":docId/map", file: "routes/data/browse/map.tsx" },
      // One step deeper than a document, under names that no page of a document has: an id may be anything.
      { path: "documents/add", file: "routes/data/browse/add.tsx" },
      { path: "documents/compare", file: "routes/data/browse/compare.tsx" },
      { path: "documents/delete-many", file: "routes/data/browse/delete-many.tsx" },
      { path: "documents/update-many", file: "routes/data/browse/update-many.tsx" },
      { path: "documents/export", file: "routes/data/browse/export.tsx" },
    ],
  },
  {
    path: "console",
    file: "routes/data/console/console.tsx",
    on: both,
    children: [
      { path: "confirm", file: "routes/data/console/confirm.tsx" },
      { path: "history", file: "routes/data/console/history.tsx" },
      { path: "forget", file: "routes/data/console/forget.tsx" },
    ],
  },
  {
    path: "jobs",
    file: "routes/data/jobs/jobs.tsx",
    on: both,
    children: [
      { path: ":jobId", file: "routes/data/jobs/job.tsx" },
      { path: ":jobId/cancel", file: "routes/data/jobs/cancel.tsx" },
    ],
  },
  {
    path: "changes",
    file: "routes/data/changes/list.tsx",
    on: both,
    children: [
      { path: "writing-window", file: "routes/data/changes/window.tsx" },
      { path: ":changeId", file: "routes/data/changes/change.tsx" },
      { path: ":changeId/undo", file: "routes/data/changes/undo.tsx" },
    ],
  },
];

/** @type {import("./levels.js").Child[]} */
export const resources = [
  { path: "resources/import/:jobId/events", file: "routes/resources/import/events.ts" },
  { path: "resources/import/:jobId/failed", file: "routes/resources/import/failed.ts" },
  { path: "resources/request-logs/:logId/raw", file: "routes/data/request-logs/raw.ts" },
  { path: "resources/:appName/request-logs/:logId/raw", file: "routes/data/request-logs/raw.ts" },
  { path: "resources/console/names", file: "routes/data/console/names.ts" },
  { path: "resources/search-suggestions", file: "routes/data/search-preview/suggestions.ts" },
  { path: "resources/changes/file", file: "routes/data/changes/file.ts" },
  { path: "resources/:appName/changes/file", file: "routes/data/changes/file.ts" },
  { path: "resources/:appName/browse/documents/file", file: "routes/data/browse/export-file.ts" },
  { path: "resources/:appName/browse/:docId/raw", file: "routes/data/browse/raw.ts" },
];
