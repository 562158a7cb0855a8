// What a screen costs, in lines of 120 columns: `npm run cost -- data/browse` prints the files of the screens below
// that folder of app/routes, `npm run cost` all screens by folder, `npm run cost -- --write` writes that table to
// docs/build/costs.md.
//   route     the module itself
//   parts     what lies in the folders of the screens and is reached from it by imports
//   services  what lies in app/services and is reached from route and parts, without what all screens stand on
//   tests     of tests/routes, tests/e2e/journeys and beside those files: what imports or opens it
// A file that several screens use counts for each with its share.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { buildRoutes } from "../routes.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "docs/build/costs.md");
const COLUMNS = 120;
/** What all screens stand on, below app/services. */
const PLATFORM = new Set(["platform"]);
const KINDS = ["route", "parts", "services", "tests"];

const texts = new Map();
const textOf = (path) => {
  if (!texts.has(path)) texts.set(path, readFileSync(join(root, path), "utf8"));
  return texts.get(path);
};
const linesOf = (path) =>
  textOf(path)
    .trimEnd()
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);

/** The file of the project that an import means; undefined for packages. */
function resolved(from, name) {
  const base = name.startsWith("~/")
    ? `app/${name.slice(2)}`
    : name.startsWith(".")
      ? normalize(join(dirname(from), name))
      : undefined;
  return base === undefined
    ? undefined
    : ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]
        .map((end) => base + end)
        .find((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)));
}

const imports = new Map();
function importsOf(path) {
  if (!imports.has(path)) {
    const found = ts
      .preProcessFile(textOf(path), true, true)
      .importedFiles.map(({ fileName }) => resolved(path, fileName));
    imports.set(path, [...new Set(found.filter((file) => file !== undefined))]);
  }
  return imports.get(path);
}

const isTest = (path) => /\.test\.tsx?$/.test(path);
const isService = (path) => path.startsWith("app/services/") && !PLATFORM.has(path.split("/")[2]);

/** All that is reached from some files by imports through files that `isOwn` admits, those files among them. */
function reached(starts, isOwn) {
  const seen = new Set();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    waiting.push(...importsOf(path).filter((one) => isOwn(one) && !isTest(one)));
  }
  return seen;
}

const routes = [
  ...new Set(
    Object.values(buildRoutes())
      .map(({ file }) => `app/${file}`)
      .filter((file) => file.startsWith("app/routes/")),
  ),
].sort();
const isRoute = new Set(routes);
const files = execFileSync("git", ["ls-files", "app", "tests/routes", "tests/e2e/journeys"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n");
const tests = files.filter((path) => isTest(path) && existsSync(join(root, path)));

/** The files of one screen, by kind. */
function filesOf(route) {
  const parts = reached([route], (path) => path.startsWith("app/routes/") && !isRoute.has(path));
  const services = reached([...parts].flatMap(importsOf).filter(isService), isService);
  const own = new Set([...parts, ...services]);
  return {
    route: [route],
    parts: [...parts].filter((path) => path !== route),
    services: [...services],
    tests: tests.filter((test) => importsOf(test).some((path) => own.has(path))),
  };
}

const screens = routes.map((route) => ({ route, files: filesOf(route) }));
const users = new Map();
for (const { files: of } of screens)
  for (const path of KINDS.flatMap((kind) => of[kind])) users.set(path, (users.get(path) ?? 0) + 1);
const share = (path) => linesOf(path) / users.get(path);
const costOf = ({ files: of }) => KINDS.map((kind) => of[kind].reduce((sum, path) => sum + share(path), 0));
const nameOf = (route) => route.replace(/^app\/routes\/|\.tsx?$/g, "");

function table() {
  const rows = screens.map((screen) => ({ name: nameOf(screen.route), costs: costOf(screen) }));
  const sum = (costs) => costs.reduce((total, one) => total + one, 0);
  const row = ({ name, costs }) => `| \`${name}\` | ${[...costs, sum(costs)].map(Math.round).join(" | ")} |`;
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const medians = [
    ...KINDS.map((_, at) => rows.map(({ costs }) => costs[at])),
    rows.map(({ costs }) => sum(costs)),
  ].map((list) => Math.round(median(list)));
  return [
    "| screen | route | parts | services | tests | all |",
    "|---|---|---|---|---|---|",
    ...rows.map(row),
    `| median of ${rows.length} | ${medians.join(" | ")} |`,
  ].join("\n");
}

/**
 * What the screens cost whose names begin so: lines of the route, and of the route with its parts and services.
 * @param {string} start
 */
export function costsOf(start) {
  return screens
    .filter(({ route }) => nameOf(route).startsWith(start))
    .map((screen) => {
      const [route = 0, parts = 0, services = 0, own = 0] = costOf(screen).map(Math.round);
      return {
        name: nameOf(screen.route),
        route,
        parts: route + parts + services,
        all: route + parts + services + own,
      };
    });
}

const [asked] = process.argv.slice(2);
if (fileURLToPath(import.meta.url) !== process.argv[1]) {
  // A test reads the figures.
} else if (asked === "--write") {
  writeFileSync(
    target,
    `# What screens cost\n\nWritten by \`npm run cost -- --write\`; do not edit by hand. Lines of ${COLUMNS} columns; a file that several screens use counts for each with its share. What the columns\nhold stands in \`scripts/cost.mjs\`.\n\n${table()}\n`,
  );
} else if (asked === undefined) console.log(table());
else {
  const chosen = screens.filter(({ route }) => nameOf(route).startsWith(asked));
  if (chosen.length === 0) {
    console.error(`No screen stands at app/routes/${asked}.`);
    process.exit(1);
  }
  for (const screen of chosen) {
    const costs = costOf(screen);
    console.log(`${nameOf(screen.route)}: ${Math.round(costs.reduce((sum, one) => sum + one, 0))} lines`);
    for (const [at, kind] of KINDS.entries()) {
      console.log(`  ${kind}: ${Math.round(costs[at])}`);
      for (const path of screen.files[kind])
        console.log(
          `    ${String(linesOf(path)).padStart(5)}  ${path}${users.get(path) > 1 ? ` (of ${users.get(path)} screens)` : ""}`,
        );
    }
  }
}
