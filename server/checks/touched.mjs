// Which tests a change can have touched: those that reach a changed file through what files need. Where that cannot be
// told, all of them.
import { execFileSync } from "node:child_process";

/** One screen of each shape: walks look at these whatever was changed. */
export const SHAPES = {
  list: "app/routes/search-relevance/rules/list.tsx",
  detail: "app/routes/access-control/users/user.tsx",
  editor: "app/routes/search-relevance/rules/new.tsx",
  form: "app/routes/overview/create-index.tsx",
  confirmation: "app/routes/access-control/users/delete.tsx",
  settings: "app/routes/indices/settings/settings.tsx",
  charts: "app/routes/analytics/overview.tsx",
  figures: "app/routes/overview/cluster.tsx",
  search: "app/routes/data/search-preview/search-preview.tsx",
  progress: "app/routes/data/import/job.tsx",
  "sign-in": "app/routes/account/login.tsx",
};

/** What every test stands on. */
const BASE = [
  /^(package(-lock)?\.json|tsconfig\.json|remix\.config\.js|routes\.js|env\.d\.ts|\.npmrc)$/,
  /^(vitest\.[\w.]+|tailwind\.config\.ts)$/,
  /^tests\/(setup\/runner\/|[\w-]+\/vitest\.)/,
  /^server\/(test|retries|timings)\.mjs$/,
  /^server\/(checks|launch)\//,
  /^app\/(navigation\/screens\/|entry\.)/,
];
/** What no run of tests reads, but those that always run. */
const READ_BY_NONE = [/^docs\//, /\.md$/, /^\.(git|ci|prettier)/, /^LICENSE$/, /^eslint\.config\.js$/];

/** These look at the whole tree, and are quick. */
const ALWAYS = /^tests\/unit\//;
const TEST = /\.test\.tsx?$/;
const JOURNEY = /^tests\/e2e\/.*\.test\.ts$/;
const SYSTEM = /^tests\/system\/.*\.test\.ts$/;
const WALK = /^tests\/(walks|e2e)\/(?!journeys\/)/;

/** Files that load the modules of routes.js by their names there. */
export const LOADERS = ["tests/setup/open-screen.ts", "tests/setup/source-build.ts"];
/** What the built product begins with, beside the modules of routes.js. */
export const PRODUCT = [
  "app/entry.client.tsx",
  "app/entry.server.tsx",
  "server/start.mjs",
  "server/run.mjs",
  "server/build.mjs",
  "server/console.ts",
  "backend/main.ts",
  "backend/engine/main.ts",
  "backend/engine/embedded/threads/engine-worker.ts",
];
/** What is around every page. */
export const FRAME = ["app/root.tsx", "app/entry.client.tsx", "app/routes/shell.tsx"];

/** All that can be reached from files by what `next` gives, themselves included. */
function reach(from, next) {
  const reached = new Set(from);
  for (const path of reached) for (const one of next(path)) reached.add(one);
  return reached;
}

/** The files that need each file. */
function needersOf(needs) {
  const needers = new Map();
  for (const [path, all] of needs)
    for (const needed of all) {
      const known = needers.get(needed);
      if (known === undefined) needers.set(needed, [path]);
      else known.push(path);
    }
  return needers;
}

/** Route modules below the first words of addresses: `rules` → all that stands at `/cluster/rules…`. */
function byFirstWord(routes) {
  const all = new Map();
  for (const { path, module } of routes) {
    const word = path.split("/").find((part) => !["", "cluster", "app"].includes(part) && !part.startsWith(":")) ?? "";
    all.set(word, [...(all.get(word) ?? []), module]);
  }
  return all;
}

/** The first words that a file's strings name: `/app/films/rules/add` and `rules?q=x` name `rules`. */
function named(said, words) {
  const parts = new Set(said.flatMap((text) => text.split(/[/?#&\s]/)));
  return [...words].filter((word) => word !== "" && parts.has(word));
}

/**
 * What of the tests a change can have touched. `changed` are paths from the root, `routes` the addresses of routes.js
 * with their modules from the root, `frame` the modules around every page. Gives null where all may be; else the `tests`
 * and the route modules (`modules`) that may be, and the tests that are left out (`left`).
 */
export function touchedBy({ changed, graph: { needs, texts }, routes, frame = FRAME }) {
  const open = changed.filter((path) => !READ_BY_NONE.some((one) => one.test(path)));
  if (open.some((path) => BASE.some((one) => one.test(path)))) return null;
  const needers = needersOf(needs);
  // A file that nobody names, or that is gone: who read it cannot be told.
  if (open.some((path) => !TEST.test(path) && !needs.has(path) && !needers.has(path))) return null;

  const reaching = reach(open, (path) => needers.get(path) ?? []);
  if (frame.some((path) => reaching.has(path))) return null;
  const modules = [...new Set(routes.map(({ module }) => module))].filter((module) => reaching.has(module));
  const isTouched = new Set(modules);
  const words = byFirstWord(routes);
  const isProductTouched = PRODUCT.some((path) => reaching.has(path));
  const loading = reach(LOADERS, (path) => needers.get(path) ?? []);
  // What reads the table of routes itself, not only to open a screen that it names, goes over all of them.
  const walking = reach(["routes.js"], (path) => (LOADERS.includes(path) ? [] : (needers.get(path) ?? [])));

  /** The touched screens that a test names, by the first words of their addresses; `none` where it names no screen. */
  const opensTouched = (test, none) => {
    const folder = test.slice(0, test.lastIndexOf("/") + 1);
    const own = reach([test], (path) => [...(needs.get(path) ?? [])].filter((next) => next.startsWith(folder)));
    const found = named(
      [...own].flatMap((path) => texts.get(path) ?? []),
      words.keys(),
    );
    if (found.length === 0) return none;
    return found.some((word) => words.get(word)?.some((module) => isTouched.has(module)));
  };
  const isAnyTouched = isTouched.size > 0;
  const isTouchedTest = (test) => {
    if (ALWAYS.test(test) || reaching.has(test)) return true;
    if (WALK.test(test)) return isProductTouched || isAnyTouched;
    if (JOURNEY.test(test)) return isProductTouched || (isAnyTouched && opensTouched(test, true));
    if (SYSTEM.test(test)) return isProductTouched || (isAnyTouched && opensTouched(test, false));
    if (!isAnyTouched) return false;
    return walking.has(test) || (loading.has(test) && opensTouched(test, true));
  };
  const tests = [...needs.keys()].filter((path) => TEST.test(path));
  const chosen = new Set(tests.filter(isTouchedTest));
  return { tests: [...chosen], left: tests.filter((path) => !chosen.has(path)), modules };
}

/** The addresses of a route table with their modules, as `touchedBy` takes them. */
export function routesWithModules(table) {
  const pathOf = ({ path = "", parentId }) =>
    `${parentId === "root" || parentId === undefined ? "" : pathOf(table[parentId])}/${path}`;
  return Object.values(table).map((route) => ({ path: pathOf(route), module: `app/${route.file}` }));
}

const git = (root, ...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The paths that differ from where this branch left main, what is not committed included; null where git cannot say. */
export function changedSince(root) {
  for (const main of ["main", "origin/main"])
    try {
      const base = git(root, "merge-base", "HEAD", main);
      const differing = git(root, "diff", "--name-only", "--no-renames", base);
      const fresh = git(root, "ls-files", "--others", "--exclude-standard");
      return [...new Set(`${differing}\n${fresh}`.split("\n"))].filter((path) => path !== "");
    } catch {
      // No such branch: the other, or none.
    }
  return null;
}
