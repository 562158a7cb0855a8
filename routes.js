// The one table of screens, put together from a file for each section. Plain JavaScript, because Node loads it with
// remix.config.js. docs/build/architecture.md says how to add a screen.

import * as access from "./app/navigation/screens/access-control.js";
import * as account from "./app/navigation/screens/account.js";
import * as analytics from "./app/navigation/screens/analytics.js";
import * as billing from "./app/navigation/screens/billing.js";
import * as data from "./app/navigation/screens/data.js";
import * as overview from "./app/navigation/screens/overview.js";
import * as pipelines from "./app/navigation/screens/pipelines.js";
import * as relevance from "./app/navigation/screens/search-relevance.js";

/**
 * @typedef {import("./app/navigation/screens/levels.js").Level} Level
 * @typedef {{ id: string, path?: string, index?: boolean, parentId: string, file: string }} Route
 */

export { accountScreens, plainPages } from "./app/navigation/screens/account.js";

export const screens = [
  ...overview.screens,
  ...data.screens,
  ...relevance.screens,
  ...pipelines.screens,
  ...analytics.screens,
  ...access.screens,
  ...billing.screens,
];

/** Routes without a page. */
export const resources = [
  ...account.resources,
  ...data.resources,
  ...analytics.resources,
  ...overview.resources,
  ...relevance.resources,
  ...pipelines.resources,
];

/** @type {Record<Level, string>} */
const prefix = { cluster: "cluster", app: "app/:appName" };

/**
 * All routes of the console, as Remix takes them: each screen under its levels, an index chooser where an app-only
 * screen is asked for at cluster level, a redirect where a cluster-only one is asked for under an app, the bare alias,
 * and a not-found page for each shell.
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
  for (const page of [...account.plainPages, ...resources])
    add({ id: page.path, path: page.path, parentId: "root", file: page.file });

  // Three shells, one module: its error boundary keeps the sidebar on the page when a screen fails. Screens with an
  // action have one of their own, for the data of the route that shows what an action threw is not loaded.
  add({ id: "shell/cluster", path: prefix.cluster, parentId: "root", file: "routes/shell.tsx" });
  add({ id: "shell/app", path: prefix.app, parentId: "root", file: "routes/shell.tsx" });
  add({ id: "shell/top", parentId: "root", file: "routes/shell.tsx" });
  for (const name of ["cluster", "app", "top"]) {
    add({ id: `${name}/*`, path: "*", parentId: `shell/${name}`, file: "routes/_levels/not-found.tsx" });
  }
  for (const page of account.accountScreens)
    add({ id: `top/${page.path}`, path: page.path, parentId: "shell/top", file: page.file });

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
      add({
        id: `choose/${screen.path}`,
        path: `${screen.path}/*`,
        parentId: "shell/cluster",
        file: "routes/_levels/chooser.tsx",
      });
    }
    if (!screen.on.includes("app")) {
      add({
        id: `to-cluster/${screen.path}`,
        path: `${screen.path}/*`,
        parentId: "shell/app",
        file: "routes/_levels/to-cluster.ts",
      });
    }
    const alias = screen.top ? `${screen.path}/:rest/*` : `${screen.path}/*`;
    add({ id: `alias/${screen.path}`, path: alias, parentId: "root", file: "routes/_levels/bare-alias.ts" });
  }
  return routes;
}
