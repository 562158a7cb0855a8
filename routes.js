// The one table of screens. Plain JavaScript, because Node loads it with remix.config.js; it imports nothing.
// docs/architecture.md says how to add a screen.

/**
 * @typedef {"cluster" | "app"} Level
 * @typedef {{ path: string, file: string, on?: Level[] }} Child A sub-screen; its path is relative to the screen's, its levels are the screen's or fewer.
 * @typedef {{ path: string, file: string, on: Level[], children?: Child[], top?: boolean }} Screen
 *   `path` is also the key by which navigation/sections.ts names the screen; "" is the overview of a level.
 *   `top` mounts it a third time, at the root (billing).
 * @typedef {{ id: string, path?: string, index?: boolean, parentId: string, file: string }} Route
 */

/** @type {Level[]} */
export const both = ["cluster", "app"];

/** Of all indices and of one. */
/** @type {Child[]} */
const aliasPages = [
  { path: "aliases", file: "routes/indices/aliases/aliases.tsx" },
  { path: "aliases/edit", file: "routes/indices/aliases/edit.tsx" },
  { path: "aliases/remove", file: "routes/indices/aliases/remove.tsx" },
  { path: "aliases/switch", file: "routes/indices/aliases/switch.tsx" },
];

/** @type {Screen[]} */
export const screens = [
  // overview
  {
    path: "",
    file: "routes/overview/cluster.tsx",
    on: ["cluster"],
    children: [
      { path: "create-index", file: "routes/overview/create-index.tsx" },
      ...aliasPages,
      { path: "templates", file: "routes/indices/templates/templates.tsx" },
      { path: "templates/new", file: "routes/indices/templates/new.tsx" },
      { path: "templates/components", file: "routes/indices/templates/components.tsx" },
      { path: "templates/components/new", file: "routes/indices/templates/new-component.tsx" },
      { path: "templates/component/:templateName", file: "routes/indices/templates/component.tsx" },
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
  // data
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
  // search relevance
  // pipelines
  { path: "configure-search-engine-backend", file: "routes/pipelines/search-engine.tsx", on: ["cluster"] },
  // ai search
  // ui builder
  // analytics
  { path: "analytics", file: "routes/analytics/overview.tsx", on: both },
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
  // speed
  // access control
  {
    path: "user-management",
    file: "routes/access/users/list.tsx",
    on: ["cluster"],
    children: [
      { path: "new", file: "routes/access/users/new.tsx" },
      { path: ":userName", file: "routes/access/users/user.tsx" },
      { path: ":userName/edit", file: "routes/access/users/edit.tsx" },
      { path: ":userName/review", file: "routes/access/users/review.tsx" },
      { path: ":userName/password", file: "routes/access/users/password.tsx" },
      { path: ":userName/second-factor", file: "routes/access/users/second-factor.tsx" },
      { path: ":userName/delete", file: "routes/access/users/delete.tsx" },
      { path: ":userName/view", file: "routes/access/users/view.tsx" },
    ],
  },
  { path: "role-based-access", file: "routes/access/roles/roles.tsx", on: ["cluster"], children: [{ path: "token", file: "routes/access/roles/token.tsx" }] },
  { path: "sync-preferences", file: "routes/access/sync/preferences.tsx", on: ["cluster"] },
  {
    path: "credentials",
    file: "routes/access/credentials/list.tsx",
    on: both,
    children: [
      { path: "new", file: "routes/access/credentials/new.tsx" },
      // One step deeper than a credential, under names that no page of one has.
      { path: "app/shares", file: "routes/access/sharing/shares.tsx", on: ["app"] },
      { path: "app/add-share", file: "routes/access/sharing/add.tsx", on: ["app"] },
      { path: "app/end-share", file: "routes/access/sharing/end.tsx", on: ["app"] },
      { path: ":credentialName", file: "routes/access/credentials/credential.tsx" },
      { path: ":credentialName/edit", file: "routes/access/credentials/edit.tsx" },
      { path: ":credentialName/review", file: "routes/access/credentials/review.tsx" },
      { path: ":credentialName/rotate", file: "routes/access/credentials/rotate.tsx" },
      { path: ":credentialName/delete", file: "routes/access/credentials/delete.tsx" },
    ],
  },
  // billing
  {
    path: "billing",
    file: "routes/billing/billing.tsx",
    on: both,
    children: [
      { path: "subscribe", file: "routes/billing/subscribe.tsx" },
      { path: "payment", file: "routes/billing/payment.tsx" },
      { path: "cancel", file: "routes/billing/cancel.tsx" },
      { path: "usage", file: "routes/billing/usage.tsx" },
    ],
  },
];

/** Pages of the account and of the console itself, inside the shell but outside both levels. */
/** @type {Child[]} */
export const accountScreens = [
  { path: "account/preferences", file: "routes/account/preferences.tsx" },
  { path: "account/sign-ins", file: "routes/account/sign-ins.tsx" },
  { path: "account/second-factor", file: "routes/account/second-factor/state.tsx" },
  { path: "account/second-factor/set-up", file: "routes/account/second-factor/set-up.tsx" },
  { path: "account/second-factor/codes", file: "routes/account/second-factor/codes.tsx" },
  { path: "account/second-factor/new-codes", file: "routes/account/second-factor/with-code.tsx" },
  { path: "account/second-factor/replace", file: "routes/account/second-factor/with-code.tsx" },
  { path: "account/second-factor/off", file: "routes/account/second-factor/with-code.tsx" },
  { path: "indices", file: "routes/_levels/indices.tsx" },
  { path: "go", file: "routes/go/route.tsx" },
];

/** Pages without the shell. */
/** @type {Child[]} */
export const plainPages = [
  { path: "login", file: "routes/account/login.tsx" },
  { path: "login/code", file: "routes/account/second-factor/login.tsx" },
  { path: "login/no-access", file: "routes/account/oidc/no-access.tsx" },
  { path: "logout", file: "routes/account/logout.tsx" },
  { path: "signup", file: "routes/account/signup.tsx" },
  { path: "install", file: "routes/account/install.tsx" },
  { path: "support", file: "routes/account/support.tsx" },
  { path: "billing", file: "routes/billing/plans.tsx" },
];

/** Routes without a page. */
/** @type {Child[]} */
export const resources = [
  { path: "resources/go", file: "routes/go/resource.ts" },
  { path: "account/view", file: "routes/account/view.ts" },
  { path: "login/oidc", file: "routes/account/oidc/start.ts" },
  { path: "login/oidc/callback", file: "routes/account/oidc/callback.ts" },
  { path: "logout/provider", file: "routes/account/oidc/end.ts" },
  { path: "resources/preferences", file: "routes/resources/preferences.ts" },
  { path: "resources/jobs/events", file: "routes/resources/jobs/events.ts" },
  { path: "resources/import/:jobId/events", file: "routes/resources/import/events.ts" },
  { path: "resources/import/:jobId/failed", file: "routes/resources/import/failed.ts" },
  { path: "resources/request-logs/:logId/raw", file: "routes/data/request-logs/raw.ts" },
  { path: "resources/:appName/request-logs/:logId/raw", file: "routes/data/request-logs/raw.ts" },
  { path: "resources/console/names", file: "routes/data/console/names.ts" },
  { path: "resources/search-suggestions", file: "routes/data/search-preview/suggestions.ts" },
  { path: "resources/analytics/file/:listName", file: "routes/analytics/download.ts" },
  { path: "resources/:appName/analytics/file/:listName", file: "routes/analytics/download.ts" },
  { path: "resources/:appName/mapping", file: "routes/indices/mapping/raw.ts" },
  { path: "resources/templates/:kind/:templateName", file: "routes/indices/templates/raw.ts" },
  { path: "resources/:appName/settings", file: "routes/indices/settings/raw.ts" },
  { path: "resources/changes/file", file: "routes/data/changes/file.ts" },
  { path: "resources/:appName/changes/file", file: "routes/data/changes/file.ts" },
  { path: "resources/:appName/browse/documents/file", file: "routes/data/browse/export-file.ts" },
  { path: "resources/:appName/browse/:docId/raw", file: "routes/data/browse/raw.ts" },
];

/** @type {Record<Level, string>} */
const prefix = { cluster: "cluster", app: "app/:appName" };

/**
 * All routes of the console, as Remix takes them: each screen under its levels, an index chooser where an app-only screen is asked for at
 * cluster level, a redirect where a cluster-only one is asked for under an app, the bare alias, and a not-found page for each shell.
 * @returns {Record<string, Route>}
 */
export function buildRoutes() {
  /** @type {Record<string, Route>} */
  const routes = {};
  /** @param {Route} route */
  const add = (route) => {
    if (routes[route.id]) throw new Error(`routes.js: ${route.id} is there twice`);
    routes[route.id] = route;
  };

  add({ id: "home", index: true, parentId: "root", file: "routes/_levels/home.ts" });
  for (const page of [...plainPages, ...resources]) add({ id: page.path, path: page.path, parentId: "root", file: page.file });

  // Three shells, one module: its error boundary keeps the sidebar on the page when a screen fails. Screens with an action have one of their
  // own, for the data of the route that shows what an action threw is not loaded.
  add({ id: "shell/cluster", path: prefix.cluster, parentId: "root", file: "routes/shell.tsx" });
  add({ id: "shell/app", path: prefix.app, parentId: "root", file: "routes/shell.tsx" });
  add({ id: "shell/top", parentId: "root", file: "routes/shell.tsx" });
  for (const name of ["cluster", "app", "top"]) {
    add({ id: `${name}/*`, path: "*", parentId: `shell/${name}`, file: "routes/_levels/not-found.tsx" });
  }
  for (const page of accountScreens) add({ id: `top/${page.path}`, path: page.path, parentId: "shell/top", file: page.file });

  for (const screen of screens) {
    for (const level of screen.on) {
      const place = screen.path === "" ? { index: true } : { path: screen.path };
      add({ id: `${level}/${screen.path || "_overview"}`, ...place, parentId: `shell/${level}`, file: screen.file });
      for (const child of screen.children ?? []) {
        if (child.on && !child.on.includes(level)) continue;
        const path = screen.path === "" ? child.path : `${screen.path}/${child.path}`;
        add({ id: `${level}/${path}`, path, parentId: `shell/${level}`, file: child.file });
      }
    }
    if (screen.top) add({ id: `top/${screen.path}`, path: screen.path, parentId: "shell/top", file: screen.file });
    if (screen.path === "") continue;
    if (!screen.on.includes("cluster")) {
      add({ id: `choose/${screen.path}`, path: `${screen.path}/*`, parentId: "shell/cluster", file: "routes/_levels/chooser.tsx" });
    }
    if (!screen.on.includes("app")) {
      add({ id: `to-cluster/${screen.path}`, path: `${screen.path}/*`, parentId: "shell/app", file: "routes/_levels/to-cluster.ts" });
    }
    const alias = screen.top ? `${screen.path}/:rest/*` : `${screen.path}/*`;
    add({ id: `alias/${screen.path}`, path: alias, parentId: "root", file: "routes/_levels/bare-alias.ts" });
  }
  return routes;
}
