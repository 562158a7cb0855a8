// The overview of all indices and of one index.

/** Of all indices and of one. */
/** @type {import("./levels.js").Child[]} */
const aliasPages = [
  { path: "aliases", file: "routes/indices/aliases/aliases.tsx" },
  { path: "aliases/edit", file: "routes/indices/aliases/edit.tsx" },
  { path: "aliases/remove", file: "routes/indices/aliases/remove.tsx" },
  { path: "aliases/switch", file: "routes/indices/aliases/switch.tsx" },
];

/** @type {import("./levels.js").Screen[]} */
export const screens = [
  {
    path: "",
    file: "routes/overview/cluster.tsx",
    on: ["cluster"],
    children: [
      { path: "create-index", file: "routes/overview/create-index.tsx" },
      ...aliasPages,
      { path: "templates", file: "routes/indices/templates/templates.tsx" },
      { path: "templates/new", file: "routes/indices/templates/new.tsx" },
      { path: "templates/components", file: "routes/indices/templates/templates.tsx" },
      { path: "templates/components/new", file: "routes/indices/templates/new.tsx" },
      { path: "templates/:kind/:templateName", file: "routes/indices/templates/template.tsx" },
      { path: "templates/:kind/:templateName/edit", file: "routes/indices/templates/edit.tsx" },
      { path: "templates/:kind/:templateName/review", file: "routes/indices/templates/review.tsx" },
      { path: "templates/:kind/:templateName/delete", file: "routes/indices/templates/delete.tsx" },
      { path: "tasks", file: "routes/indices/tasks/tasks.tsx" },
      { path: "tasks/cancel", file: "routes/indices/tasks/cancel.tsx" },
      { path: "maintain", file: "routes/indices/maintain/maintain.tsx" },
    ],
  },
  {
    path: "",
    file: "routes/overview/app.tsx",
    on: ["app"],
    children: [
      { path: "open", file: "routes/overview/open-index.tsx" },
      { path: "close", file: "routes/overview/close-index.tsx" },
      { path: "delete", file: "routes/overview/delete-index.tsx" },
      { path: "clone", file: "routes/indices/copy/clone.tsx" },
      { path: "clone/start", file: "routes/indices/copy/clone-start.tsx" },
      { path: "reindex", file: "routes/indices/copy/reindex.tsx" },
      { path: "reindex/start", file: "routes/indices/copy/reindex-start.tsx" },
      { path: "mapping", file: "routes/indices/mapping/mapping.tsx" },
      { path: "mapping/add", file: "routes/indices/mapping/add-field.tsx" },
      { path: "settings", file: "routes/indices/settings/settings.tsx" },
      { path: "settings/edit", file: "routes/indices/settings/edit.tsx" },
      { path: "settings/review", file: "routes/indices/settings/review.tsx" },
      ...aliasPages,
      { path: "analyze", file: "routes/indices/analyze/analyze.tsx" },
      { path: "maintain", file: "routes/indices/maintain/maintain.tsx" },
    ],
  },
];

/** @type {import("./levels.js").Child[]} */
export const resources = [
  { path: "resources/:appName/mapping", file: "routes/indices/mapping/raw.ts" },
  { path: "resources/templates/:kind/:templateName", file: "routes/indices/templates/raw.ts" },
  { path: "resources/:appName/settings", file: "routes/indices/settings/raw.ts" },
];
