// Writes docs/reference/routes.md from the one table of routes: `node scripts/print-routes.mjs`; with `--check` it only
// compares, and fails when they differ.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildRoutes } from "../routes.js";

const target = fileURLToPath(new URL("../docs/reference/routes.md", import.meta.url));

const kinds = [
  ["choose/", "asks for an index first, then leads to the screen under it"],
  ["to-cluster/", "leads to the screen at cluster level"],
  ["alias/", "the bare address: leads to the screen, its query kept"],
];

/** The whole address of a route: its own path below those of the routes around it. */
function addressOf(routes, route) {
  const above = routes[route.parentId];
  const start = above === undefined ? "" : addressOf(routes, above);
  return route.path === undefined ? start : `${start}/${route.path}`;
}

/** The text of docs/reference/routes.md. */
export function routesPage() {
  const routes = buildRoutes();
  const rows = Object.values(routes)
    .filter(({ id }) => !id.startsWith("shell/"))
    .map((route) => {
      const kind =
        kinds.find(([prefix]) => route.id.startsWith(prefix))?.[1] ??
        (route.path === "*" ? "not found, inside the frame" : "");
      return `| \`${addressOf(routes, route) || "/"}\` | \`app/${route.file}\` | ${kind} |`;
    })
    .sort();
  return [
    "# Routes",
    "",
    "Written by `node scripts/print-routes.mjs` from `routes.js`; do not edit.",
    "",
    "| address | module | note |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = routesPage();
  if (!process.argv.includes("--check")) writeFileSync(target, page);
  else if (readFileSync(target, "utf8") !== page) {
    console.error("docs/reference/routes.md is not what routes.js says: run node scripts/print-routes.mjs");
    process.exit(1);
  }
}
